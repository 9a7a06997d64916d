#!/usr/bin/env bats
# `run exec` as a user runs it: what is charged, what is checked, what is kept.

load support

setup()
{
	enter
}

teardown()
{
	pkill -KILL -x "$SPIN" || true
}

@test "a command is timed, and its record is complete" {
	run harness run exec -o r.jsonl --trials 3 -- sleep 0.1
	[ "$status" -eq 0 ]
	[[ $output == *"3 trials after 1 warm-up"* ]]
	[ "$(value r.jsonl trial status | sort | uniq -c | tr -s ' ')" = " 4 ok" ]
	[ "$(value r.jsonl trial warmup | tr '\n' ' ')" = "True False False False " ]
	[ "$(value r.jsonl end status)" = complete ]
	value r.jsonl trial values real | awk '$1 < 0.1 || $1 > 5 { exit 1 }'
	left_nothing
}

@test "the record agrees with its schema" {
	python3 -c 'import jsonschema' 2> /dev/null || skip "python3-jsonschema is not installed"
	harness run exec -q -o r.jsonl --trials 2 -- true
	python3 "$top/tests/lint/records.py" r.jsonl
}

@test "a detached spinner is charged to the tree and ended with the trial" {
	spinner "$SPIN"
	harness run exec -q -o r.jsonl --trials 1 --warmup 0 -- sh -c 'setsid -f ./"$SPIN"; sleep 1'
	# It had up to a second of one CPU; a busy machine gives it less, never nothing.
	value r.jsonl trial values cpu | awk '$1 < 0.2 || $1 > 1.5 { exit 1 }'
	is_gone "$SPIN"
	left_nothing
}

@test "what a killed process used is charged, though nobody waited for it" {
	spinner "$SPIN"
	harness run exec -q -o r.jsonl --trials 1 --warmup 0 -- sh -c './"$SPIN" & sleep 1; kill -9 $!; exit 0'
	value r.jsonl trial values cpu | awk '$1 < 0.2 { exit 1 }'
}

@test "exit status: checked, ignored" {
	run harness run exec -q -o a.jsonl --trials 2 -- sh -c 'echo no such luck >&2; exit 7'
	[ "$status" -eq 3 ]
	[[ $output == *"no such luck"* ]]
	[[ $output == *"exit status 7"* ]]
	[ "$(value a.jsonl end status)" = failed ]
	run harness run exec -q -o b.jsonl --trials 2 --ignore-failure -- sh -c 'exit 7'
	[ "$status" -eq 0 ]
	[ "$(value b.jsonl trial status | sort -u)" = ok ]
	left_nothing
}

@test "a command killed by a signal has failed" {
	run harness run exec -q -o r.jsonl --trials 2 -- sh -c 'kill -SEGV $$'
	[ "$status" -eq 3 ]
	[[ $output == *"killed by signal 11"* ]]
}

@test "a later failure is counted, not fatal, and exits 3" {
	run harness run exec -q -o r.jsonl --trials 4 --warmup 0 -- \
	    sh -c 'echo x >> count; test "$(wc -l < count)" -ne 3'
	[ "$status" -eq 3 ]
	[[ $output == *"1 of 4 trials failed"* ]]
	[ "$(value r.jsonl trial status | grep -c ok)" -eq 3 ]
	[ "$(value r.jsonl end status)" = complete ]
}

@test "standard input, output kept, output shown" {
	printf 'from a file\n' > input
	harness run exec -q -o r.jsonl --trials 1 --warmup 0 --stdin input --output keep -- cat
	[ "$(cat r-output/*.out)" = "from a file" ]
	run harness run exec -q -o s.jsonl --trials 1 --warmup 0 --stdin input --output show -- cat
	[[ $output == *"from a file"* ]]
	run harness run exec -q -o t.jsonl --trials 1 --warmup 0 --stdin input -- cat
	[[ $output != *"from a file"* ]]
}

@test "reset before and verify after every trial, outside the clock" {
	run harness run exec -q -o r.jsonl --trials 2 --warmup 1 \
	    --reset 'sh -c "sleep 0.3; echo reset >> log"' --verify 'sh -c "sleep 0.3; echo verify >> log"' -- sh -c 'echo run >> log'
	[ "$status" -eq 0 ]
	[ "$(tr '\n' ' ' < log)" = "reset run verify reset run verify reset run verify " ]
	value r.jsonl trial values real | awk '$1 >= 0.3 { exit 1 }'
}

@test "a failing verify is a failed trial, a failing reset too" {
	run harness run exec -q -o a.jsonl --trials 2 --verify 'sh -c "echo wrong answer >&2; exit 1"' -- true
	[ "$status" -eq 3 ]
	[[ $output == *"wrong answer"* ]]
	[[ $output == *"--verify"* ]]
	run harness run exec -q -o b.jsonl --trials 2 --reset false -- true
	[ "$status" -eq 3 ]
	[[ $output == *"--reset"* ]]
}

@test "no shell is in between" {
	harness run exec -q -o r.jsonl --trials 1 --warmup 0 --output keep -- printf '%s\n' '$HOME' '*' 'a  b'
	[ "$(cat r-output/*.out)" = '$HOME
*
a  b' ]
}

@test "a grid makes no case for exec, an unknown program is refused before anything runs" {
	run harness run exec -o r.jsonl -- no-such-program-anywhere
	[ "$status" -eq 4 ]
	[ ! -e r.jsonl ]
}

@test "results as JSON, and compare says the same" {
	harness run exec -q -o "$PWD/r.jsonl" --json --trials 4 -- true > run.json
	harness compare --json "$PWD/r.jsonl" > compare.json
	python3 - <<'PYTHON'
import json
run, compare = json.load(open("run.json")), json.load(open("compare.json"))
assert run == compare, "run and compare differ"
PYTHON
}

@test "the same seed gives the same order and padding" {
	harness run exec -q -o a.jsonl --seed 7 --trials 4 -- true
	harness run exec -q -o b.jsonl --seed 7 --trials 4 -- true
	[ "$(value a.jsonl trial padding)" = "$(value b.jsonl trial padding)" ]
	harness run exec -q -o c.jsonl --seed 8 --trials 4 -- true
	[ "$(value a.jsonl trial padding)" != "$(value c.jsonl trial padding)" ]
}

@test "an experiment ends by precision, and by its budget" {
	harness run exec -q -o a.jsonl --precision 80% -- sleep 0.01
	[ "$(value a.jsonl trial warmup | grep -c False)" -eq 8 ]
	[[ $(value a.jsonl end reason) == *"precision reached"* ]]
	harness run exec -q -o b.jsonl --precision 0.0001% --budget 2s -- sleep 0.05
	[ "$(value b.jsonl end status)" = budget ]
}

@test "two experiments within one second have records of their own; a record's directory is not invented" {
	for i in 1 2 3; do
		harness run exec -q --trials 1 --warmup 0 -- true
	done
	[ "$(ls results | wc -l)" -eq 3 ]
	run harness run exec -q -o no/such/r.jsonl --trials 1 -- true
	[ "$status" -eq 2 ]
	[[ $output == *"there is no directory"* ]]
	[ ! -e no ]
}
