#!/usr/bin/env bats
# What goes wrong in the middle: a clear message, the right exit status, nothing left behind, nothing lost that was measured.

load support

setup()
{
	enter
}

teardown()
{
	cd "$BATS_TEST_TMPDIR"
	umount work/small 2> /dev/null || true
	pkill -KILL -x "$SPIN" || true
}

# A long experiment in the background; its process id in $harness.
start()
{
	"$HARNESS" run exec -q -o r.jsonl --trials 5 -- sh -c 'setsid -f ./"$SPIN"; ./"$SPIN" & sleep 1' 3>&- &
	harness=$!
	within 100 lives "$SPIN"
}

@test "a command that hangs is ended at the deadline, with all its processes" {
	spinner "$SPIN"
	run harness run exec -q -o r.jsonl --deadline 500ms --trials 3 -- sh -c 'setsid -f ./"$SPIN"; ./"$SPIN" & sleep 60'
	[ "$status" -eq 3 ]
	[[ $output == *"deadline of 0.5 s"* ]]
	[ "$(value r.jsonl trial status)" = timeout ]
	is_gone "$SPIN"
	left_nothing
}

@test "kill -9 in the middle of a trial: no descendant lives, the record is readable, resume completes it" {
	spinner "$SPIN"
	start
	within 50 sh -c 'test "$(wc -l < r.jsonl)" -ge 2'
	within 50 sh -c 'pgrep -P "$0" -x hwarden > warden' "$harness"
	warden=$(cat warden)
	kill -KILL "$harness"
	within 20 is_gone "$SPIN"
	within 20 sh -c '! kill -0 "$0" 2> /dev/null' "$warden"
	within 20 sh -c 'test -z "$(find /sys/fs/cgroup -maxdepth 3 -name "harness-$0")"' "$warden"
	run harness compare r.jsonl
	[ "$status" -eq 0 ] || [[ $output == *"no trial"* ]]
	run harness run --resume r.jsonl -q
	[ "$status" -eq 0 ]
	[ "$(value r.jsonl end status)" = complete ]
	[[ $(harness compare r.jsonl) == *"5 trials"* ]]
	left_nothing
}

@test "all processes called harness are killed: what they started is ended all the same" {
	spinner "$SPIN"
	start
	within 50 sh -c 'pgrep -P "$(pgrep -P "$0" -x hwarden)" > worker' "$harness"
	kill -KILL "$harness" $(cat worker)
	within 20 is_gone "$SPIN"
}

@test "SIGINT and SIGTERM: what was measured is saved and shown, exit 130" {
	for signal in INT TERM; do
		rm -f r.jsonl
		"$HARNESS" run exec -q -o r.jsonl --trials 50 --warmup 0 -- sleep 0.3 > out 2>&1 3>&- &
		harness=$!
		within 50 sh -c 'test -s r.jsonl && test "$(wc -l < r.jsonl)" -ge 3'
		kill -$signal "$harness"
		status=0
		wait "$harness" || status=$?
		[ "$status" -eq 130 ]
		grep -q 'interrupted' out
		grep -q 'real' out
		[ "$(value r.jsonl end status)" = interrupted ]
		left_nothing
	done
}

@test "an interrupted experiment is completed by --resume, and the block cut short is void" {
	"$HARNESS" run exec -q -o r.jsonl --seed 3 --trials 8 --warmup 0 -- sleep 0.2 > out 2>&1 3>&- &
	harness=$!
	within 50 sh -c 'test -s r.jsonl && test "$(wc -l < r.jsonl)" -ge 3'
	kill -INT "$harness"
	wait "$harness" || true
	run harness run --resume r.jsonl -q
	[ "$status" -eq 0 ]
	[ "$(value r.jsonl session void)" = "[0]" ]
	[[ $(harness compare r.jsonl) == *"8 trials"* ]]
	run harness run --resume r.jsonl
	[ "$status" -eq 2 ]
	[[ $output == *"complete"* ]]
	run harness run exec --resume r.jsonl --trials 9 -- sleep 0.2
	[ "$status" -eq 2 ]
}

@test "two runs into one file" {
	"$HARNESS" run exec -q -o r.jsonl --trials 50 -- sleep 0.2 > out 2>&1 3>&- &
	harness=$!
	within 50 test -s r.jsonl
	run harness run exec -q -o r.jsonl -- true
	[ "$status" -eq 2 ]
	[[ $output == *"exists already"* ]]
	run harness run --resume r.jsonl
	[ "$status" -eq 6 ]
	[[ $output == *"process"* ]]
	kill -INT "$harness"
	wait "$harness" || true
	[ "$(value r.jsonl end status)" = interrupted ]
}

@test "a full disk under the record: the trials before it are kept" {
	small_disk 40k
	run harness run exec -q -o small/r.jsonl --trials 60 --warmup 0 -- true
	[ "$status" -eq 7 ]
	[[ $output == *"No space left"* ]]
	run harness compare small/r.jsonl
	[ "$status" -eq 0 ]
	left_nothing
}

@test "a full scratch directory fails the trial, not the record" {
	small_disk 64k
	run harness run exec -q -o r.jsonl --dir small --trials 4 --warmup 0 -- sh -c 'head -c 1000000 /dev/zero > small/fill'
	[ "$status" -eq 3 ]
	[[ $output == *"No space left"* ]]
	[ "$(value r.jsonl end status)" = failed ]
}

