# `harness list`: what it takes to start harness at all.

list_harness()
{
	bare 20 "$HARNESS" list > found
	awk '{ print $1 }' found >> list.harness
	awk '{ print $2 }' found >> memory.harness
}

list_hyperfine()
{
	bare 20 "$(type -P hyperfine)" --version > found
	awk '{ print $1 }' found >> list.peer
	awk '{ print $2 }' found >> memory.peer
}

list_bare()
{
	bare 20 "$work/dynamic" > found
	awk '{ print $1 }' found >> list.bare
	awk '{ print $2 }' found >> memory.bare
}

part_list()
{
	local round tools='harness bare' peer=

	if is_program hyperfine; then tools+=' hyperfine' peer=1; else skip "list: hyperfine --version" "it is not installed"; fi
	for ((round = 0; round < (long ? 60 : 20); round++)); do
		for tool in $(rotated $round $tools); do
			list_$tool
		done
	done
	row 'list: wall time (a dynamic no-op)' s list.harness "${peer:+list.peer}" list.bare list.bare 2
	row_most 'list: peak RSS' B memory.harness "${peer:+memory.peer}" memory.bare $((8 * 1024 * 1024)) '< 8 MiB'
}
