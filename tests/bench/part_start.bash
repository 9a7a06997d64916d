# A program that does nothing: what is reported for it, and how long the tool takes besides.

start_harness()
{
	local began=$EPOCHREALTIME

	harness_run start.jsonl exec --trials 10 -- "$work/noop" || return
	since "$began" > took
	trial_values start.jsonl real | median >> start.harness
	# 10 trials and a warm-up
	{ cat took; trial_values start.jsonl real; } | awk 'NR == 1 { left = $1 } NR > 1 { left -= $1 } END { print left / 11 }' >> spent.harness
}

start_hyperfine()
{
	local began=$EPOCHREALTIME

	hyperfine -N --warmup 10 --runs 200 --export-csv start.csv "$work/noop" > /dev/null 2>&1 || return
	since "$began" > took
	awk -F, 'NR == 2 { print $4 }' start.csv >> start.peer
	awk -F, -v took="$(cat took)" 'NR == 2 { print (took - $2 * 210) / 210 }' start.csv >> spent.peer
}

start_bare()
{
	bare 200 "$work/noop" | awk '{ print $1 }' >> start.bare
	# Trials have a padding of 0 to 4095 bytes in their environment.
	HARNESS_PADDING=$(printf '%*s' 2048 '') bare 200 "$work/noop" | awk '{ print $1 }' >> padded.bare
}

part_start()
{
	local round tools='harness bare' peer=

	if is_program hyperfine; then tools+=' hyperfine' peer=1; else skip "start: hyperfine" "it is not installed"; fi
	for ((round = 0; round < (long ? 40 : 12); round++)); do
		for tool in $(rotated $round $tools); do
			start_$tool
		done
	done
	row 'start: real of a no-op' s start.harness "${peer:+start.peer}" start.bare start.bare 1.1
	row '  bare in as large an environment' s start.harness '' padded.bare padded.bare ''
	row '  the tool itself, each trial' s spent.harness "${peer:+spent.peer}" '' '' ''
}
