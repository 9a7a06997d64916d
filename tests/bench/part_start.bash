# A program that does nothing: what is reported for it, and how long the tool takes besides.
#
# With two CPUs or more, starter and started run on one of them or on two, as the scheduler likes, and on two a start takes half as
# long again. So everything is also measured where there is no choice: on one CPU.

# start_harness SUFFIX WRAPPER...: SUFFIX tells the series apart.
start_harness()
{
	local began=$EPOCHREALTIME

	rm -f start.jsonl
	"${@:2}" "$HARNESS" run exec -q -o start.jsonl --trials 10 -- "$work/noop" > start.out 2>&1 || { cat start.out >&2; return 1; }
	since "$began" > took
	trial_values start.jsonl real | median >> start$1.harness
	# 10 trials and a warm-up
	{ cat took; trial_values start.jsonl real; } | awk 'NR == 1 { left = $1 } NR > 1 { left -= $1 } END { print left / 11 }' >> spent$1.harness
}

start_hyperfine()
{
	local began=$EPOCHREALTIME

	"${@:2}" hyperfine -N --warmup 10 --runs 200 --export-csv start.csv "$work/noop" > /dev/null 2>&1 || return
	since "$began" > took
	awk -F, 'NR == 2 { print $4 }' start.csv >> start$1.peer
	awk -F, -v took="$(cat took)" 'NR == 2 { print (took - $2 * 210) / 210 }' start.csv >> spent$1.peer
}

# In each trial of harness the environment has 0 to 4095 bytes more, which exec copies: the second loop has the mean of that.
start_bare()
{
	"${@:2}" "$work/bare" 200 "$work/noop" | awk '{ print $1 / 1e9 }' | median >> start$1.bare
	HARNESS_PADDING=$(printf '%*s' 2048 '') "${@:2}" "$work/bare" 200 "$work/noop" | awk '{ print $1 / 1e9 }' | median >> padded$1.bare
}

part_start()
{
	local round tool tools='harness bare' peer= pinned=

	if is_program hyperfine; then tools+=' hyperfine' peer=1; else skip "start: hyperfine" "it is not installed"; fi
	if is_program taskset; then pinned=1; else skip "start: on one CPU" "taskset is not installed"; fi
	for ((round = 0; round < (long ? 40 : 12); round++)); do
		for tool in $(rotated $round $tools); do
			start_$tool ''
			[ -z "$pinned" ] || start_$tool _pinned taskset -c $((round % $(getconf _NPROCESSORS_ONLN)))
		done
	done
	for pinned in '' ${pinned:+_pinned}; do
		row "start: real of a no-op${pinned:+, one CPU}" s start$pinned.harness "${peer:+start$pinned.peer}" start$pinned.bare start$pinned.bare 1.1
		row '  bare in as large an environment' s start$pinned.harness '' padded$pinned.bare padded$pinned.bare ''
	done
	row '  the tool itself, each trial' s spent.harness "${peer:+spent.peer}" '' '' ''
}
