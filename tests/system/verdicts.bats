#!/usr/bin/env bats
# Verdicts on differences so large that no machine hides them.

load support

setup()
{
	enter
}

# A computation whose length is in the environment.
work()
{
	printf '#include <stdlib.h>\nint main(void) { volatile unsigned long x = 0; for (long n = atol(getenv("WORK")); n > 0; n--) x++; }\n' > work.c
	${CC:-cc} -O1 -o work work.c
}

@test "a parent of 256 MiB pays for fork: the gate on system time finds the loss" {
	command -v jam > /dev/null || skip "jam is not installed"
	run harness run build -j2 -q -o r.jsonl --scale 0.001 --parent-heap 256M --trials 4 \
	    --vary native=opt:spawn=native --vary fork=opt:spawn=fork --gate=sys
	echo "$output"
	[ "$status" -eq 1 ]
	[[ $output == *"fork is slower"* ]]
	left_nothing
}

@test "--decide stops at a verdict, and says at which look" {
	work
	run harness run exec -q -o r.jsonl --seed 1 --vary one=env:WORK=20000000 --vary three=env:WORK=60000000 --decide --gate=user -- ./work
	echo "$output"
	[ "$status" -eq 1 ]
	[[ $output == *"three is slower"* ]]
	[[ $(value r.jsonl end reason) == "decided at look"* ]]
	[ "$(value r.jsonl header options decide)" = True ]
}

@test "a ladder has its steps and its total" {
	work
	run harness run exec -q -o r.jsonl --ladder --trials 4 --vary a=env:WORK=80000000 --vary b=env:WORK=40000000 --vary c=env:WORK=10000000 -- ./work
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"all steps"* ]]
	# The record knows that it is one.
	[[ $(harness compare r.jsonl) == *"all steps"* ]]
}

@test "three variants are ranked" {
	work
	run harness run exec -q -o r.jsonl --trials 8 --vary a=env:WORK=80000000 --vary b=env:WORK=10000000 --vary c=env:WORK=40000000 -- ./work
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"rank"* ]]
}

@test "one to three trials give figures and the honest undecided" {
	work
	for trials in 1 2 3; do
		run harness run exec -q -o $trials.jsonl --trials $trials --vary a=env:WORK=1000 --vary b=env:WORK=90000000 --gate -- ./work
		[ "$status" -eq 5 ]
		[[ $output == *"ndecided"* ]]
	done
}

@test "a variant pinned to one CPU runs there" {
	run harness run exec -q -o r.jsonl --trials 1 --warmup 0 --output keep --vary all= --vary one=cpus:0 -- \
	    sh -c 'grep Cpus_allowed_list /proc/self/status'
	[ "$status" -eq 0 ] || skip "no CPU affinity here"
	grep -hx 'Cpus_allowed_list:.0' r-output/*.out
}

@test "what does not fit is refused before anything runs" {
	run harness run exec --decide --vary a= -- true
	[ "$status" -eq 2 ]
	run harness run exec --decide --vary a= --vary b= --vary c= -- true
	[ "$status" -eq 2 ]
	run harness run exec --decide --trials 9 --vary a= --vary b= -- true
	[ "$status" -eq 2 ]
	run harness run exec --threshold 150% -- true
	[ "$status" -eq 2 ]
	run harness run exec --gate -q -o r.jsonl --trials 1 -- true
	[ "$status" -eq 2 ]
	run harness run exec --gate=no-such-metric -q -o r.jsonl --trials 1 --vary a= --vary b= -- true
	[ "$status" -eq 2 ]
	[ ! -e r.jsonl ]
}
