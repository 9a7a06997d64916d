#!/usr/bin/env bats
# What variants change of the machine is as before after every end of harness; after kill -9, once undo was called.
# Only variables that hardly matter are changed, and the teardown restores them whatever happened.
#
# UNDO_KILLS is how often harness is killed at a random moment (tests/bench/undo: 50).

load support

BURST=kernel.printk_ratelimit_burst
PAIR=vm.overcommit_kbytes	# with overcommit_memory 0 or 1 it has no effect; vm.overcommit_ratio is zeroed with it

get()
{
	cat "/proc/sys/$(echo "$1" | tr . /)"
}

setup()
{
	enter
	if [ "$(id -u)" -ne 0 ] || [ ! -w /proc/sys/kernel/printk_ratelimit_burst ]; then
		skip "needs root, and a kernel whose variables may be changed"
	fi
	burst=$(get $BURST)
	ratio=$(get vm.overcommit_ratio)
	kbytes=$(get $PAIR)
	[ "$(get vm.overcommit_memory)" -ne 2 ] && [ "$kbytes" = 0 ] || skip "memory is accounted strictly here"
	printf 'as it was' > conf
	command_that tune
}

# A command that notes its calls, and whether it is applied.
command_that()
{
	cat > "$1" <<END
#!/bin/sh
echo "\$*" >> calls
case \$1 in
apply) ${2-} touch $1.applied ;;
revert) ${3-} rm -f $1.applied ;;
esac
END
	chmod +x "$1"
}

teardown()
{
	[ -z "${harness-}" ] || kill -KILL "$harness" 2> /dev/null || true
	if [ -n "${kbytes-}" ]; then
		[ "$(get $BURST)" = "$burst" ] || echo "$burst" > /proc/sys/kernel/printk_ratelimit_burst
		[ "$(get vm.overcommit_ratio)" = "$ratio" ] || echo "$ratio" > /proc/sys/vm/overcommit_ratio
	fi
}

# All as before the test.
untouched()
{
	[ "$(get $BURST)" = "$burst" ]
	[ "$(get vm.overcommit_ratio)" = "$ratio" ]
	[ "$(get $PAIR)" = 0 ]
	[ "$(cat conf)" = "as it was" ]
	[ "$(stat -c %s conf)" -eq 9 ]	# without a newline
	[ ! -e tune.applied ]
}

everything="sysctl:$BURST=11,sysctl:$PAIR=1000000,file:conf=changed,cmd:./tune"

# An experiment in the background; its process id in $harness. Arguments: the command.
start()
{
	rm -f r.jsonl
	"$HARNESS" run exec -q -o r.jsonl --trials 100 --seed 1 --vary old= --vary "new=$everything" -- "$@" 3>&- &
	harness=$!
}

is_changed()
{
	[ "$(get $BURST)" = 11 ] && [ -e tune.applied ] && [ -s r.jsonl ]
}

killed()
{
	kill -KILL "$harness"
	wait "$harness" || true
	harness=
}

@test "a variant's settings hold in its trials, and only there" {
	harness run exec -q -o r.jsonl --trials 4 --output keep --vary old= --vary "new=$everything" -- \
	    sh -c "sysctl -n $BURST $PAIR vm.overcommit_ratio; cat conf; ls | grep applied || true"
	untouched
	[ "$(tail -n 1 calls)" = revert ]
	[ ! -e "$HARNESS_STATE/journal" ]
	[ "$(value r.jsonl header variants 1 settings)" = "[\"sysctl:$BURST=11\", \"sysctl:$PAIR=1000000\", \"file:$PWD/conf=changed\", \"cmd:$PWD/tune\"]" ]
	[ "$(value r.jsonl header environment settings $BURST)" = "$burst" ]
	[ "$(value r.jsonl header environment settings "$PWD/conf")" = "as it was" ]
	value r.jsonl trial variant > variants
	value r.jsonl trial trial > numbers
	[ "$(wc -l < variants)" -eq 10 ]
	paste numbers variants | while read -r number variant; do
		out=$(printf 'r-output/trial-%06d.out' "$number")
		if [ "$variant" -eq 1 ]; then
			printf '11\n1000000\n0\nchanged\ntune.applied\n'
		else
			printf '%s\n0\n%s\nas it was' "$burst" "$ratio"
		fi | diff - "$out" || exit 1
	done
}

@test "after a trial that failed" {
	run harness run exec -q -o r.jsonl --vary "new=$everything" -- false
	[ "$status" -eq 3 ]
	untouched
}

@test "after a deadline" {
	run harness run exec -q -o r.jsonl --deadline 300ms --vary "new=$everything" -- sleep 60
	[ "$status" -eq 3 ]
	untouched
}

@test "after a signal" {
	for signal in INT TERM HUP; do
		start sleep 0.5
		within 100 is_changed
		kill -$signal "$harness"
		status=0
		wait "$harness" || status=$?
		[ "$status" -eq 130 ]
		untouched
		[ "$(value r.jsonl end status)" = interrupted ]
	done
}

