#!/usr/bin/env bats
# What harness says about itself.

load golden

@test "without arguments it gives the overview" {
	golden help harness
}

@test "help, --help and -h are the same" {
	harness > "$BATS_TEST_TMPDIR/overview"
	harness help | diff "$BATS_TEST_TMPDIR/overview" -
	harness --help | diff "$BATS_TEST_TMPDIR/overview" -
	harness -h | diff "$BATS_TEST_TMPDIR/overview" -
}

@test "help goes to standard output, with status 0" {
	run --separate-stderr harness help
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "every verb of the overview has help of its own" {
	for verb in $(harness | sed -n '/^usage:/,/^$/s/^  harness \([a-z]*\) .*/\1/p' | grep -vx help); do
		harness "$verb" --help | grep -q "^usage: harness $verb"
		harness help "$verb" | diff <(harness "$verb" --help) -
	done
}

@test "help of run" {
	golden help-run harness run --help
}

@test "help of each workload" {
	for workload in $(harness list | awk '{ print $1 }'); do
		golden "help-run-$(echo "$workload" | tr / -)" harness run "$workload" --help
	done
}

@test "help of the other verbs" {
	golden help-list harness list --help
	golden help-compare harness compare --help
	golden help-undo harness undo --help
}

@test "--help wins over everything before the dashes, and is the command's own behind them" {
	run harness run exec --trials nonsense --help
	[ "$status" -eq 0 ]
	[[ "$output" == "usage: harness run exec"* ]]
	run harness run exec --dry-run -- true --help
	[ "$status" -eq 0 ]
	[[ "$output" == "workload "* ]]
}

@test "no line of a verb's help is wider than 100 columns" {
	for text in "help run" "run exec --help" "list --help"; do
		# shellcheck disable=SC2086
		harness $text | awk 'length > 100 { print; wide = 1 } END { exit wide }'
	done
}

@test "the version" {
	run harness --version
	[ "$status" -eq 0 ]
	[[ "$output" =~ ^harness\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}