@test "a directory that cannot be written to" {
	run harness run exec -q -o /sys/r.jsonl -- true
	[ "$status" -eq 7 ]
	run harness run exec -q -o r.jsonl --dir /proc -- true
	[ "$status" -eq 7 ]
	[[ $output == *"--dir"* ]]
	[ ! -e r.jsonl ]
}

@test "records that are truncated, foreign, or newer than this harness" {
	harness run exec -q -o r.jsonl --trials 4 --warmup 0 -- true
	head -c -40 r.jsonl > cut.jsonl
	run harness compare cut.jsonl
	[ "$status" -eq 0 ]
	[[ $output == *"cut off"* ]]
	sed 's/"schema":1/"schema":99/' r.jsonl > newer.jsonl
	run harness compare newer.jsonl
	[ "$status" -eq 2 ]
	[[ $output == *"newer"* ]]
	echo '{"results": []}' > foreign.jsonl
	run harness compare foreign.jsonl
	[ "$status" -eq 2 ]
	run harness run --resume foreign.jsonl
	[ "$status" -eq 2 ]
	: > empty.jsonl
	run harness compare empty.jsonl
	[ "$status" -eq 2 ]
}

@test "what a killed harness left is removed by the next in the same place" {
	spinner "$SPIN"
	start
	kill -KILL "$harness"
	within 20 is_gone "$SPIN"
	[ -n "$(ls -A "$TMPDIR")" ]
	harness run exec -q -o next.jsonl --trials 1 -- true
	left_nothing
}

@test "the output cannot be written" {
	harness run exec -q -o r.jsonl --trials 4 --warmup 0 -- true
	status=0
	harness compare r.jsonl > /dev/full 2> err || status=$?
	[ "$status" -eq 7 ]
	grep -q 'could not be written\|cannot write' err
}

@test "the record is of a tree of options that is gone" {
	harness run exec -q -o r.jsonl --trials 4 --warmup 0 -- true
	sed 's/"workload":"exec"/"workload":"gone"/' r.jsonl | head -3 > gone.jsonl
	run harness run --resume gone.jsonl
	[ "$status" -eq 2 ]
	[[ $output == *"gone"* ]]
}

@test "started by nohup it goes on when the terminal hangs up" {
	nohup "$HARNESS" run exec -q -o r.jsonl --trials 4 --warmup 0 -- sleep 0.3 > out 2>&1 3>&- &
	harness=$!
	within 50 test -s r.jsonl
	kill -HUP "$harness"
	wait "$harness"
	[ "$(value r.jsonl end status)" = complete ]
}

@test "started without standard descriptors" {
	run bash -c '"$0" run exec -q -o r.jsonl --trials 1 --warmup 0 -- sh -c "echo out; echo err >&2" <&- >&- 2>&-' "$HARNESS"
	[ "$(value r.jsonl trial status)" = ok ]
}

@test "an accounting group that harness and warden left, killed together, is removed by the next" {
	spinner "$SPIN"
	start
	within 50 sh -c 'pgrep -P "$0" -x hwarden > warden' "$harness"
	kill -KILL $(cat warden) "$harness"
	pkill -KILL -x "$SPIN" || true
	within 20 is_gone "$SPIN"
	harness run exec -q -o next.jsonl --trials 1 --warmup 0 -- true
	[ -z "$(find /sys/fs/cgroup -maxdepth 3 -name "harness-$(cat warden)")" ]
}

@test "a warden that was stopped is killed some seconds after the deadline, and its tree with it" {
	spinner "$SPIN"
	run timeout 60 "$HARNESS" run exec -q -o r.jsonl --deadline 1s --trials 2 --warmup 0 -- \
	    sh -c './"$SPIN" & kill -STOP $(ps -o ppid= -p $PPID); sleep 60'
	[ "$status" -eq 7 ] || [ "$status" -eq 3 ]
	within 20 is_gone "$SPIN"
	[ "$(value r.jsonl end status)" = failed ]
}

@test "a record that is removed meanwhile is noticed at the next trial" {
	run harness run exec -q -o r.jsonl --trials 6 --warmup 0 -- rm -f "$PWD/r.jsonl"
	[ "$status" -eq 7 ]
	[[ $output == *"removed or replaced"* ]]
	left_nothing
}

@test "a record that may not grow is as a full disk" {
	command -v prlimit > /dev/null || skip "there is no prlimit"
	run prlimit --fsize=9000 "$HARNESS" run exec -q -o r.jsonl --trials 60 --warmup 0 -- true
	[ "$status" -eq 7 ]
	run harness compare r.jsonl
	[ "$status" -eq 0 ]
	left_nothing
}

@test "text from a record does no harm to the terminal" {
	harness run exec -q -o r.jsonl --trials 1 --warmup 0 -- printf '\033[31mred\n' > out 2>&1
	sed 's/"name":"default"/"name":"x\\u001b[31m"/' r.jsonl > bad.jsonl
	run harness compare bad.jsonl
	[ "$status" -eq 2 ]
	[[ $output == *"control characters"* ]]
	sed 's/"describe":"[^"]*"/"describe":"x\\u001b[31mred"/' r.jsonl > described.jsonl
	harness compare described.jsonl > out
	! grep -q "$(printf '\033')" out
}

@test "a seed that is too large is refused" {
	run harness run exec --dry-run --seed 18446744073709551616 -- true
	[ "$status" -eq 2 ]
	run harness run exec --dry-run --seed 18446744073709551615 -- true
	[ "$status" -eq 0 ]
}
