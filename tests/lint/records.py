#!/usr/bin/env python3
"""Records against results/schema.json, as TAP.

records.py FILE...	each must be a record without keys or line types that the schema does not know
records.py		the records of this repository, the files that are wrong on purpose included,
			and the schema itself: it refuses what it should, and the man page names every key
"""
import copy
import glob
import json
import os
import sys

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP python3 has no module jsonschema (python3-jsonschema)")
    sys.exit(0)

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
DATA = "tests/data/records/"
MAN_PAGE = "docs/harness-record.5"

# Files that are wrong on purpose: the lines, from 1, that are no line of a record.
WRONG = {
    DATA + "damaged.jsonl": [5],
    DATA + "truncated.jsonl": [6],
    DATA + "newer.jsonl": [1, 2],
    DATA + "foreign.jsonl": [1, 2],
}

results = []


def report(ok, what, details=()):
    results.append(ok)
    print("%s %d - %s" % ("ok" if ok else "not ok", len(results), what))
    for line in () if ok else details:
        print("# " + line)


def strict(schema):
    """A copy in which keys that are not described are errors."""
    closed = copy.deepcopy(schema)
    for definition in closed["definitions"].values():
        close(definition)
    closed["properties"]["type"] = {"enum": ["header", "session", "trial", "end"]}
    return jsonschema.Draft7Validator(closed)


def children(schema):
    """The schemas inside a schema, those of named properties with their name."""
    for name, child in schema.get("properties", {}).items():
        yield name, child
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield None, schema[key]


def close(schema):
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
    for _, child in children(schema):
        close(child)


def complaints(validator, path):
    """(line number, what is wrong) for a file."""
    metrics = None
    with open(path, encoding="utf-8") as lines:
        for number, text in enumerate(lines, 1):
            try:
                line = json.loads(text)
            except ValueError as why:
                yield number, str(why)
                continue
            for error in validator.iter_errors(line):
                yield number, "%s: %s" % ("/".join(map(str, error.absolute_path)), error.message)
            if line.get("type") == "header":
                metrics = {m.get("name") for m in line.get("metrics", [])}
            for name in line.get("values", {}):
                if metrics is not None and name not in metrics and validator is STRICT:
                    yield number, "the header lists no metric '%s'" % name


def check_good(path, validator):
    found = list(complaints(validator, path))
    report(not found, path, ["line %d: %s" % (n, what[:300]) for n, what in found])


def check_wrong(path, expected):
    found = sorted({number for number, _ in complaints(OPEN, path)})
    report(found == expected, "%s is wrong where it should be" % path, ["lines %s" % found])


def damages(line):
    """Versions of a right line that are wrong."""
    kind = line["type"]
    for key in SCHEMA["definitions"][kind]["required"]:
        if key != "type":
            yield "without " + key, {k: v for k, v in line.items() if k != key}
            yield key + " of another type", dict(line, **{key: [{}]})
    if kind == "trial":
        yield "ok without values", {k: v for k, v in line.items() if k != "values"}
        yield "failed without reason", dict(line, status="failed")
        yield "value that is text", dict(line, values={"real": "1"})
        yield "negative case", dict(line, case=-1)
        yield "local time", dict(line, started="2026-11-30 12:00:00")
    if kind == "header":
        yield "no cases", dict(line, cases=[])
        yield "no metrics", dict(line, metrics=[])
        yield "setting without a kind", dict(line, variants=[{"name": "a", "settings": ["x"]}])


def check_schema():
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    seen = set()
    with open(DATA + "resumed.jsonl", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if line["type"] in seen or line.get("status") == "interrupted" and line["type"] == "trial":
                continue
            seen.add(line["type"])
            taken = [what for what, wrong in damages(line) if OPEN.is_valid(wrong)]
            report(not taken, "wrong lines of type %s are refused" % line["type"], taken)
    report(seen == {"header", "session", "trial", "end"}, "all types of lines were tried")


def names(schema):
    for name, child in children(schema):
        if name is not None:
            yield name
        yield from names(child)


def check_man_page():
    with open(MAN_PAGE, encoding="utf-8") as page:
        words = page.read().replace(",", " ").split()
    wanted = {name for schema in SCHEMA["definitions"].values() for name in names(schema)}
    missing = sorted(wanted.difference(words))
    report(not missing, MAN_PAGE + " names every key of the schema", missing)


files = [os.path.abspath(name) for name in sys.argv[1:]]
os.chdir(TOP)
with open("results/schema.json", encoding="utf-8") as file:
    SCHEMA = json.load(file)
OPEN = jsonschema.Draft7Validator(SCHEMA)
STRICT = strict(SCHEMA)

if not files:
    check_schema()
    check_man_page()
    for name, lines in sorted(WRONG.items()):
        check_wrong(name, lines)
    for name in sorted(glob.glob(DATA + "*.jsonl") + glob.glob("results/*/*.jsonl")):
        if name not in WRONG:
            check_good(name, OPEN if name.endswith("unknown-keys.jsonl") else STRICT)
for name in files:
    check_good(name, STRICT)
print("1..%d" % len(results))
sys.exit(not all(results))
