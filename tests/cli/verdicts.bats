#!/usr/bin/env bats
# harness compare on small records made here: verdicts, the gate's exit status, groups, and force.

load golden

setup()
{
	cd "$BATS_TEST_TMPDIR"
}

# record FILE VARIANTS TREE VALUE...: trials of the variants in turns, in blocks of four of each.
record()
{
	local file=$1 variants=$2 tree=$3 n=0 count=0 list=
	shift 3
	for v in $variants; do
		list="$list${list:+,}{\"name\":\"$v\"}"
		count=$((count + 1))
	done
	printf '{"type":"header","schema":1,"workload":"build","workload_version":1,"design":"randomised","cases":[{"label":"","args":{"jobs":2},"properties":{"tree":"%s"}}],"variants":[%s],"metrics":[{"name":"real","unit":"s","better":"lower","headline":true},{"name":"faults","unit":"count","better":"neither","headline":false}]}\n' "$tree" "$list" > "$file"
	for value in "$@"; do
		printf '{"type":"trial","trial":%d,"session":0,"block":%d,"case":0,"variant":%d,"warmup":false,"status":"ok","values":{"real":%s,"faults":%d}}\n' \
		    "$n" $((n / count / 4)) $((n % count)) "$value" "$n" >> "$file"
		n=$((n + 1))
	done
	printf '{"type":"end","session":0,"status":"complete","reason":"done"}\n' >> "$file"
}

faster="6.20 5.90 6.21 5.91 6.19 5.89 6.20 5.92 6.22 5.90 6.20 5.91 6.18 5.88 6.21 5.90"
slower="5.90 6.20 5.91 6.21 5.89 6.19 5.92 6.20 5.90 6.22 5.91 6.20 5.88 6.18 5.90 6.21"
same="6.200 6.201 6.201 6.199 6.199 6.200 6.200 6.202 6.202 6.198 6.198 6.201 6.201 6.200 6.199 6.199"
unclear="6.2 6.3 6.5 6.1 5.9 6.4 6.1 6.0 6.3 6.2 6.0 5.8 6.4 6.6 6.2 6.1"

@test "variants of one record" {
	record r.jsonl "old new" t $faster
	golden verdict-variants harness compare r.jsonl
}

@test "the gate: 0 for a win and for no change, 1 for a loss, 5 for undecided" {
	record win.jsonl "old new" t $faster
	record loss.jsonl "old new" t $slower
	record same.jsonl "old new" t $same
	record unclear.jsonl "old new" t $unclear
	run -0 harness compare --gate win.jsonl
	run -0 harness compare --gate same.jsonl
	run -1 harness compare --gate loss.jsonl
	run -5 harness compare --gate=real unclear.jsonl
	run -0 harness compare loss.jsonl
	run -0 harness compare --gate --threshold 50% loss.jsonl
}

@test "a gate that cannot be" {
	record one.jsonl "default" t 1 2 3
	record two.jsonl "old new" t $faster
	golden verdict-gate-one harness compare --gate one.jsonl
	golden verdict-gate-metric harness compare --gate=fault two.jsonl
	golden verdict-gate-neither harness compare --gate=faults two.jsonl
}

@test "records with each other" {
	record linux.jsonl "default" t 6.20 6.21 6.19
	record haiku.jsonl "default" t 5.46 5.47 5.45
	golden verdict-records harness compare linux.jsonl haiku.jsonl
	run -5 harness compare --gate linux.jsonl haiku.jsonl
}

@test "groups of sessions" {
	for i in 1 2 3 4; do
		record "old-$i.jsonl" "default" t "6.2$i"
		record "new-$i.jsonl" "default" t "5.9$i"
	done
	golden verdict-groups harness compare old-1.jsonl old-2.jsonl old-3.jsonl -- new-1.jsonl new-2.jsonl new-3.jsonl new-4.jsonl
}

@test "different things are refused, unless by force" {
	record a.jsonl "default" 7f3a 1 2 3
	record b.jsonl "default" 8b11 1 2 3
	golden verdict-refused harness compare a.jsonl b.jsonl
	golden verdict-forced harness compare --force a.jsonl b.jsonl
}

@test "a ladder needs steps" {
	record a.jsonl "default" t 1
	golden verdict-ladder-one harness compare --ladder a.jsonl
}

@test "JSON is JSON, also where nothing is known" {
	record a.jsonl "old new" t $faster
	harness compare --json a.jsonl | python3 -c 'import json, sys; r = json.load(sys.stdin); assert r["findings"][0]["comparisons"][0]["verdict"] == "win"'
	record b.jsonl "old new" t 1
	harness compare --json b.jsonl | python3 -c 'import json, sys; r = json.load(sys.stdin); assert r["findings"][0]["comparisons"][0]["theta"] is None'
}

@test "the published ratios of study A" {
	cd "$top/results/reference"
	run -0 harness compare --all-pairs build-r34844-freebsd.jsonl build-r34844-linux.jsonl build-r34844-opensolaris.jsonl build-r34844-haiku.jsonl
	[[ $output =~ linux/freebsd\ +1\.138 ]]
	[[ $output =~ opensolaris/freebsd\ +1\.206 ]]
	[[ $output =~ haiku/freebsd\ +1\.455 ]]
	[[ $output =~ haiku/linux\ +1\.278 ]]
	[[ $output =~ haiku/opensolaris\ +1\.206 ]]
	run -0 harness compare build-r28969-haiku.jsonl build-r28969-zeta.jsonl
	[[ $output =~ 6\.681 ]]
}
