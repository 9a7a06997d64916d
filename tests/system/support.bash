# What the end-to-end tests share: "load support".

bats_require_minimum_version 1.5.0

top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
HARNESS=${HARNESS:-$top/build/harness}
export LC_ALL=C NO_COLOR=1
export SPIN=hspin$$	# a name of its own, so that nobody else's computation is meant

# A directory of its own for every test, also as scratch and for the state.
enter()
{
	cd "$BATS_TEST_TMPDIR"
	mkdir work scratch
	cd work
	export TMPDIR=$BATS_TEST_TMPDIR/scratch
	export HARNESS_STATE=$BATS_TEST_TMPDIR/state	# whatever this machine's own journal says
}

harness()
{
	"$HARNESS" "$@"
}

# A value of the lines of one type in a record: `value FILE trial status`, one a line. Python's own JSON, not ours.
value()
{
	python3 - "$@" <<'PYTHON'
import json, sys
path, kind, *keys = sys.argv[1:]
for line in open(path):
    item = json.loads(line)
    if item["type"] != kind:
        continue
    for key in keys:
        item = item[int(key)] if isinstance(item, list) else item.get(key)
    print(json.dumps(item) if isinstance(item, (dict, list)) else item)
PYTHON
}

# An endless computation that can be recognised by its name.
spinner()
{
	printf 'int main(void) { volatile unsigned long x = 0; for (;;) x++; }\n' > spin.c
	${CC:-cc} -O1 -o "$1" spin.c
}

# Waits up to $1 tenths of a second until the command behind it succeeds.
within()
{
	local tenths=$1
	shift
	while ! "$@"; do
		[ "$tenths" -gt 0 ] || return 1
		tenths=$((tenths - 1))
		sleep 0.1
	done
}

lives()
{
	pgrep -x "$1" > /dev/null
}

is_gone()
{
	! lives "$1"
}

# Accounting groups whose warden is gone. (Others may be measuring on this machine meanwhile.)
dead_groups()
{
	find /sys/fs/cgroup -maxdepth 3 -name 'harness-*' 2> /dev/null | while read -r group; do
		[ -e "/proc/${group##*-}" ] || echo "$group"
	done
}

# Nothing of ours is left: no scratch, no group.
left_nothing()
{
	[ -z "$(ls -A "$TMPDIR")" ]
	[ -z "$(dead_groups)" ]
}

# A small tmpfs at ./small, or the test is skipped.
small_disk()
{
	mkdir small
	mount -t tmpfs -o size="$1" tmpfs small 2> /dev/null || skip "mounting needs root"
}
