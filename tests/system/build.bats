#!/usr/bin/env bats
# The build workload from end to end: small trees, one trial each.

bats_require_minimum_version 1.5.0

setup()
{
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	HARNESS=${HARNESS:-$top/build/harness}
	export LC_ALL=C NO_COLOR=1
	unset LD_PRELOAD
	cd "$BATS_TEST_TMPDIR"
	mkdir scratch
}

# Nothing but the record is left, whatever came of it.
teardown()
{
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/scratch")" ]
}

# build STATUS [OPTION]...: one trial, whose record is ./record
build()
{
	local expected=$1
	shift
	rm -f record
	run "$HARNESS" run build --trials 1 --warmup 0 --dir scratch -o record "$@"
	[ "$status" -eq "$expected" ] || { echo "expected status $expected, got $status:"; echo "$output"; return 1; }
}

# said TEXT: the last call said it.
said()
{
	case $output in
	*"$1"*) ;;
	*)
		echo "not said: $1"
		echo "$output"
		return 1
		;;
	esac
}

# value EXPRESSION: of the record, with `header`, `trial` (the first), `of` (its properties) and `case` (those of the first case).
value()
{
	python3 - "$1" <<-'END'
	import json, sys
	lines = [json.loads(line) for line in open("record")]
	header, trial = lines[0], next(line for line in lines if line["type"] == "trial")
	names = {"lines": lines, "header": header, "trial": trial, "of": trial.get("properties", {}), "case": header["cases"][0]["properties"]}
	print(eval(sys.argv[1], names))
	END
}

# holds EXPRESSION
holds()
{
	[ "$(value "$1")" = True ] || { echo "does not hold: $1"; cat record; return 1; }
}

# Small trees of one C program: tree_jam DIRECTORY and so on. The program prints 42.
program()
{
	mkdir -p "$1"
	printf '#include <stdio.h>\n#include "answer.h"\nint main(void) { printf("%%d\\n", ANSWER); return 0; }\n' > "$1/main.c"
	printf '#define ANSWER 42\n' > "$1/answer.h"
}

tree_jam()
{
	program "$1"
	printf 'Main prog : main.c ;\n' > "$1/Jamfile"
}

tree_make()
{
	program "$1"
	printf 'CC = gcc\nall: prog\nprog: main.o\n\t$(CC) -o $@ main.o\nmain.o: main.c answer.h\n\t$(CC) -c main.c\nclean:\n\trm -f prog main.o\n' > "$1/Makefile"
}

tree_ninja()
{
	program "$1"
	printf 'rule cc\n command = gcc -o $out $in\nbuild prog: cc main.c | answer.h\n' > "$1/build.ninja"
}

# Every name, mode, time and content below a directory.
state_of()
{
	(cd "$1" && find . | sort | while read -r name; do
		ls -ldi --time-style=full-iso "$name" 2> /dev/null || ls -ldi "$name"
		[ ! -f "$name" ] || cksum "$name"
	done)
}

# ---------------------------------------------------------------- the generated tree

@test "the generated tree is built, checked and described" {
	build 0 -j2 --scale 0.001
	said "build: jam -j2, "
	said " sources, "
	said ", cache warm"
	holds 'trial["status"] == "ok" and trial["values"]["real"] > 0 and trial["values"]["user"] > 0'
	holds 'of["products"] == case["expected_products"] and of["programs_run"] >= 1'
	holds 'len(case["tree"]) == 64 and case["files"] > case["sources"] + case["headers"] > 100'
	holds 'of["jobs"] == 2 and case["tool_spawns_by"] in ("vfork", "fork", "posix_spawn")'
	holds 'set(header["environment"]["tools"]) >= {"jam", "gcc", "g++"}'
	holds 'header["metrics"][0]["name"] == "real"'
	tree=$(value 'case["tree"]')
	build 0 -j1 --scale 0.001
	[ "$(value 'case["tree"]')" = "$tree" ]
	build 0 --scale 0.0015
	[ "$(value 'case["tree"]')" != "$tree" ]
}

@test "lists make cases" {
	build 0 -j 1,2 --scale 0.001
	holds '["jobs=1" in c["label"] for c in header["cases"]] == [True, False]'
	holds 'sorted((t["case"], t["properties"]["jobs"]) for t in lines if t["type"] == "trial") == [(0, 1), (1, 2)]'
}

