#!/usr/bin/env bats
# What harness says a command took is what hyperfine says it took. Both in turns, so that a machine that changes changes for both.

load support

setup()
{
	enter
}

@test "real, user and sys agree with hyperfine's" {
	command -v hyperfine > /dev/null || skip "hyperfine is not installed"
	# A computation, and a few hundred processes: user and system time of both kinds.
	printf 'int main(void) { volatile unsigned long x = 0; for (long n = 150000000; n > 0; n--) x++; }\n' > work.c
	${CC:-cc} -O1 -o work work.c
	printf '#!/bin/sh\n./work\nfor i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do /bin/true; done\n' > both
	chmod +x both
	for i in 1 2 3 4 5 6 7 8 9; do
		harness run exec -q -o h$i.jsonl --trials 1 --warmup 0 -- ./both > /dev/null
		hyperfine -N --runs 1 --export-json p$i.json ./both > /dev/null 2>&1
	done
	python3 - <<'PYTHON'
import json, statistics
ours, theirs = {}, {}
for i in range(1, 10):
    trial = [json.loads(line) for line in open(f"h{i}.jsonl")][1]["values"]
    result = json.load(open(f"p{i}.json"))["results"][0]
    for name, value, peer in (("real", trial["real"], result["mean"]),
                              ("cpu", trial["user"] + trial["sys"], result["user"] + result["system"])):
        ours.setdefault(name, []).append(value)
        theirs.setdefault(name, []).append(peer)
# CPU time is the same work on any machine; the time that passed depends on who else is there.
for name, bound in (("cpu", 0.15), ("real", 0.5)):
    ratio = statistics.median(ours[name]) / statistics.median(theirs[name])
    print(f"{name}: harness/hyperfine {ratio:.3f}")
    assert 1 - bound < ratio < 1 + bound, name
PYTHON
}