@test "after kill -9 the next start refuses, undo restores, and the experiment can be resumed" {
	start sleep 0.5
	within 100 is_changed
	killed
	is_changed
	run harness run exec -q -o next.jsonl -- true
	[ "$status" -eq 6 ]
	[[ $output == *"has left this machine changed; call 'harness undo' to bring back sysctl:$BURST=$burst and 3 more"* ]]
	run harness run --resume r.jsonl
	[ "$status" -eq 6 ]
	[ ! -e next.jsonl ]
	run harness undo --dry-run
	[ "$status" -eq 0 ]
	[ "${lines[3]}" = "to bring back: sysctl:$BURST=$burst" ]
	is_changed
	run harness undo
	echo "$output"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "brought back cmd:$PWD/tune" ]
	[ "${lines[1]}" = "brought back file:$PWD/conf=as it was" ]
	[ "${lines[2]}" = "brought back sysctl:$PAIR=0" ]
	[ "${lines[3]}" = "brought back sysctl:$BURST=$burst" ]
	untouched
	run harness undo
	[ "$status" -eq 0 ]
	[ "$output" = "nothing to undo" ]
	sed -i '1s/"trials":100/"trials":4/' r.jsonl
	harness run -q --resume r.jsonl
	untouched
	[ "$(value r.jsonl end status)" = complete ]
}

@test "another harness waits for its turn, whether it changes something or not" {
	start sleep 0.5
	within 100 is_changed
	for vary in "" --vary=new=sysctl:$BURST=12; do
		# shellcheck disable=SC2086
		run harness run exec -q -o next.jsonl $vary -- true
		[ "$status" -eq 6 ]
		[[ $output == *"another harness is changing settings of this machine"*"locked by process $harness"* ]]
	done
	run harness undo
	[ "$status" -eq 6 ]
	[[ $output == *"another harness is changing settings"* ]]
	kill "$harness"
	wait "$harness" || true
	untouched
	harness run exec -q -o next.jsonl --trials 2 -- true
}

