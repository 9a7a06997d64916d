#!/usr/bin/env bats
# harness list.

load golden

@test "the list" {
	golden list harness list
}

@test "the list as JSON" {
	golden list-json harness list --json
}

@test "the JSON is JSON, and has the same names" {
	python=$(command -v python3) || skip "no python3 to read JSON with"
	harness list --json | "$python" -c 'import json, sys; [print(w["name"]) for w in json.load(sys.stdin)]' > "$BATS_TEST_TMPDIR/names"
	harness list | awk '{ print $1 }' | diff - "$BATS_TEST_TMPDIR/names"
}
