#!/usr/bin/env bats
# `doctor` as a user runs it. Machines are busy while they test: nothing here depends on what is found, only on
# that it is said.

load support

setup()
{
	enter
	export HARNESS_STATE=$BATS_TEST_TMPDIR/state
}

# Whatever the machine is like: 0 or 6.
examined()
{
	run harness doctor "$@"
	[ "$status" -eq 0 ] || [ "$status" -eq 6 ]
}

# floor KEY: a value of what is stored.
floor()
{
	python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$HARNESS_STATE/floor.json" "$1"
}

# A floor of this host, as doctor would have stored it so many seconds ago.
store_floor()
{
	mkdir -p "$HARNESS_STATE"
	python3 - "$1" "$2" > "$HARNESS_STATE/floor.json" << 'PYTHON'
import datetime, json, os, sys
created = datetime.datetime.utcfromtimestamp(datetime.datetime.now().timestamp() - int(sys.argv[2]))
print(json.dumps({"floor": 1, "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "host": os.uname().nodename,
    "ratio": float(sys.argv[1]), "trials": 8}))
PYTHON
}

@test "only looking: every check is there, nothing is measured or left" {
	examined --no-measure
	for name in harness load processes steal jobs settings frequency "huge pages" swap clock "CPU time" machine scratch results; do
		[[ $output =~ (ok|unknown|note|warning|unfit)\ +"$name" ]]
	done
	[[ $output != *"noise floor:"* ]]
	[ ! -e "$HARNESS_STATE/floor.json" ]
	left_nothing
}

@test "what is not ok says why" {
	examined --no-measure --json
	python3 -c '
import json, sys
o = json.load(sys.stdin)
assert o["doctor"] == 1 and o["floor"] is None
for check in o["checks"]:
    assert check["level"] in ("ok", "unknown", "note", "warning", "unfit"), check
    assert check["what"], check
    assert (check["why"] is None) == (check["level"] == "ok"), check
' <<< "$output"
}

@test "the noise floor is measured, stored and cited by the next record" {
	examined --force --quick
	[[ $output == *"noise floor: with 4 trials each this machine sees changes of about "*" %"* ]]
	for name in A/A trials drift memory heartbeat; do
		[[ $output == *"  $name "* ]]
	done
	record=$(floor record)
	[ "$(value "$record" header variants 0 name)" = A ]
	[ "$(value "$record" header variants 1 name)" = B ]
	[ "$(value "$record" trial warmup | grep -c False)" -eq 8 ]
	[ "$(value "$record" end status)" = complete ]
	[ "$(floor trials)" -eq 4 ]

	harness run exec -q -o r.jsonl --trials 2 -- true
	[ "$(value r.jsonl header environment noise_floor ratio)" = "$(floor ratio)" ]
	run harness compare r.jsonl
	[[ $output == *"noise floor of this machine: "*" % with 4 trials each (doctor, "*")"* ]]
	[ "$(harness compare --json r.jsonl | python3 -c 'import json, sys; print(json.load(sys.stdin)["noise_floor"])')" = "$(floor ratio)" ]
	left_nothing
}

@test "its record and those that cite it agree with the schema" {
	python3 -c 'import jsonschema' 2> /dev/null || skip "python3-jsonschema is not installed"
	examined --force --quick
	harness run exec -q -o r.jsonl --trials 1 -- true
	python3 "$top/tests/lint/records.py" "$(floor record)" r.jsonl
}

@test "a time instead of a number of trials" {
	examined --force --time 1s
	[ "$(floor trials)" -ge 4 ]
}

@test "a claim below the floor is marked, and its verdict stays" {
	store_floor 1000 200000
	run harness run exec -o r.jsonl -q --trials 4 --warmup 0 --gate \
	    --vary one=env:N=0.1 --vary three=env:N=0.5 -- sh -c 'sleep $N'
	[ "$status" -eq 1 ]
	[[ $output == *"three is slower"*"less than the noise floor of 100000.0 %"* ]]
	[[ $output == *"(doctor, 2 days ago)"* ]]
}

@test "another harness that is measuring makes the machine unfit" {
	harness run exec -q -o other.jsonl --trials 1 --warmup 0 -- sleep 30 &
	other=$!
	within 100 test -s other.jsonl
	sleep 0.5
	run harness doctor --no-measure
	kill "$other"
	wait "$other" || true
	[ "$status" -eq 6 ]
	[[ $output == *"unfit    harness     another one is measuring"* ]]
}

@test "an unfit machine is not measured unasked" {
	harness run exec -q -o other.jsonl --trials 1 --warmup 0 -- sleep 30 &
	other=$!
	within 100 test -s other.jsonl
	sleep 0.5
	run harness doctor
	kill "$other"
	wait "$other" || true
	[ "$status" -eq 6 ]
	[[ $output == *"not measured, the machine is unfit (--force"* ]]
	[ ! -e "$HARNESS_STATE/floor.json" ]
}

@test "refusals" {
	run harness doctor something
	[ "$status" -eq 2 ]
	run harness doctor --quick --time 5s
	[ "$status" -eq 2 ]
	[[ $output == *"exclude each other"* ]]
	run harness doctor --dir ./nowhere
	[ "$status" -eq 2 ]
	[[ $output == *"not a directory"* ]]
}

@test "a state directory that cannot be made is said" {
	touch file
	HARNESS_STATE=$PWD/file/state run harness doctor --force --quick
	[ "$status" -ne 0 ]
	[[ $output == *"no place for the noise floor (HARNESS_STATE names another)"* ]]
}
