# What a part of the tree must not use: words in code, outside comments and literals.
. tests/lint/common

code c h > "$work/code"

# uses PATHS WORD...: lines of files below PATHS (an expression) with one of the words. A word that ends in "(" is a call.
uses()
{
	paths=$1
	shift
	awk -v paths="$paths" -v words="$*" -v exceptions=tests/lint/exceptions '
		BEGIN {
			n = split(words, word, " ")
			for (i = 1; i <= n; i++) {
				plain[i] = word[i]
				sub(/\($/, "", plain[i])
				pattern[i] = "(^|[^A-Za-z0-9_.>])" plain[i] (word[i] ~ /\($/ ? "[ \t]*\\(" : "([^A-Za-z0-9_]|$)")
			}
			while ((getline row < exceptions) > 0) {
				split(row, field, " ")
				excepted[field[1], field[2]] = 1
			}
		}
		$0 !~ "^(" paths ")" { next }
		{
			file = $0
			sub(/:.*/, "", file)
			text = $0
			sub(/^[^:]*:[0-9]*:/, "", text)
			for (i = 1; i <= n; i++)
				if (!((file, plain[i]) in excepted) && text ~ pattern[i]) {
					sub(/^[ \t]*/, "", text)
					where = $0
					sub(/:[^:0-9].*/, "", where)
					print where ": " plain[i] ": " text
				}
		}' "$work/code"
}

below_cli='harness/(base|os|stats|measure|record|judge|setting|workload|run|view)/'

stale_exceptions()
{
	while read -r file word reason; do
		case $file in
		'#'* | '') continue ;;
		esac
		[ -n "$reason" ] || echo "tests/lint/exceptions: $file $word: no reason given"
		grep "^$file:" "$work/code" | grep -qw "$word" || echo "tests/lint/exceptions: $file does not use $word any more"
	done < tests/lint/exceptions
}

check "workloads do not print" uses workloads/ stdout stderr 'printf(' 'vprintf(' 'fprintf(' 'vfprintf(' 'dprintf(' 'vdprintf(' \
    'puts(' 'fputs(' 'putc(' 'fputc(' 'putchar(' 'perror(' 'err(' 'errx(' 'warn(' 'warnx('
check "workloads do not end the process" uses workloads/ 'exit(' '_exit(' '_Exit(' 'quick_exit(' 'abort('
check "workloads do not read a clock" uses workloads/ 'clock_gettime(' 'gettimeofday(' 'time(' 'clock(' 'times(' 'getrusage(' \
    'os_now(' 'os_wall_seconds('
check "nobody below cli prints" uses "$below_cli" stdout stderr STDOUT_FILENO STDERR_FILENO 'printf(' 'vprintf(' 'dprintf(' \
    'vdprintf(' 'puts(' 'putchar(' 'perror('
check "nobody below cli ends the process" uses "$below_cli" 'exit(' '_exit(' '_Exit(' 'quick_exit(' 'abort('
check "only harness/os knows the system it is compiled on" uses '(harness/(base|stats|measure|record|judge|setting|workload|run|view|cli)/|harness/main|workloads/)' \
    __linux__ __linux linux __gnu_linux__ __FreeBSD__ __NetBSD__ __OpenBSD__ __DragonFly__ __APPLE__ __MACH__ __sun __sun__ __HAIKU__ \
    __BEOS__ __unix__ __CYGWIN__ _WIN32 BSD
check "every exception is still needed" stale_exceptions
finish
