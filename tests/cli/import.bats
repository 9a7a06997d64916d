#!/usr/bin/env bats
# harness import and export: the words of the command line. What becomes of the numbers is tested in tests/unit.

load golden

data=$(cd "$BATS_TEST_DIRNAME/../data/import" && pwd)

setup()
{
	cd "$BATS_TEST_TMPDIR"
}

@test "help of both" {
	golden help-import harness import --help
	golden help-export harness export --help
}

@test "hyperfine's JSON becomes a record, and the record hyperfine's JSON" {
	golden_masked import-hyperfine harness import "$data/hyperfine-1.15.json" -o h.jsonl
	golden export-hyperfine harness export --format hyperfine h.jsonl
	golden export-benchfmt harness export --format benchfmt h.jsonl
	golden export-csv harness export --format csv h.jsonl
}

@test "a comparison inside of what was imported is undecided, because its order was not controlled" {
	harness import "$data/hyperfine-1.15.json" -o h.jsonl
	harness compare --json h.jsonl > h.json
	grep -q '"reason": "order-not-controlled"' h.json
	run harness compare --gate h.jsonl
	[ "$status" -eq 5 ]
	[[ "$output" == *"not interleaved"* ]]
}

@test "what is not known is said" {
	golden_masked import-zeros harness import "$data/hyperfine-zeros.json" -o z.jsonl
	golden_masked import-failed harness import "$data/fio-3.33.json" "$data/fio-failed.json" -o f.jsonl
	golden_masked import-nothing harness import "$data/fio-failed.json" -o n.jsonl
	[ ! -e n.jsonl ]
}

@test "records of imports follow the schema" {
	python=$(command -v python3) || skip "no python3"
	"$python" -c 'import jsonschema' || skip "python3 has no module jsonschema"
	printf 'variant,real [s]\na,1\nb,2\n' > t.csv
	harness import "$data/hyperfine-1.15.json" "$data/hyperfine-zeros.json" -o h.jsonl
	harness import "$data/fio-3.33.json" "$data/fio-failed.json" -o f.jsonl
	harness import t.csv -o c.jsonl
	"$python" "$top/tests/lint/records.py" h.jsonl f.jsonl c.jsonl
}

@test "a table there and back is the same table" {
	harness export -f csv "$top/tests/data/records/variants.jsonl" > 1.csv
	harness import 1.csv -o 2.jsonl
	harness export -f csv 2.jsonl -o 2.csv
	# trials have numbers of their own
	for i in 1 2; do
		cut -d, -f1-3,5- $i.csv > $i.cut
	done
	diff 1.cut 2.cut
}

@test "different workloads are not compared" {
	harness import "$data/hyperfine-1.15.json" -o h.jsonl
	harness import "$data/fio-3.33.json" -o f.jsonl
	golden import-compare-different harness compare h.jsonl f.jsonl
}

@test "what is refused" {
	touch there.jsonl empty
	printf 'variant;real\na;1\n' > semicolons.csv
	printf '{"results":[{"command":"a","times":[1,' > cut.json
	golden import-no-file harness import -o x.jsonl
	golden import-no-record harness import "cut.json"
	golden import-format harness import --format xml cut.json -o x.jsonl
	golden_masked import-missing harness import no-such-file -o x.jsonl
	golden import-empty harness import empty -o x.jsonl
	golden import-cut harness import --format hyperfine cut.json -o x.jsonl
	golden import-semicolons harness import --format csv semicolons.csv -o x.jsonl
	golden import-record harness import "$(cd "$top" && cp tests/data/records/good.jsonl "$BATS_TEST_TMPDIR" && echo good.jsonl)" -o x.jsonl
	[ ! -e x.jsonl ]
	printf 'real [s]\n1\n' > t.csv
	golden_masked import-exists harness import t.csv -o there.jsonl
	[ ! -s there.jsonl ]
	golden export-no-format harness export good.jsonl
	golden export-no-record harness export --format csv
	golden export-two harness export --format csv good.jsonl good.jsonl
	golden export-metric harness export --format csv --metric reel good.jsonl
	golden export-foreign harness export --format csv t.csv
	golden_masked export-itself harness export --format csv good.jsonl -o ./good.jsonl
	cmp good.jsonl "$top/tests/data/records/good.jsonl"
}

@test "hyperfine that is here" {
	command -v hyperfine > /dev/null || skip "no hyperfine"
	hyperfine -N --style none -r 3 --export-json h.json 'true' 'sleep 0.01' 2> /dev/null
	harness import h.json -o h.jsonl
	harness export -f hyperfine h.jsonl -o again.json
	python=$(command -v python3) || skip "no python3"
	"$python" -c '
import json
a, b = (json.load(open(name))["results"] for name in ("h.json", "again.json"))
assert [(r["command"], r["times"], r["exit_codes"]) for r in a] == [(r["command"], r["times"], r["exit_codes"]) for r in b]
assert all(abs(x[key] - y[key]) < 1e-12 for x, y in zip(a, b) for key in ("mean", "stddev", "median", "user", "system", "min", "max"))'
}

@test "fio that is here" {
	command -v fio > /dev/null || skip "no fio"
	fio --name=job --directory=. --rw=randrw --bs=4k --size=256k --ioengine=psync --output-format=json+ --output=f.json > /dev/null
	harness import f.json -o f.jsonl
	harness compare --metric read.clat f.jsonl | grep -q read.clat
	grep -q '"histograms":{"read.clat":{"count":' f.jsonl
}
