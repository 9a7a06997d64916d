#!/usr/bin/env bats
# A series of boots from its plan to the verdict. Boots and kernels are made believe by the kernel itself: a boot id of its own in
# a mount namespace, and a release of 2.6 by personality(2). The program cannot tell.

load support

setup()
{
	enter
}

# Every further command behind "booted" is in this boot of the system old or new.
boot()
{
	local personality=
	[ "$1" = new ] || personality='setarch --uname-2.6'
	echo "$2" > "$BATS_TEST_TMPDIR/boot_id"
	in_boot=(unshare -m sh -c "mount --bind '$BATS_TEST_TMPDIR/boot_id' /proc/sys/kernel/random/boot_id && exec $personality \"\$@\"" sh)
}

booted()
{
	"${in_boot[@]}" "$@"
}

needs_boots()
{
	boot old probe
	[ "$(booted cat /proc/sys/kernel/random/boot_id 2> /dev/null)" = probe ] || skip "a boot id of its own needs root and mount namespaces"
	[[ $(booted uname -r) == 2.6* ]] || skip "this kernel has no UNAME26"
	boot new probe
	[[ $(booted uname -r) != 2.6* ]] || skip "this kernel is too old for the test"
}

next_system()
{
	harness series status --json d | python3 -c 'import json, sys; print(json.load(sys.stdin)["next"])'
}

# All boots of the series in ./d, each in a boot of the system that is wanted.
run_all()
{
	local i=0 wanted
	while wanted=$(next_system) && [ "$wanted" != None ]; do
		i=$((i + 1))
		boot "$wanted" "boot-$i"
		booted "$HARNESS" series next d
	done
}

# Ends the harness that was started in the background when the record has so many lines of trials.
kill_after()
{
	within 100 sh -c "grep -c '\"type\":\"trial\"' $1 2> /dev/null | grep -qx '$2'"
	kill -9 "$pid"
	wait "$pid" || true
}

@test "one boot is run and cannot be used again" {
	harness series new d --systems a,b --seed 1 -- exec -q --trials 2 -- true
	run harness series next d
	[ "$status" -eq 0 ]
	[[ $output == *"2 trials after 1 warm-up"* ]]
	[[ $output == *"next: boot "*" for boot 2 of 8"* ]]
	record=$(ls d/001-*.jsonl)
	[ "$(value "$record" end status)" = complete ]
	[ "$(value "$record" header series boot)" = 1 ]
	[ "$(value "$record" header series boots)" = 8 ]
	[ "$record" = "d/001-$(value "$record" header series system).jsonl" ]
	run harness series next d
	[ "$status" -eq 6 ]
	[[ $output == *"this boot was used already, for boot 1; boot '"* ]]
	[ "$(ls d/*.jsonl | wc -l)" -eq 1 ]
	run harness series status d
	[ "$status" -eq 0 ]
	[[ $output == *"done"*"next"* ]]
	left_nothing
}

@test "the record says by which call it can be had again" {
	harness series new d --systems a,b -- exec -q --trials 1 -- true
	harness series next d
	record=$(ls "$PWD"/d/001-*.jsonl)
	call=$(value "$record" header command)
	[[ $call == *" run exec --seed $(value "$record" header seed) -o $record -q --trials 1 -- true" ]]
}

@test "a system that is not wanted is turned away" {
	harness series new d --systems 'a=release:none.*,b=cmdline:no such kernel' -- exec -q --trials 1 -- true
	run harness series next d
	[ "$status" -eq 6 ]
	[[ $output == *"this is $(uname -s) $(uname -r)"*"which is not '"*"for boot 1 of 8"* ]]
	[ -z "$(ls d/*.jsonl 2> /dev/null)" ]
}

@test "a tag tells systems apart, by option or environment" {
	harness series new d --systems a=tag:one,b=tag:two --seed 1 -- exec -q --trials 1 -- true
	wanted=$(next_system)
	[ "$wanted" = a ] && right=one wrong=two || right=two wrong=one
	run harness series next d
	[ "$status" -eq 6 ]
	HARNESS_TAG=$wrong run harness series next d
	[ "$status" -eq 6 ]
	[[ $output == *"tag '$wrong', which is '"* ]]
	HARNESS_TAG=$wrong run harness series next d --tag $right
	[ "$status" -eq 0 ]
	[ "$(value "d/001-$wanted.jsonl" header series tag)" = $right ]
}

@test "cut short, and gone on with in the same boot" {
	harness series new d --systems a,b -- exec -q --trials 3 -- sleep 0.4
	"$HARNESS" series next d 3>&- &
	pid=$!
	record=d/001-$(next_system).jsonl
	kill_after "$record" 2
	run harness series status d
	[[ $output == *"cut short"* ]]
	run harness series next d
	[ "$status" -eq 0 ]
	[[ $output == *"it goes on"* ]]
	[ "$(value "$record" session reason)" = resumed ]
	[ "$(value "$record" end status)" = complete ]
	[ "$(ls d/*.jsonl* | wc -l)" -eq 1 ]
	left_nothing
}

