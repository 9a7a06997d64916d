#!/usr/bin/env bats
# harness series as far as it needs no boot, and compare on series whose boots took place elsewhere.

load golden

setup()
{
	cd "$BATS_TEST_TMPDIR"
}

# A series of two kernels in ./d; by its seed the order is new old old new old new old new.
make_series()
{
	harness series new d --systems old=release:6.1.*,new --seed 3 "$@" -- exec --trials 3 -- true > plan 2> next
}

# boot NUMBER SYSTEM RELEASE VALUE [STATUS [MORE]]: the record of a boot, with three trials around the value. MORE is for sed.
boot()
{
	local sums='0 0.01 -0.01' x n=0 path
	path=$(printf 'd/%03d-%s.jsonl' "$1" "$2")
	{
		printf '{"type":"header","schema":1,"created":"2026-11-30T12:%02d:00Z","workload":"exec","workload_version":1,"design":"randomised",' "$1"
		printf '"unit":"trial","cases":[{"label":"","args":{"command":["true"]},"properties":{}}],"variants":[{"name":"default","settings":[]}],'
		printf '"metrics":[{"name":"real","unit":"s","better":"lower","headline":true}],"options":{"threshold":0.01},'
		printf '"series":{"system":"%s","boot":%d,"boots":8,"tag":null},' "$2" "$1"
		printf '"environment":{"system":"Linux","release":"%s","version":"#1 SMP","machine":"x86_64","boot_id":"boot-%d"}}\n' "$3" "$1"
		for x in $sums; do
			printf '{"type":"trial","trial":%d,"session":0,"block":0,"case":0,"variant":0,"warmup":false,"status":"ok",' $n
			printf '"values":{"real":%s}}\n' "$(awk "BEGIN { print $4 + $x }")"
			n=$((n + 1))
		done
		[ "${5-complete}" = killed ] || printf '{"type":"end","session":0,"status":"%s","reason":"as planned"}\n' "${5-complete}"
	} | sed -e "${6-}" > "$path"
}

# All eight boots. $1 is for sed.
all_boots()
{
	boot 1 new 6.18.1 5.90 complete "${1-}"
	boot 2 old 6.1.7 6.20 complete "${1-}"
	boot 3 old 6.1.7 6.21 complete "${1-}"
	boot 4 new 6.18.1 5.91 complete "${1-}"
	boot 5 old 6.1.7 6.19 complete "${1-}"
	boot 6 new 6.18.1 5.92 complete "${1-}"
	boot 7 old 6.1.7 6.22 complete "${1-}"
	boot 8 new 6.18.1 5.89 complete "${1-}"
}

@test "help" {
	golden help-series harness series --help
}

@test "a new series" {
	golden_masked series-new harness series new d --systems old=release:6.1.*,new --boots 3 --seed 3 -- exec --trials 3 -- true
	[ "$(ls -A d)" = series.json ]
}

@test "a new series of three" {
	harness series new d --systems a,b,c --seed 3 -- exec -- true | grep -q '^boots  *15: 5 of each'
}

@test "the same seed gives the same order" {
	make_series
	harness series new e --systems old,new --seed 3 -- exec -- true > plan 2> next
	diff <(grep '"system":' d/series.json) <(grep '"system":' e/series.json)
	harness series new f --systems old,new --seed 4 -- exec -- true > plan 2> next
	! diff <(grep '"system":' d/series.json) <(grep '"system":' f/series.json)
}

@test "status, from the beginning to the end" {
	make_series
	golden_masked series-status-0 harness series status d
	boot 1 new 6.18.1 5.90
	boot 2 old 6.1.7 6.20 killed
	golden_masked series-status-cut harness series status d
	all_boots
	golden_masked series-status-all harness series status d
}

@test "status as JSON" {
	make_series
	boot 1 new 6.18.1 5.90
	golden_masked series-status-json harness series status --json d
}

@test "compare: all boots" {
	make_series
	all_boots
	golden series-compare harness compare d
	harness compare --gate d > out
}

@test "compare: unfinished" {
	make_series
	all_boots
	rm d/008-new.jsonl
	golden series-compare-few harness compare d
	boot 8 new 6.18.1 5.89 interrupted
	golden series-compare-few harness compare d
}

@test "compare: enough boots, but more are planned" {
	make_series --boots 5
	for i in 1 4 7 8 10; do
		boot $i old 6.1.7 6.2$i
	done
	for i in 2 3 5 6; do
		boot $i new 6.18.1 5.9$i
	done
	golden series-compare-unfinished harness compare d
	run harness compare --gate d
	[ "$status" -eq 5 ]
	golden series-compare-unfinished-forced harness compare --force d
}

@test "compare: one boot each, and one system alone" {
	make_series
	boot 1 new 6.18.1 5.90
	golden series-compare-alone harness compare d
	boot 2 old 6.1.7 6.20
	golden series-compare-one-each harness compare d
}

@test "compare: what differs is refused by name, unless forced" {
	make_series
	all_boots
	boot 5 old 6.1.7 6.19 complete 's/"workload_version":1/"workload_version":2/'
	golden_masked series-compare-version harness compare d
	boot 5 old 6.1.7 6.19 complete 's/\["true"\]/["false"]/'
	golden_masked series-compare-command harness compare d
	all_boots 's/"properties":{}/"properties":{"tree":"7f3a"}/'
	boot 5 old 6.1.7 6.19 complete 's/"properties":{}/"properties":{"tree":"8b11"}/'
	golden_masked series-compare-tree harness compare d
	golden_masked series-compare-forced harness compare --force d
}

@test "refusals: new" {
	golden_masked refuse-series-what harness series
	golden_masked refuse-series-other harness series mend d
	golden_masked refuse-series-no-directory harness series new
	golden_masked refuse-series-no-systems harness series new d -- exec -- true
	golden_masked refuse-series-no-workload harness series new d --systems a,b
	golden_masked refuse-series-one harness series new d --systems a -- exec -- true
	golden_masked refuse-series-rule harness series new d --systems a=6.1,b -- exec -- true
	golden_masked refuse-series-workload harness series new d --systems a,b -- exce -- true
	golden_masked refuse-series-option harness series new d --systems a,b -- exec -o x.jsonl -- true
	golden_masked refuse-series-seed harness series new d --systems a,b -- exec --seed 3 -- true
	golden_masked refuse-series-program harness series new d --systems a,b -- exec -- no-such-program-anywhere
	[ ! -e d ]
}

@test "refusals: next, status and compare" {
	mkdir empty
	golden_masked refuse-series-empty harness series next empty
	golden_masked refuse-series-status harness series status empty
	golden_masked refuse-series-compare harness compare empty
	[ -z "$(ls -A empty)" ]
	make_series
	golden_masked refuse-series-again harness series new d --systems a,b -- exec -- true
	golden_masked refuse-series-boots harness series next d --boots 3
	golden_masked refuse-series-behind harness series next d -- exec -- true
	golden_masked refuse-series-nothing-done harness compare d
	all_boots
	golden_masked refuse-series-done harness series next d
}
