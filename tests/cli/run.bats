#!/usr/bin/env bats
# harness run: what is printed where, what is written, and what a script can rely on. Times are masked.

load golden

setup()
{
	export TMPDIR=$BATS_TEST_TMPDIR/scratch
	mkdir "$TMPDIR" "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
}

@test "progress is on standard error, results on standard output" {
	golden_masked run harness run exec --trials 2 --seed 1 -o record.jsonl --metric real -- true
}

@test "--quiet leaves the results" {
	golden_masked run-quiet harness run exec --trials 2 --quiet --seed 1 -o record.jsonl --metric real -- true
}

@test "the record has a name by itself, and is said" {
	run --separate-stderr harness run exec --trials 1 --warmup 0 -- true
	[ "$status" -eq 0 ]
	file=$(ls results)
	[[ "$file" =~ ^[0-9]{8}T[0-9]{6}Z-.*-exec\.jsonl$ ]]
	[[ "$output" == *"Saved results/$file"* ]]
}

@test "nothing else is left, here and in the scratch directory" {
	harness run exec --trials 1 --warmup 0 -o record.jsonl -- true
	[ "$(ls -A)" = record.jsonl ]
	[ -z "$(ls -A "$TMPDIR")" ]
}

@test "the order, the paddings and the seeds of trials follow from the seed" {
	for name in a b; do
		harness run exec --trials 3 --seed 42 -o "$name.jsonl" -q -- true > /dev/null
		sed -n 's/.*"type":"trial".*"padding":\([0-9]*\),"seed":"\([0-9]*\)".*/\1 \2/p' "$name.jsonl" > "$name"
	done
	[ "$(wc -l < a)" -eq 4 ]
	diff a b
}

@test "the output of a command is not mistaken for a result, nor for ours" {
	run --separate-stderr harness run exec --trials 1 --warmup 0 -o record.jsonl -- \
	    sh -c 'echo "{\"status\":\"fail\"}"; printf "n%s\n" oise >&2'
	[ "$status" -eq 0 ]
	[[ "$output" != *status* ]]
	[[ "$stderr" != *noise* ]]
}

@test "--output show and keep" {
	run harness run exec --trials 1 --warmup 0 -o shown.jsonl --output show -- echo hello from the command
	[ "$status" -eq 0 ]
	[[ "$output" == *"hello from the command"* ]]
	harness run exec --trials 2 --warmup 0 -o kept.jsonl --output keep -- echo hello from the command
	[ "$(cat kept-output/*.out)" = $'hello from the command\nhello from the command' ]
}

@test "--stdin" {
	echo one two three > input
	harness run exec --trials 1 --warmup 0 -o record.jsonl --stdin input --output keep -- wc -w
	[ "$(tr -d ' ' < record-output/*.out)" = 3 ]
}

@test "--reset and --verify run beside every trial, in this directory" {
	harness run exec --trials 2 --warmup 1 -o record.jsonl --reset "sh -c 'echo reset >> log'" --verify "sh -c 'echo verify >> log'" -- \
	    sh -c 'echo run >> log'
	[ "$(tr '\n' ' ' < log)" = "reset run verify reset run verify reset run verify " ]
}

@test "a command that fails is a failed trial: status 3, the reason, its last words" {
	run --separate-stderr harness run exec --trials 2 -o record.jsonl -- sh -c 'echo last words >&2; exit 5'
	[ "$status" -eq 3 ]
	[[ "$stderr" == *"last words"* ]]
	[[ "$stderr" == *"harness: "*"'sh' failed: exit status 5"* ]]
	[ -z "$output" ]
	grep -q '"status":"failed"' record.jsonl
}

@test "a verify that fails: status 3" {
	run harness run exec --trials 1 -o record.jsonl --verify false -- true
	[ "$status" -eq 3 ]
	[[ "$output" == *"--verify"* ]]
}

@test "--ignore-failure" {
	run harness run exec --trials 1 -o record.jsonl --ignore-failure -- false
	[ "$status" -eq 0 ]
}

@test "a deadline ends the trial: status 3" {
	run harness run exec --trials 1 -o record.jsonl --deadline 200ms -- sleep 60
	[ "$status" -eq 3 ]
	grep -q '"status":"timeout"' record.jsonl
}

@test "--json is JSON on standard output, and nothing else" {
	python=$(command -v python3) || skip "no python3 to read JSON with"
	harness run exec --trials 2 -o record.jsonl --json -- true 2> /dev/null | "$python" -m json.tool > /dev/null
}

@test "no colours when it is not a terminal" {
	unset NO_COLOR
	harness run exec --trials 2 -o record.jsonl -- true > out 2>&1
	if grep -q "$(printf '\033')" out; then
		false
	fi
}

@test "a full disk under standard output is said: status 7" {
	[ -w /dev/full ] || skip "no /dev/full here"
	run --separate-stderr bash -c "'$HARNESS' list > /dev/full"
	[ "$status" -eq 7 ]
	[[ "$stderr" == *"cannot write"* ]]
}
