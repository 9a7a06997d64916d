#!/usr/bin/env bats
# harness compare on the published figures: what it shows, and what it refuses.

load golden

setup()
{
	cd "$top/results/reference"
}

@test "one record" {
	golden compare-one harness compare build-r34844-linux.jsonl
}

@test "two records" {
	golden compare-two harness compare build-r34844-linux.jsonl build-r34844-freebsd.jsonl
}

@test "four records" {
	golden compare-four harness compare build-r34844-freebsd.jsonl build-r34844-linux.jsonl build-r34844-opensolaris.jsonl \
	    build-r34844-haiku.jsonl
}

@test "two groups" {
	golden compare-groups harness compare build-r34844-freebsd.jsonl -- build-r34844-haiku.jsonl
}

@test "one metric" {
	golden compare-metric harness compare --metric sys build-r34844-linux.jsonl build-r34844-freebsd.jsonl
}

@test "a ladder" {
	golden compare-ladder harness compare --ladder oltp-oracle8i.jsonl
}

@test "as JSON" {
	golden compare-json harness compare --json --metric real build-r34844-linux.jsonl build-r34844-freebsd.jsonl
}

@test "nothing to compare" {
	golden refuse-compare-nothing harness compare
	golden refuse-compare-empty-group harness compare -- build-r34844-linux.jsonl
	golden refuse-compare-twice harness compare build-r34844-linux.jsonl build-r34844-linux.jsonl
}

@test "different things" {
	golden refuse-compare-other harness compare build-r34844-linux.jsonl oltp-oracle8i.jsonl
}

@test "metrics and thresholds that do not exist" {
	golden refuse-compare-metric harness compare --metric nonsense build-r34844-linux.jsonl
	golden refuse-compare-gate harness compare --gate=nonsense build-r34844-linux.jsonl build-r34844-freebsd.jsonl
	golden refuse-compare-threshold harness compare --threshold 200% build-r34844-linux.jsonl build-r34844-freebsd.jsonl
}

@test "what is no record" {
	cd "$BATS_TEST_TMPDIR"
	: > empty.jsonl
	echo hello > text.jsonl
	golden refuse-compare-missing harness compare no-such.jsonl
	golden refuse-compare-empty harness compare empty.jsonl
	golden refuse-compare-text harness compare text.jsonl
}
