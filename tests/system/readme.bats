#!/usr/bin/env bats
# Every command of the README and of the manual page's examples works, at a size that is small enough to wait for.

top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
HARNESS=${HARNESS:-$top/build/harness}

setup()
{
	cd "$BATS_TEST_TMPDIR"
	cp "$top/README.md" README.md
	mkdir results
	cp -R "$top/results/reference" results/
	export HOME=$BATS_TEST_TMPDIR/home HARNESS_STATE=$BATS_TEST_TMPDIR/state
	mkdir -p "$HOME/src/hello" "$HOME/fast"
	printf '%s\n' 'int main(void) { return 0; }' > "$HOME/src/hello/hello.c"
	printf '%s\n' 'hello: hello.o' '	$(CC) -o hello hello.o' > "$HOME/src/hello/Makefile"
	seq 1000 > words
}

# Two trials without a warm-up, the smallest tree: what the commands say comes first, and the last of several counts.
harness()
{
	local arguments=() small=(--trials 2 --warmup 0) argument

	if [ "$1 $2" = "series new" ]; then	# of a build
		"$HARNESS" "$@" "${small[@]}" --scale 0.001
		return
	fi
	if [ "$1" != run ]; then
		"$HARNESS" "$@"
		return
	fi
	[[ "$*" != *--decide* ]] || small=(--max-trials 8 --warmup 0)
	[ "$2" != build ] || [[ "$*" == *--tree* ]] || small+=(--scale 0.001)
	for argument; do
		if [ "$argument" = -- ]; then
			arguments+=("${small[@]}")
			small=()
		fi
		[ "$argument" = --quick ] || arguments+=("$argument")
	done
	"$HARNESS" "${arguments[@]}" "${small[@]}"
}

# try COMMAND: as a shell would run it. With --gate the status is the verdict.
try()
{
	local status=0

	eval "$1" > out 2>&1 < /dev/null || status=$?
	case "$1:$status" in
	*:0 | *--gate*:1 | *--gate*:5 | *doctor*:6) ;;	# a busy machine is unfit, which is an answer
	*)
		echo "'$1' ended with status $status:"
		tail -n 20 out
		return 1
		;;
	esac
	[ -s out ]
}

@test "the commands of README.md" {
	awk '/^```/ { inside = $0 == "```console" } inside && sub(/^\$ /, "")' README.md > commands
	[ "$(wc -l < commands)" -ge 10 ]
	while read -r command <&3; do
		try "$command"
	done 3< commands
}

@test "outputs of README.md that are marked as exact are what is printed" {
	awk '/^<!-- exact -->$/ { marked = 1; next }
		/^```/ { inside = marked && !inside; if (!inside) marked = 0; next }
		inside && sub(/^\$ /, "") { command = $0; next }
		inside { print > "expected" }
		END { print command > "command" }' README.md
	try "$(cat command)"
	diff expected out
}

@test "the examples of harness(1)" {
	for name in old new; do
		harness run exec -o "$name.jsonl" -- true
		cp "$name.jsonl" "$name-1.jsonl"
	done
	sed -n 's/^\.Dl \$ //p' "$top/docs/harness.1" | sed 's/\\-/-/g; s/ || exit 1$//' > commands
	[ "$(wc -l < commands)" -ge 5 ]
	while read -r command <&3; do
		try "$command"
	done 3< commands
}