@test "only one at a time" {
	harness series new d --systems a,b -- exec -q --trials 1 --warmup 0 -- sleep 2
	"$HARNESS" series next d 3>&- &
	pid=$!
	within 50 test -e "d/001-$(next_system).jsonl"
	run harness series next d
	[ "$status" -eq 6 ]
	[[ $output == *"is being run already"* ]]
	wait "$pid"
	[ "$(ls d/*.jsonl | wc -l)" -eq 1 ]
}

@test "the workload runs where the series was made" {
	echo here > witness
	harness series new d --systems a,b -- exec -q --trials 1 -- test -e witness
	mkdir elsewhere
	cd elsewhere
	run harness series next ../d --here
	[ "$status" -eq 3 ]
	run harness series next ../d
	[ "$status" -eq 0 ]
}

@test "boots of two kernels to the verdict" {
	needs_boots
	harness series new d --systems old,new=release:[3-9].* --boots 4 --seed 7 -- \
	    exec -q --trials 2 --warmup 0 -- sh -c 'case $(uname -r) in 2.6.*) sleep 0.2 ;; *) sleep 0.04 ;; esac'
	# before the end there are figures and no verdict
	first=$(next_system)
	boot "$first" boot-0
	booted "$HARNESS" series next d
	other=$([ "$first" = old ] && echo new || echo old)
	run harness compare d
	[ "$status" -eq 0 ]
	[[ $output == *"1 of 8 boots"* ]]
	# the same kernel is not the other one, whatever it is called
	while [ "$(next_system)" = "$first" ]; do
		boot "$first" "more-$(ls d | wc -l)"
		booted "$HARNESS" series next d
	done
	boot "$first" boot-wrong
	run booted "$HARNESS" series next d
	[ "$status" -eq 6 ]
	[[ $output == *"which is '$first'; boot '$other'"* ]]
	run_all
	run booted "$HARNESS" series next d
	[ "$status" -eq 2 ]
	[[ $output == *"all 8 boots are done"* ]]
	run harness compare d
	[ "$status" -eq 0 ]
	[[ $output == *"8 of 8 boots"* ]]
	[[ $output == *"new is faster"*"Real, and at least the 1 %"* ]]
	[[ $output == *"4 boots each"* ]]
	run harness compare --gate=real d
	[ "$status" -eq 0 ]
	for record in d/*-old.jsonl; do
		[[ $(value "$record" header environment release) == 2.6.* ]]
	done
	left_nothing
}

@test "a boot that was cut short is done anew in the next boot" {
	needs_boots
	harness series new d --systems old,new -- exec -q --trials 3 -- sleep 0.4
	system=$(next_system)
	record=d/001-$system.jsonl
	boot "$system" boot-1
	# not "booted": this is exec all the way, so the pid is that of harness itself
	"${in_boot[@]}" "$HARNESS" series next d 3>&- &
	pid=$!
	kill_after "$record" 2
	boot "$system" boot-2
	run booted "$HARNESS" series next d
	[ "$status" -eq 0 ]
	[[ $output == *"it is done anew"* ]]
	[ -e "$record.cut-1" ]
	[ "$(value "$record.cut-1" header environment boot_id)" = boot-1 ]
	[ "$(value "$record" header environment boot_id)" = boot-2 ]
	[ "$(value "$record" end status)" = complete ]
}

@test "unfinished: figures, undecided, and --force judges all the same" {
	needs_boots
	harness series new d --systems old,new --boots 5 --seed 1 -- \
	    exec -q --trials 1 --warmup 0 -- sh -c 'case $(uname -r) in 2.6.*) sleep 0.2 ;; *) sleep 0.04 ;; esac'
	run_all
	rm d/010-*.jsonl
	run harness compare d
	[ "$status" -eq 0 ]
	[[ $output == *"undecided: boots of the series are still to come"*"As it stands: -"* ]]
	run harness compare --gate=real d
	[ "$status" -eq 5 ]
	run harness compare --force d
	[[ $output == *"new is faster"*"forced: boots of the series are still to come"* ]]
}

@test "what a kernel update in between does" {
	needs_boots
	harness series new d --systems 'any=tag:any,other=tag:other' --seed 1 -- exec -q --trials 1 --warmup 0 -- true
	i=0
	wanted=$(next_system)
	boot old boot-a
	booted "$HARNESS" series next d --tag "$wanted"
	while [ "$(next_system)" != "$wanted" ]; do
		i=$((i + 1))
		boot old "boot-$i"
		booted "$HARNESS" series next d --tag "$(next_system)"
	done
	boot new boot-b
	run booted "$HARNESS" series next d --tag "$wanted"
	[ "$status" -eq 6 ]
	[[ $output == *"'$wanted' has changed since its first boot: release (2.6."* ]]
}
