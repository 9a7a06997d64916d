#!/usr/bin/env bats
# harness run --dry-run: the plan, and what a call is turned into.

load golden

setup()
{
	cd "$BATS_TEST_TMPDIR"
}

@test "a plan" {
	golden plan harness run exec --dry-run --seed 1 -- sleep 1
}

@test "a plan with everything" {
	golden plan-options harness run exec --dry-run --seed 18446744073709551615 --trials 12 --warmup 0 --deadline 1m30s \
	    --output keep --ignore-failure --reset "sh -c 'echo \"a b\"'" -- env A=1 sh -c 'exit 3'
}

@test "variants" {
	golden plan-variants harness run exec --dry-run --seed 1 --vary old= --vary "new=env:A=1,2,env:B=3\\,env:C,opt:output=keep" -- true
}

@test "two variants may stop by themselves" {
	golden plan-decide harness run exec --dry-run --seed 1 --vary old= --vary new=env:A=1 --decide --budget 1h --threshold 2% -- true
	golden plan-precision harness run exec --dry-run --seed 1 --precision 0.5% --max-trials 20 -- true
}

@test "--quick is four trials" {
	golden plan-quick harness run exec --dry-run --seed 1 --quick -- true
}

@test "an option may be written in three ways, and the last one counts" {
	harness run exec --dry-run --seed 1 --trials 5 -- true > five
	harness run exec --dry-run --seed=1 --trials=5 -- true | diff five -
	harness run exec --dry-run --seed 1 --trials 9 --trials 5 -- true | diff five -
	harness run exec --dry-run --seed 1 --trials 5 --no-ignore-failure -- true | diff five -
}

@test "a plan leaves nothing behind" {
	harness run exec --dry-run -- true
	[ -z "$(ls -A)" ]
}

@test "a seed is chosen when none is given, and another each time" {
	a=$(harness run exec --dry-run -- true | sed -n 's/.*seed //p')
	b=$(harness run exec --dry-run -- true | sed -n 's/.*seed //p')
	[ -n "$a" ]
	[ "$a" != "$b" ]
}
