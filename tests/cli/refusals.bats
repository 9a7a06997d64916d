#!/usr/bin/env bats
# What is refused, in which words, and with which exit status. Nothing is left behind by a call that was refused.

load golden

setup()
{
	cd "$BATS_TEST_TMPDIR"
	mkdir here
	cd here
}

teardown()
{
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/here")" ]
}

@test "an unknown verb" {
	golden refuse-verb harness rnu
	golden refuse-verb-far harness xyzzy
	golden refuse-verb-help harness help rnu
}

@test "an unknown workload" {
	golden refuse-workload harness run exce
	golden refuse-workload-far harness run xyzzy
}

@test "no workload" {
	golden refuse-no-workload harness run
	golden refuse-workload-late harness run --trials 3 exec
}

@test "an unknown option" {
	golden refuse-option harness run exec --trails 3 -- true
	golden refuse-option-far harness run exec --xyzzy -- true
	golden refuse-letter harness run exec -z -- true
	golden refuse-option-list harness list --jsno
}

@test "a value that does not fit" {
	golden refuse-count harness run exec --trials many -- true
	golden refuse-count-range harness run exec --trials 0 -- true
	golden refuse-unit harness run exec --deadline 5x -- true
	golden refuse-unit-range harness run exec --deadline 1us -- true
	golden refuse-negative harness run exec --trials -3 -- true
	golden refuse-choice harness run exec --output shwo -- true
	golden refuse-seed harness run exec --seed 1.5 -- true
	golden refuse-quote harness run exec --reset "sh -c 'open" -- true
}

@test "a value that is missing, or too much" {
	golden refuse-no-value harness run exec --trials
	golden refuse-flag-value harness run exec --quick=3 -- true
}

@test "a variant that cannot be" {
	golden refuse-vary-form harness run exec --vary old -- true
	golden refuse-vary-kind harness run exec --vary old= --vary new=sysclt:vm.swappiness=1 -- true
	golden refuse-vary-setting harness run exec --vary old= --vary new=env:A -- true
	golden refuse-vary-option harness run exec --vary old= --vary new=opt:outptu=keep -- true
	golden refuse-vary-twice harness run exec --vary old= --vary old=env:A=1 -- true
	golden refuse-vary-same harness run exec --vary old=env:A=1,env:A=2 --vary new= -- true
}

@test "options that exclude each other" {
	golden refuse-decide-trials harness run exec --vary a= --vary b=env:A=1 --decide --trials 9 -- true
	golden refuse-decide-one harness run exec --decide -- true
	golden refuse-decide-precision harness run exec --vary a= --vary b=env:A=1 --decide --precision 1% -- true
	golden refuse-quick-trials harness run exec --quick --trials 5 -- true
}

@test "no command" {
	golden refuse-no-command harness run exec
	golden refuse-dashes-alone harness run exec --
}

@test "a word too many" {
	golden refuse-operand harness run exec true
}

@test "a program that is not there" {
	golden refuse-program harness run exec -- no-such-program-anywhere
	golden refuse-reset-program harness run exec --reset no-such-program-anywhere -- true
}

@test "a file or directory that is not there" {
	golden_masked refuse-stdin harness run exec --stdin no-such-file -- true
	golden refuse-dir harness run exec -o record.jsonl --dir /no/such/directory -- true
	golden_masked refuse-resume harness run --resume no-such-file
}

@test "a record that is there already is not written over" {
	echo mine > ../there.jsonl
	golden_masked refuse-overwrite harness run exec -o ../there.jsonl -- true
	[ "$(cat ../there.jsonl)" = mine ]
}
