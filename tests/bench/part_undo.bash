# kill -9 at random moments of an experiment that changes the machine, and `harness undo`: the test of it, with more kills.

part_undo()
{
	local kills=$((long ? 50 : 10)) test=$top/tests/system/undo.bats

	began=	# what is killed is nobody's child: its CPU time would look like that of others
	is_program bats || { skip undo "bats is not installed"; return; }
	[ -e "$test" ] || { skip undo "there is no tests/system/undo.bats"; return; }
	UNDO_KILLS=$kills HARNESS=$HARNESS bats --tap --filter 'at random moments' "$test" > undo.out 2>&1
	if grep -q '^ok.*# skip' undo.out; then
		skip undo "$(sed -n 's/.*# skip *//p' undo.out)"
	elif grep -q '^ok' undo.out; then
		row_count "undo: restored, of $kills kill -9" "$kills" - '>=' "$kills"
		grep '^# killed' undo.out | sed 's/^#/ /'
	else
		cat undo.out
		row_count "undo: restored, of $kills kill -9" 0 - '>=' "$kills"
	fi
}