@test "kill -9 while a command changes the machine: undo waits for it" {
	command_that slow "sleep 2;"
	"$HARNESS" run exec -q -o r.jsonl --vary "new=sysctl:$BURST=11,cmd:./slow" -- true 3>&- &
	harness=$!
	within 100 test -s calls
	killed
	[ ! -e slow.applied ]
	run harness undo
	[ "$status" -eq 0 ]
	[[ $output == *"still running; waiting for it"* ]]
	[ "$(cat calls)" = "apply
revert" ]
	[ ! -e slow.applied ]
	untouched
}

@test "a signal while a command changes the machine ends the command, and it is reverted" {
	command_that slow "sleep 37;"
	for signal in INT TERM; do
		rm -f calls
		env --default-signal=INT "$HARNESS" run exec -q -o r.jsonl --vary "new=sysctl:$BURST=11,cmd:./slow" -- true 3>&- &
		harness=$!
		within 100 test -s calls
		local since=$SECONDS
		kill -$signal "$harness"
		status=0
		wait "$harness" || status=$?
		harness=
		[ "$status" -eq 130 ]
		[ $((SECONDS - since)) -lt 10 ]
		[ "$(cat calls)" = "apply
revert" ]
		! pgrep -fx "sleep 37"
		[ ! -e slow.applied ]
		[ ! -s "$HARNESS_STATE/journal" ]
		untouched
		rm -f r.jsonl
	done
}

@test "kill -9 while undo is at work: undo again" {
	command_that tune "" "sleep 2;"
	start sleep 0.5
	within 150 is_changed
	killed
	rm calls
	"$HARNESS" undo 3>&- &
	harness=$!
	within 100 test -s calls
	killed
	harness undo
	untouched
	[ ! -e "$HARNESS_STATE/journal" ]
}

@test "what cannot be restored is said, stays, and can be given up" {
	start sleep 0.5
	within 100 is_changed
	killed
	rm conf
	run harness undo
	[ "$status" -eq 6 ]
	[[ $output == *"cannot bring back file:$PWD/conf=as it was: there is no file"* ]]
	[[ $output == *"1 left in the journal"* ]]
	[ "$(get $BURST)" = "$burst" ]
	run harness run exec -q -o next.jsonl -- true
	[ "$status" -eq 6 ]
	run harness undo --forget
	[ "$status" -eq 0 ]
	[ "$output" = "forgotten: file:$PWD/conf=as it was" ]
	harness run exec -q -o next.jsonl --trials 2 -- true
	printf 'as it was' > conf
	untouched
}

@test "a variable that is no more is dropped by undo, and stops nobody" {
	mkdir -p "$HARNESS_STATE"
	touch "$HARNESS_STATE/lock"
	cat > "$HARNESS_STATE/journal" <<-END
	{"type":"undo journal of harness","version":1}
	{"undo":"sysctl","boot":"","was":["vm.no_such","1"]}
	{"undo":"file","boot":"","was":["/proc/no/such","1"]}
	END
	run harness run exec -q -o next.jsonl -- true
	[ "$status" -eq 6 ]
	run harness undo
	[ "$status" -eq 0 ]
	[ "$output" = "$(printf '%s\n' "gone, with nothing left to bring back: file:/proc/no/such=1" "gone, with nothing left to bring back: sysctl:vm.no_such=1")" ]
	[ ! -e "$HARNESS_STATE/journal" ]
	harness run exec -q -o next.jsonl --trials 2 -- true
}

@test "a state directory that cannot be written stops only who changes something" {
	local heading='{"type":"undo journal of harness","version":1}'
	mkdir -p real "$HARNESS_STATE"
	touch real/lock
	mount --bind real "$HARNESS_STATE" 2> /dev/null || skip "mounting needs root"
	mount -o remount,ro,bind "$HARNESS_STATE"
	run harness run exec -q -o r.jsonl --trials 2 -- true
	local plain=$status
	run harness run exec -q -o s.jsonl --trials 2 --vary "new=sysctl:$BURST=11" -- true
	local changing=$status
	printf '%s\n' "$heading" '{"undo":"sysctl","boot":"","was":["vm.a","1"]}' > real/journal
	run harness run exec -q -o t.jsonl --trials 2 -- true
	local left=$status said=$output
	rm real/journal
	python3 -c 'import fcntl, time; f = open("real/lock", "r+"); fcntl.lockf(f, fcntl.LOCK_EX); print("held", flush=True); time.sleep(60)' > held 3>&- &
	holder=$!
	within 50 test -s held || true
	run harness run exec -q -o u.jsonl --trials 2 -- true
	kill "$holder"
	wait "$holder" || true
	umount "$HARNESS_STATE"
	echo "$plain $changing $left $status $said $output"
	[ "$plain" -eq 0 ]
	[ "$changing" -eq 7 ]
	[ "$left" -eq 6 ]
	[[ $said == *"to bring back sysctl:vm.a=1"* ]]
	[ "$status" -eq 6 ]
	[[ $output == *"another harness is changing settings"* ]]
	untouched
}

@test "a setting that does not work is refused before anything is measured, and nothing stays changed" {
	command_that broken "echo no such device >&2; exit 1;"
	while IFS='|' read -r setting expected message; do
		run harness run exec -q -o r.jsonl --vary old= --vary "new=sysctl:$BURST=11,$setting" -- touch ran
		echo "$setting: $output"
		[ "$status" -eq "$expected" ]
		[[ $output == *"variant 'new'"*"$message"* ]]
		[ ! -e ran ]
		untouched
	done <<-END
	sysctl:vm.no_such_thing=1|2|there is no sysctl 'vm.no_such_thing'
	sysctl:vm.overcommit_memory=99|2|the kernel refuses '99'
	sysctl:kernel.ostype=BSD|4|cannot be changed: it is read-only
	sysctl:vm.compact_memory=1|4|cannot be read
	sysctl:vm.overcommit_kbytes=1,sysctl:vm.overcommit_ratio=50|6|'vm.overcommit_kbytes' did not take the value '1': it is '0'
	file:no-such-file=1|2|there is no file
	file:/proc/sys/kernel/printk_ratelimit=many|2|the kernel refuses 'many'
	file:/proc/version=1|4|cannot change '/proc/version'
	file:.=1|2|is a directory
	cmd:./broken|6|broken apply' failed: exit status 1; it said: no such device
	cmd:no-such-program-anywhere|4|no-such-program-anywhere
	END
}

@test "the word in brackets is the value of a choice" {
	local file=/sys/kernel/mm/transparent_hugepage/shmem_enabled
	[ -w $file ] || skip "there is no $file"
	before=$(cat $file)
	[[ $before == *"[never]"* ]] || skip "$file is in use"
	harness run exec -q -o r.jsonl --trials 2 --output keep --vary "new=file:$file=advise" -- cat $file
	after=$(cat $file)
	[ "$after" = "$before" ] || echo never > $file
	[ "$after" = "$before" ]
	[ "$(value r.jsonl header environment settings $file)" = never ]
	grep -qF '[advise]' r-output/*.out
}

@test "kill -9 at random moments, and undo restores every time" {
	local kills=${UNDO_KILLS:-6} done=0 hits=0
	RANDOM=$$
	while [ "$done" -lt "$kills" ] || { [ "$hits" -eq 0 ] && [ "$done" -lt $((kills + 30)) ]; }; do
		start true
		sleep "$(printf '%d.%03d' $((RANDOM % 2)) $((RANDOM % 1000)))"
		killed
		[ ! -s "$HARNESS_STATE/journal" ] || [ "$(wc -l < "$HARNESS_STATE/journal")" -le 1 ] || hits=$((hits + 1))
		harness undo
		untouched
		done=$((done + 1))
	done
	echo "# killed $done times, $hits of them with the machine changed" >&3
	[ "$hits" -gt 0 ]
}