@test "another compiler is used and named" {
	command -v clang > /dev/null && command -v clang++ > /dev/null || skip "no clang"
	build 0 --scale 0.001 --cc clang --cxx clang++
	said "clang "
	holds '"clang" in header["environment"]["tools"] and "gcc" not in header["environment"]["tools"]'
}

@test "attributes are written, left out or not there, and that is said" {
	build 0 --scale 0.001
	holds 'of["attributes"] + of["attributes_unfit"] + of["attributes_unsupported"] > 0'
	some=$(value 'of["attributes"] + of["attributes_unfit"] + of["attributes_unsupported"]')
	build 0 --scale 0.001 --attrs full
	holds "of['attributes'] + of['attributes_unfit'] + of['attributes_unsupported'] > $some"
	holds 'of["attributes_unfit"] + of["attributes_unsupported"] == 0 or len(trial["notes"]) == 1'
	build 0 --scale 0.001 --attrs off
	holds '"attributes" not in of and "notes" not in trial'
}

@test "a compiler that fails is a failed trial, with its message" {
	printf '#!/bin/sh\ncase " $* " in *" --version "*) echo "badcc 1.0" ;; *) echo "badcc: out of cheese" >&2; exit 1 ;; esac\n' > badcc
	chmod +x badcc
	build 3 --scale 0.001 --cc ./badcc
	said "badcc: out of cheese"
	said "'jam' failed: exit status 1"
	holds 'trial["status"] == "failed" and not trial.get("values")'
}

@test "what the environment holds for other builds does not reach this one" {
	tree_make tree
	MAKEFLAGS=-n MAKELEVEL=3 build 0 --tree tree --product prog
	MAKEFLAGS=-n CC=false CFLAGS=-Dreturn=1 OPTIM=-bad JAMSHELL=/nonexistent CPATH=/nonexistent build 0 --scale 0.001
}

# ---------------------------------------------------------------- how commands are started

@test "vfork is turned into fork, and the parent has its heap" {
	build 0 --scale 0.001 --spawn native,fork --parent-heap 0,64M
	python3 - <<-'END'
	import json
	lines = [json.loads(line) for line in open("record")]
	cases = [c["args"] for c in lines[0]["cases"]]
	trials = [line for line in lines if line["type"] == "trial"]
	assert len(cases) == len(trials) == 4
	spawns_by = lines[0]["cases"][0]["properties"]["tool_spawns_by"]
	for trial in trials:
	    asked, of = cases[trial["case"]], trial["properties"]
	    assert trial["status"] == "ok", trial
	    if asked["spawn"] == "fork":
	        assert spawns_by == "vfork" and of["vforks_turned"] >= of["products"], of
	    else:
	        assert "vforks_turned" not in of, of
	    if asked["parent-heap"] > 0:
	        assert of["parent_heap_bytes"] >= 64 << 20 and of["parent_heap_cpu_s"] > 0, of
	        assert of.get("tool_peak_bytes", 64 << 20) >= 64 << 20, of
	    elif "tool_peak_bytes" in of:
	        assert of["tool_peak_bytes"] < 64 << 20, of
	END
}

@test "commands do not see the shim, but what was preloaded before it" {
	mkdir tree
	printf 'actions Env { env > $(<) }\nDEPENDS all : vars ;\nEnv vars ;\n' > tree/Jamfile
	build 0 --tree tree --spawn fork --parent-heap 1M --product vars --verify "sh -c '! grep -E \"SHIM|PRELOAD|DYLD\" vars'"
	printf 'int nothing_of_note;\n' > other.c
	cc -shared -fPIC -o other.so other.c
	ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$PWD/other.so build 0 --tree tree --spawn fork --verify "grep '^LD_PRELOAD=.*/other.so\$' vars"
}

@test "a tool that cannot be watched or has no vfork is refused before it builds" {
	tree_ninja tree
	build 4 --tree tree --spawn fork
	said "ninja starts commands by posix_spawn"
	build 0 --tree tree --parent-heap 1M
	mkdir bin
	printf 'int main(void) { return 0; }\n' > still.c
	cc -static -o bin/jam still.c 2> /dev/null || skip "no static C library"
	tree_jam other
	PATH=$PWD/bin:$PATH build 4 --tree other --spawn fork
	said "does not load a library by LD_PRELOAD"
	PATH=$PWD/bin:$PATH build 4 --tree other --parent-heap 1M
}

