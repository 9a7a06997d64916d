#!/usr/bin/env bats
# Variants whose settings end with the processes of a trial: what a command really gets. No root is needed.

load support

setup()
{
	enter
}

# The outputs of all trials of a variant (by number), each line once.
outputs()
{
	value r.jsonl trial trial > numbers
	value r.jsonl trial variant > variants
	paste numbers variants | while read -r number variant; do
		[ "$variant" -ne "$1" ] || cat "r-output/$(printf 'trial-%06d.out' "$number")"
	done | sort -u
}

run_kept()
{
	harness run exec -q -o r.jsonl --trials 2 --output keep "$@"
}

@test "env: sets a variable, also over one that is there" {
	export GIVEN=outside
	run_kept --vary old= --vary "new=env:GIVEN=in side,env:MORE=a=b,c,env:EMPTY=" -- \
	    sh -c 'echo "$GIVEN|$MORE|${EMPTY-unset}"; env | grep -c ^GIVEN='
	[ "$(outputs 0)" = "1
outside||unset" ]
	[ "$(outputs 1)" = "1
in side|a=b,c|" ]
	[ "$(value r.jsonl header variants 1 settings)" = '["env:GIVEN=in side", "env:MORE=a=b,c", "env:EMPTY="]' ]
}

@test "cpus: holds the command and all that it starts to some CPUs" {
	[ "$(uname -s)" = Linux ] || skip "only Linux tells by /proc"
	last=$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status | sed 's/.*[-,]//')
	all=$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status)
	run_kept --vary all= --vary one=cpus:"$last" -- sh -c 'sh -c "grep ^Cpus_allowed_list: /proc/self/status"'
	[[ $(outputs 0) == *[[:blank:]]"$all" ]]
	[[ $(outputs 1) == *[[:blank:]]"$last" ]]
	[ "$(value r.jsonl header environment settings cpus)" = "$all" ]
	[ ! -e "$HARNESS_STATE" ]
}

@test "opt: gives a variant options of its own, the command included" {
	run_kept --vary a= --vary "b=opt:command=echo 'two words'" -- echo one
	[ "$(outputs 0)" = one ]
	[ "$(outputs 1)" = "two words" ]
}

@test "every variant may bring its own command, and none is needed then" {
	run_kept --vary "a=opt:command=echo a" --vary "b=opt:command=echo b"
	[ "$(outputs 0)" = a ]
	[ "$(outputs 1)" = b ]
	run harness run exec -q -o s.jsonl --vary "a=opt:command=echo a" --vary b=
	[ "$status" -eq 2 ]
}

@test "an experiment that is resumed has its variants" {
	run_kept --vary old= --vary "new=env:A=1,cpus:0" -- sh -c 'echo "A=$A"'
	sed -i '$d' r.jsonl	# as if it had been cut off: the end, and a trial
	sed -i '$d' r.jsonl
	rm r-output/trial-000005.*	# of the trial that was lost
	harness run -q --resume r.jsonl
	[ "$(value r.jsonl end status)" = complete ]
	[ "$(value r.jsonl trial variant | wc -l)" -ge 7 ]
	[ "$(outputs 0)" = "A=" ]
	[ "$(outputs 1)" = "A=1" ]
	run harness run --resume r.jsonl --vary old=
	[ "$status" -eq 2 ]
}

@test "an A/A experiment: two names for the untouched system" {
	harness run exec -q -o r.jsonl --trials 4 --vary a= --vary b= -- true
	[ "$(value r.jsonl trial variant | sort | uniq -c | tr -s ' \n' ' ')" = " 5 0 5 1 " ]
}
