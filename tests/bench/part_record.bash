# A record of 10,000 trials, compared.

# A short one of two variants, its trials repeated with other numbers: blocks of 8.
record_make()
{
	harness_run short.jsonl exec --trials 4 --warmup 0 --vary a=env:A=1 --vary b=env:A=2 -- "$work/noop" || return
	awk -v n=10000 '
		/"type":"header"/ { sub(/"trials":[0-9]+/, "\"trials\":" n / 2); print; next }
		/"type":"trial"/ { line[lines++] = $0; next }
		{ last = $0 }
		END {
			srand(1)
			for (i = 0; i < n; i++) {
				text = line[i % lines]
				sub(/"trial":[0-9]+/, "\"trial\":" i, text)
				sub(/"block":[0-9]+/, "\"block\":" int(i / lines), text)
				sub(/"real":[0-9.e-]+/, sprintf("\"real\":%.9f", 0.05 * (1 + 0.05 * rand())), text)
				sub(/"user":[0-9.e-]+/, sprintf("\"user\":%.9f", 0.04 * (1 + 0.05 * rand())), text)
				sub(/"sys":[0-9.e-]+/, sprintf("\"sys\":%.9f", 0.01 * (1 + 0.05 * rand())), text)
				sub(/"offset_s":[0-9.e-]+/, "\"offset_s\":" i * 0.2, text)
				print text
			}
			sub(/"trials":[0-9]+/, "\"trials\":" n, last)
			print last
		}' short.jsonl > large.jsonl
}

# record_time WHO CMD ARG...: wall time, and CPU time.
record_time()
{
	"$work/bare" 1 "${@:2}" > bare.out || return
	awk '{ print $1 / 1e9 }' bare.out >> record.$1
	awk '{ print ($2 + $3) / 1e6 }' bare.out >> record_cpu.$1
}

record_harness()
{
	record_time harness "$HARNESS" compare large.jsonl
}

record_python3()
{
	record_time peer "$(type -P python3)" -c 'import json; [json.loads(line) for line in open("large.jsonl")]'
}

record_bare()
{
	record_time bare "$(type -P cat)" large.jsonl
}

part_record()
{
	local round tools='harness bare' peer=

	record_make || return
	if is_program python3; then tools+=' python3' peer=1; else skip "record: Python reads it" "it is not installed"; fi
	for ((round = 0; round < (long ? 30 : 10); round++)); do
		for tool in $(rotated $round $tools); do
			record_$tool || return
		done
	done
	row_most 'record: compare (json.loads; cat)' s record.harness "${peer:+record.peer}" record.bare 0.5 '< 0.5 s'
	row '  of that, CPU time' s record_cpu.harness "${peer:+record_cpu.peer}" record_cpu.bare '' ''
	"$HARNESS" compare large.jsonl > compare.out
	grep -q '5,\?000 trials' compare.out || { echo "  what was compared is not what was meant:"; cat compare.out; missed=$((missed + 1)); }
}