@test "the shims are found where they are installed, and missed where they are not" {
	mkdir -p usr/bin usr/lib/harness
	cp "$HARNESS" usr/bin/
	tree_jam tree
	built=$(dirname "$HARNESS")
	HARNESS=$PWD/usr/bin/harness
	build 4 --tree tree --spawn fork
	said "cannot find 'spawn_shim.so'"
	build 0 --tree tree
	holds 'case["tool_spawns_by"].startswith("unknown: cannot find")'
	cp "$built"/*_shim.so usr/lib/harness/
	build 0 --tree tree --spawn fork
	mkdir "with blank"
	mv usr "with blank/"
	HARNESS="$PWD/with blank/usr/bin/harness"
	build 4 --tree tree --spawn fork
	said "no path with a blank"
}

# ---------------------------------------------------------------- the cache

@test "warm is warm, and cold is cold or refused" {
	build 0 --scale 0.001
	holds 'of["cache"] == "warm" and of["cache_means"] == "read once" and (of["cache_resident"] is None or of["cache_resident"] > 0.95)'
	rm -f record
	run "$HARNESS" run build --trials 1 --warmup 0 --dir scratch -o record --scale 0.001 --cache cold
	if [ "$status" -eq 4 ]; then
		said "'--cache cold' cannot be reached here"
	else
		[ "$status" -eq 0 ]
		holds '(of["cache_means"] == "all caches dropped") == ("notes" not in trial)'
		holds 'of["cache"] in ("cold", "partly cold") and (of["cache_resident"] is None or of["cache_resident"] < 0.5)'
	fi
}

@test "cold is refused where files are only in memory" {
	[ -d /dev/shm ] && [ "$(stat -f -c %T /dev/shm 2> /dev/null)" = tmpfs ] && [ -w /dev/shm ] || skip "no tmpfs at /dev/shm"
	place=$(mktemp -d /dev/shm/build-bats.XXXXXX)
	run "$HARNESS" run build --trials 1 --warmup 0 --dir "$place" -o record --scale 0.001 --cache cold
	left=$(ls -A "$place")
	rm -rf "$place"
	[ "$status" -eq 4 ] && [ -z "$left" ]
	said "'--cache cold' cannot be reached here: 100 % of the tree stay in memory"
}

# ---------------------------------------------------------------- other trees

@test "a tree of jam, of make and of ninja; the original is not touched" {
	for tool in jam make ninja; do
		tree_$tool $tool
		before=$(state_of $tool)
		build 0 --tree $tool -j1 --product prog --verify "sh -c 'test \"\$(./prog)\" = 42'"
		said "build: $tool -j1, 1 sources, 1 headers, tree "
		holds "'$tool' in header['environment']['tools']"
		holds 'of["made_files"] >= 1 and of["made_bytes"] > 0 and case["files"] == 3'
		[ "$(state_of $tool)" = "$before" ]
	done
}

@test "--tool chooses, --target narrows" {
	tree_make both
	printf 'rule touch\n command = touch $out\nbuild one: touch\nbuild two: touch\n' > both/build.ninja
	build 0 --tree both
	said "build: ninja "
	build 0 --tree both --tool make --product prog
	said "build: make "
	build 0 --tree both --target one --product one
	build 3 --tree both --target one --product two
	said "the build did not make 'two' (--product)"
	build 0 --tree both --target one --target two --product one --product two
}

@test "--configure runs in each copy, before the build" {
	tree_make tree
	mv tree/Makefile tree/Makefile.in
	printf '#!/bin/sh\nset -e\ncp Makefile.in Makefile\npwd > where\necho "$CC" > cc\n' > tree/configure
	chmod +x tree/configure
	build 0 --tree tree --configure ./configure --cc gcc --product prog --verify "sh -c 'test \"\$(cat where)\" = \"\$PWD\" && grep -qx gcc cc'"
	build 0 --tree tree --configure "cp Makefile.in Makefile" --tool make --product prog
	build 3 --tree tree --configure "sh -c 'echo no luck today; exit 7'"
	said "no luck today"
	said "--configure: 'sh' failed: exit status 7"
	build 2 --tree tree --configure true
	said "after --configure: "
}

@test "cc and cxx reach make" {
	tree_make tree
	printf '#!/bin/sh\necho used >> log\nexec gcc "$@"\n' > wrapped
	chmod +x wrapped
	build 0 --tree tree --cc ./wrapped --product prog --verify "grep -q used log"
}

@test "a build that did nothing, or not what it should, is a failure" {
	tree_make tree
	build 3 --tree tree --target clean
	said "the build changed no file"
	build 3 --tree tree --target nosuch
	said "No rule to make target"
	said "'make' failed: exit status 2"
	build 3 --tree tree --product nosuch
	said "the build did not make 'nosuch' (--product)"
	build 3 --tree tree --verify "false"
	said "--verify: 'false' failed: exit status 1"
	(cd tree && make -s)
	build 3 --tree tree
	said "the build changed no file"
	build 3 --tree tree --product prog
	said "'prog' is there before the build (--product)"
	tree_jam other
	build 3 --tree other --target nosuch
	said "don't know how to make nosuch"
	echo 'int main(void) { syntax error }' > other/main.c
	build 3 --tree other
	said "error: "
	said "'jam' failed: exit status 1"
}

@test "a link that leads back into the original is refused" {
	tree_make tree
	ln -s "$PWD/tree/answer.h" tree/link.h
	build 2 --tree tree
	said "in a copy it would still lead into the original"
}

# ---------------------------------------------------------------- refusals

@test "what cannot be meant is refused with status 2" {
	tree_make tree
	tree_ninja ninja
	mkdir empty
	while IFS='|' read -r options words; do
		# shellcheck disable=SC2086
		build 2 $options
		said "$words"
		[ ! -e record ]
	done <<-'END'
	-j0|'--jobs' takes a whole number from 1 to 4096
	-j 65|'jam' runs 64 commands at a time at most
	-j two|'--jobs' takes a whole number
	--scale 0|'--scale' takes a number from 0.001 to 4
	--scale 1e9|'--scale' takes a number from 0.001 to 4
	--scale -1|'--scale' takes
	--parent-heap -1|'--parent-heap' takes a size
	--parent-heap 99999999T|'--parent-heap' takes less than
	--tool cmake|'--tool' takes 'auto', 'jam', 'make' or 'ninja'
	--cache hot|'--cache' takes 'warm' or 'cold'
	--spawn vfork|'--spawn' takes 'native' or 'fork'
	--attrs many|'--attrs' takes 'off', 'on' or 'full'
	--tool jam|'--tool' does nothing without '--tree'
	--target all|'--target' does nothing without '--tree'
	--configure true|'--configure' does nothing without '--tree'
	--product a.o|'--product' does nothing without '--tree'
	--verify true|'--verify' does nothing without '--tree'
	--tree tree --scale 0.1|'--scale' is of the generated tree
	--tree tree --attrs off|'--attrs' is of the generated tree
	--tree ninja --cc gcc|'--cc' does nothing with ninja
	--tree nosuch|cannot read '
	--tree Makefile|(--tree): No such file or directory
	--tree record.txt|(--tree)
	--tree empty|has no Jamfile, Makefile or build.ninja
	--tree empty --tool jam|has no Jamfile
	--tree tree --tool ninja|has no build.ninja
	--tree tree --configure ./configure|there is no './configure' in '
	--tree empty --configure|'--configure'
	END
}

@test "what the machine cannot do is refused with status 4" {
	build 4 --parent-heap 1000000G
	said "is more than the machine's memory"
	build 4 --cc nosuchcc
	said "cannot find the program 'nosuchcc'"
	tree_make tree
	build 4 --tree tree --configure nosuchprogram
	said "cannot find the program 'nosuchprogram'"
}

@test "a missing tool is named with its package" {
	mkdir bin
	for program in gcc g++ apt-get; do
		printf '#!/bin/sh\n' > bin/$program
		chmod +x bin/$program
	done
	PATH=$PWD/bin run "$HARNESS" run build --dir scratch -o record
	[ "$status" -eq 4 ]
	said "cannot find the program 'jam'; install it with 'apt-get install jam'"
	tree_ninja tree
	PATH=$PWD/bin run "$HARNESS" run build --tree tree --dir scratch -o record
	[ "$status" -eq 4 ]
	said "cannot find the program 'ninja'; install it with 'apt-get install ninja-build'"
}

@test "a scratch directory with a blank is refused where jam could not use it" {
	mkdir "with blank"
	run "$HARNESS" run build --scale 0.001 --trials 1 --warmup 0 -o record --dir "with blank"
	[ "$status" -eq 2 ]
	said "jam takes no path with a blank"
	[ -z "$(ls -A "with blank")" ]
	tree_make tree
	run "$HARNESS" run build --tree tree --trials 1 --warmup 0 -o record --dir "with blank"
	[ "$status" -eq 0 ]
	[ -z "$(ls -A "with blank")" ]
}
