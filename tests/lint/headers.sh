# Each header compiles alone, and twice; its guard is named for its path.
. tests/lint/common

flags='-std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -Wmissing-prototypes -Wstrict-prototypes'
system=$(uname -s | tr 'A-Z' 'a-z' | sed 's/^sunos$/illumos/')
case $system in
freebsd | netbsd | openbsd | darwin) family=bsd ;;
*) family=$system ;;
esac

# Without those that hold declarations of another system, and without the lists, which are no headers of their own.
headers()
{
	sources h | awk -v here="$system" -v family="$family" '
		/\/(list|verbs)\.h$/ { next }
		match($0, /^harness\/os\/(linux|bsd|freebsd|netbsd|openbsd|darwin|illumos|haiku)/) {
			name = substr($0, 12, RLENGTH - 11)
			if (name != here && name != family)
				next
		}
		{ print }'
}

compile()
{
	mkdir "$work/alone"
	headers | while read -r header; do
		name=${header#harness/}
		printf '#include "%s"\n#include "%s"\n' "$name" "$name" > "$work/alone/$(echo "$header" | tr '/' '.').c"
	done
	# shellcheck disable=SC2086
	${CC:-cc} $flags -fsyntax-only -Iharness -I. "$work"/alone/*.c 2>&1 | grep -E 'error|warning' | sed "s|$work/alone/||"
	return 0
}

guards()
{
	headers | while read -r header; do
		guard=$(echo "$header" | tr 'a-z/.-' 'A-Z___')
		grep -qx "#ifndef $guard" "$header" && grep -qx "#define $guard" "$header" || echo "$header: its guard should be $guard"
	done
}

check "each header compiles alone" compile
check "guards are named for their file" guards
finish
