# The command line against files: "load golden" in a test, and then
#
#   golden NAME harness list          what it prints and its exit status are those of tests/data/golden/NAME
#   golden_masked NAME harness ...    the same with times, sizes, dates, seeds and places masked, and columns narrowed
#
# tests/golden --refresh writes the files anew.

bats_require_minimum_version 1.5.0

top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
HARNESS=${HARNESS:-$top/build/harness}
export LC_ALL=C NO_COLOR=1
# What doctor has found out about this machine is not in the files.
export HARNESS_STATE=${BATS_RUN_TMPDIR:-/tmp}/state

harness()
{
	"$HARNESS" "$@"
}

# The call, standard output, standard error and the exit status of a command, as one text.
transcript()
{
	local status=0 out=$BATS_TEST_TMPDIR/.out err=$BATS_TEST_TMPDIR/.err

	"$@" > "$out" 2> "$err" < /dev/null || status=$?
	printf '$ %s\n' "$*"
	cat "$out"
	[ ! -s "$err" ] || sed 's/^/! /' "$err"
	echo "[$status]"
}

# Times, fractions, and whatever else is different on every machine and every day.
mask()
{
	sed -E \
	    -e "s|$BATS_TEST_TMPDIR|TMP|g" \
	    -e "s|$top|TOP|g" \
	    -e 's/[0-9]{8}T[0-9]{6}Z-[A-Za-z0-9_-]+-([a-z]+\.jsonl)/DATE-HOST-\1/g' \
	    -e 's/seed [0-9]+/seed N/g' \
	    -e 's/-?[0-9]+(\.[0-9]+)? (ns|us|ms|s)( |$|[,.;:)])/# s\3/g' \
	    -e 's/-?[0-9]+\.[0-9]+/#/g' \
	    -e 's/  +/  /g'
}

compare_golden()
{
	local file=$top/tests/data/golden/$1

	if [ -n "${GOLDEN_REFRESH-}" ]; then
		cat > "$file"
		echo "$1" >> "$GOLDEN_REFRESH"
	else
		diff -u "$file" - || { echo "differs from $file; if it shall, run tests/golden --refresh"; return 1; }
	fi
}

golden()
{
	local name=$1
	shift
	transcript "$@" | compare_golden "$name"
}

golden_masked()
{
	local name=$1
	shift
	transcript "$@" | mask | compare_golden "$name"
}
