#!/usr/bin/env bats
# install-packages on a machine that is not there: PATH has only what each test puts into it.

bats_require_minimum_version 1.5.0

setup()
{
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	bin=$BATS_TEST_TMPDIR/bin
	calls=$BATS_TEST_TMPDIR/calls
	mkdir "$bin"
	for program in awk cat dirname env grep id mktemp mv rm sed sh uname; do
		printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$program")" > "$bin/$program"
	done
	chmod +x "$bin"/*	# files of their own, never links: a fake that is written over one must not reach the real program
	cp "$top/install-packages" "$top/packages.txt" "$BATS_TEST_TMPDIR/"
	: > "$calls"
	export calls
}

# fake NAME [LINE]...: a program that notes its call, and then does what the lines say.
fake()
{
	local name=$1
	shift
	rm -f "$bin/$name"
	printf '%s\n' '#!/bin/sh' "echo \"$name \$*\" >> \"\$calls\"" "$@" > "$bin/$name"
	chmod +x "$bin/$name"
}

all_that_deps_needs()
{
	fake cc
	fake jam
	fake gcc
	fake g++
	fake make 'echo GNU Make 4.3'
}

install_packages()
{
	cd "$BATS_TEST_TMPDIR"
	PATH=$bin run ./install-packages "$@"
}

@test "nothing is missing: nothing is done, and nobody need be root" {
	all_that_deps_needs
	fake apt-get 'exit 1'
	fake id 'echo 1000'
	install_packages deps
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	! grep -q apt-get "$calls"
}

@test "what is missing is installed, and nothing else" {
	all_that_deps_needs
	rm "$bin/jam"
	fake id 'echo 0'
	fake apt-get "printf '#!/bin/sh\\n' > '$bin/jam'; $(command -v chmod) +x '$bin/jam'"
	install_packages deps
	[ "$status" -eq 0 ]
	[ "$(grep -c apt-get "$calls")" -eq 1 ]
	grep -q '^apt-get .*install .* jam$' "$calls"
}

@test "a missing library is seen by the compiler" {
	all_that_deps_needs
	fake cc 'case $* in *-lnettle*) exit 1 ;; esac'
	fake id 'echo 0'
	fake apt-get
	install_packages deps
	[ "$status" -eq 1 ]
	grep -q '^apt-get .*install .* nettle-dev$' "$calls"
	[[ "$output" == *"by hand: nettle"* ]]
}

@test "lists of packages are renewed only when installing from the old ones failed" {
	all_that_deps_needs
	rm "$bin/jam"
	fake id 'echo 0'
	fake apt-get "case \$* in *update*) : > '$BATS_TEST_TMPDIR/fresh' ;; esac" "[ -e '$BATS_TEST_TMPDIR/fresh' ] || exit 100" \
	    "printf '#!/bin/sh\\n' > '$bin/jam'; $(command -v chmod) +x '$bin/jam'"
	install_packages deps
	[ "$status" -eq 0 ]
	[ "$(sed -n 's/.* -y \([a-z]*\).*/\1/p' "$calls" | tr '\n' ' ')" = "install update install " ]
}

@test "who is not root goes through sudo" {
	all_that_deps_needs
	rm "$bin/jam"
	fake id 'echo 1000'
	fake sudo
	fake apt-get
	install_packages deps
	[ "$status" -eq 1 ]
	grep -q '^sudo .*apt-get .*install .* jam$' "$calls"
	! grep -q '^apt-get' "$calls"
}

@test "who is not root and has no sudo is told what to run" {
	all_that_deps_needs
	rm "$bin/jam"
	fake id 'echo 1000'
	fake apt-get
	install_packages deps
	[ "$status" -eq 1 ]
	[[ "$output" == *"apt-get"*"install"*"jam"* ]]
	! grep -q '^apt-get' "$calls"
}

@test "FreeBSD has other names, each installed once" {
	all_that_deps_needs
	rm "$bin/gcc" "$bin/g++" "$bin/make"
	fake uname 'echo FreeBSD'
	fake id 'echo 0'
	fake pkg
	install_packages deps
	[ "$status" -eq 1 ]
	grep -q '^pkg install -y gcc gmake$' "$calls"
}

@test "NetBSD has pkgin" {
	all_that_deps_needs
	rm "$bin/make"
	fake uname 'echo NetBSD'
	fake id 'echo 0'
	fake pkgin
	install_packages deps
	[ "$status" -eq 1 ]
	grep -q '^pkgin -y install gmake$' "$calls"
}

@test "an unknown package manager: names of what is missing" {
	all_that_deps_needs
	rm "$bin/jam" "$bin/g++"
	install_packages deps
	[ "$status" -eq 1 ]
	[[ "$output" == *"by hand: jam g++"* ]]
}

@test "an unknown package manager, and nothing is missing" {
	all_that_deps_needs
	install_packages deps
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "deps-test asks for more than deps" {
	all_that_deps_needs
	install_packages deps-test
	[ "$status" -eq 1 ]
	[[ "$output" == *"ninja"*"bats"* ]]
}

@test "anything else is refused" {
	install_packages everything
	[ "$status" -eq 2 ]
	[[ "$output" == *"usage:"* ]]
	install_packages
	[ "$status" -eq 2 ]
}
