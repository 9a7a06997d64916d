#!/usr/bin/env bats
# Real programs built through `run build --tree`: jam by jam, lua by make, libuv by cmake and ninja.

bats_require_minimum_version 1.5.0

setup_file()
{
	top=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
	"$top/real-sources" jam lua libuv > "$BATS_FILE_TMPDIR/sources"
}

setup()
{
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	HARNESS=${HARNESS:-$top/build/harness}
	export LC_ALL=C NO_COLOR=1
	cd "$BATS_TEST_TMPDIR"
	mkdir scratch
}

teardown()
{
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/scratch")" ]
}

# tree_of NAME: its directory, in $tree; else the test is skipped with the reason.
tree_of()
{
	local line
	line=$(grep "^$1 " "$BATS_FILE_TMPDIR/sources")
	case $line in
	"$1 - "*) skip "${line#"$1" - }" ;;
	"$1 /"*) tree=${line#"$1" } ;;
	*) return 1 ;;
	esac
}

# builds NAME [OPTION]...: twice, with the original as it was.
builds()
{
	local before
	tree_of "$1"
	shift
	before=$(cd "$tree" && find . -type f -exec cksum {} + | sort)
	run "$HARNESS" run build --tree "$tree" --trials 2 --warmup 0 --dir scratch -o record "$@"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(cd "$tree" && find . -type f -exec cksum {} + | sort)" = "$before" ]
	python3 - <<-'END'
	import json
	lines = [json.loads(line) for line in open("record")]
	of = lines[0]["cases"][0]["properties"]
	trials = [line for line in lines if line["type"] == "trial"]
	assert len(of["tree"]) == 64 and of["sources"] > 20, of
	assert [t["status"] for t in trials] == ["ok", "ok"], trials
	assert all(t["values"]["user"] > 0.1 for t in trials), trials
	assert len({t["properties"]["made_files"] for t in trials}) == 1, trials
	END
}

@test "jam builds jam" {
	command -v jam > /dev/null || skip "no jam"
	# its C is older than what compilers take by default since 2024
	printf '#!/bin/sh\nexec gcc -std=gnu89 "$@"\n' > cc89
	chmod +x cc89
	builds jam --cc ./cc89 --verify "sh -c 'bin.*/jam -v'"
	case $output in *"build: jam -j"*) ;; *) return 1 ;; esac
	rm record
	builds jam --cc ./cc89 --spawn fork --parent-heap 32M
}

@test "make builds lua" {
	command -v make > /dev/null || skip "no make"
	builds lua --target linux --product src/lua --product src/luac --verify "src/lua -e 'assert(1 + 1 == 2)'"
	case $output in *"build: make -j"*) ;; *) return 1 ;; esac
}

@test "cmake and ninja build libuv" {
	command -v ninja > /dev/null && command -v cmake > /dev/null || skip "no cmake or no ninja"
	builds libuv --configure "cmake -G Ninja -DBUILD_TESTING=OFF ." --product libuv_a.a
	case $output in *"build: ninja -j"*) ;; *) return 1 ;; esac
}
