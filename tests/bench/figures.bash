# Series and their figures. A series is a file with one number a line, in seconds or bytes, "?" where there is none.

# ---------------------------------------------------------------- numbers

# Sorted numbers on input; prints the median and the ends of the narrowest interval of two order statistics, symmetric, that
# covers the median with 95 %; of fewer than 6 there is none, and the ends are the smallest and the largest.
median_and_interval()
{
	awk '$1 != "?"' | sort -g | awk '
		{ x[NR] = $1 }
		END {
			if (NR == 0)
				exit
			p = 0.5 ^ NR	# of exactly i below the median
			below = 0
			for (i = 0; i < NR / 2 && below + p <= 0.025; i++) {
				below += p
				p *= (NR - i) / (i + 1)
			}
			k = i > 0 ? i : 1
			print NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2, x[k], x[NR + 1 - k]
		}'
}

# ratios A B: line by line.
ratios()
{
	paste "$1" "$2" | awk '{ print ($1 != "?" && $2 != "?" && $2 > 0) ? $1 / $2 : "?" }'
}

median()
{
	median_and_interval | awk '{ print $1 }'
}

# In words: quantity UNIT MEDIAN LOW HIGH. Times and sizes in the unit that fits the median.
quantity()
{
	awk -v unit="$1" -v m="${2:-}" -v lo="${3:-}" -v hi="${4:-}" 'BEGIN {
		if (m == "") { print "-"; exit }
		scale = 1
		if (unit == "s") {
			if (m < 1e-3) { scale = 1e6; unit = "us" }
			else if (m < 1) { scale = 1e3; unit = "ms" }
		} else if (unit == "B") { scale = 1 / 1048576; unit = "MiB" }
		printf "%.4g %s (%.4g..%.4g)", m * scale, unit, lo * scale, hi * scale
	}'
}

# ---------------------------------------------------------------- the table

columns='%-34s %-26s %-28s %-28s %-21s %-9s %s\n'

line()
{
	# shellcheck disable=SC2059
	printf "$columns" "$@"
}

heading()
{
	line figure harness peer bare 'ratio (95 %)' bound ''
}

# verdict MEDIAN LOW HIGH AT_LEAST AT_MOST: is the median within? When it is not, but the interval reaches there, nobody knows.
verdict()
{
	awk -v lo="$2" -v hi="$3" -v m="$1" -v least="$4" -v most="$5" 'BEGIN {
		if (m == "" || lo + 0 > most + 0 || hi + 0 < least + 0)
			print "MISSED"
		else
			print (m + 0 >= least + 0 && m + 0 <= most + 0) ? "ok" : "unsure"
	}'
}

# note WORD: counts what was missed.
note()
{
	case $1 in
	MISSED) missed=$((missed + 1)) ;;
	unsure) unsure=$((unsure + 1)) ;;
	esac
}

# ratio_words MEDIAN LOW HIGH, or nothing
ratio_words()
{
	[ $# -eq 3 ] || { echo -; return; }
	printf '%.3f (%.3f..%.3f)' "$@"
}

# figure NAME UNIT HARNESS PEER BARE REST...: a line with three series, "" for none.
figure()
{
	line "$1" "$(shown "$2" "$3")" "$(shown "$2" "$4")" "$(shown "$2" "$5")" "${@:6}"
}

# row NAME UNIT HARNESS PEER BARE AGAINST BOUND: AGAINST is what the ratio is to, BOUND the most it may be ("": it is only shown).
row()
{
	local found= word=

	[ -z "$6" ] || found=$(ratios "$3" "$6" | median_and_interval)
	[ -z "$7" ] || word=$(verdict ${found:-"" "" ""} 0 "$7")
	note "$word"
	figure "${@:1:5}" "$(ratio_words $found)" "${7:+<= $7}" "$word"
}

# row_alike NAME UNIT HARNESS PEER BARE AGAINST LIMIT: as row, but the ratio may be LIMIT away from 1 on either side.
row_alike()
{
	local found word

	found=$(ratios "$3" "$6" | median_and_interval)
	word=$(verdict ${found:-"" "" ""} $(awk -v limit="$7" 'BEGIN { print 1 - limit, 1 + limit }'))
	note "$word"
	figure "${@:1:5}" "$(ratio_words $found)" "1 +- $7" "$word"
}

# row_most NAME UNIT HARNESS PEER BARE BOUND WORDS: as row, with a bound of the figure itself, as a number and in words.
row_most()
{
	local found word

	found=$(median_and_interval < "$3")
	word=$(verdict ${found:-"" "" ""} 0 "$6")
	note "$word"
	figure "${@:1:5}" - "$7" "$word"
}

# row_count NAME HARNESS PEER RELATION BOUND: counts; RELATION is <= or >=.
row_count()
{
	local word=MISSED

	if (($2 $4 $5)); then word=ok; fi
	note $word
	line "$1" "$2" "$3" - - "$4 $5" "$word"
}

shown()
{
	[ -n "$2" ] || { echo -; return; }
	# shellcheck disable=SC2046
	quantity "$1" $(median_and_interval < "$2")
}

skip()
{
	echo "$1: skipped, $2"
}

is_program()
{
	type -P "$1" > /dev/null
}

# ---------------------------------------------------------------- how busy the machine was

# Seconds of all CPUs that were not idle, and their number; nothing where /proc/stat is not.
machine_busy()
{
	[ ! -r /proc/stat ] || awk -v hz="$(getconf CLK_TCK)" '
		$1 == "cpu" { busy = ($2 + $3 + $4 + $7 + $8 + $9) / hz }
		/^cpu[0-9]/ { n++ }
		END { print busy, n }' /proc/stat
}

# Seconds of CPU that our children have used, by what `times` left in times.out: a subshell has no children yet.
children_busy()
{
	awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } print sum }' times.out
}

busy_before()
{
	local a b

	echo "$(uname -sr), $(getconf _NPROCESSORS_ONLN) CPUs,$(uptime | sed 's/.*load average/ load average/'); $("$HARNESS" --version)"
	a=$(machine_busy)
	[ -n "$a" ] || return 0
	sleep 2
	b=$(machine_busy)
	echo "$a $b" | awk '{ share = ($3 - $1) / 2 / $4 * 100; printf "others use %.0f %% of the CPUs%s\n", share, (share > 5 ? ": a busy machine, figures are less certain" : "") }'
	ps -eo pcpu,comm --sort=-pcpu 2> /dev/null | awk 'NR > 1 && NR < 5 && $1 > 5 { printf "  %s at %s %%\n", $2, $1 }'
}

busy_start()
{
	times > times.out
	began="$(machine_busy) $EPOCHREALTIME $(children_busy)"
	[ -r /proc/stat ] || began=
}

# busy_end PART
busy_end()
{
	[ -n "$began" ] || return 0
	times > times.out
	others=$(echo "$began $(machine_busy) $EPOCHREALTIME $(children_busy)" |
	    awk '{ span = $7 - $3; printf "%.0f", (($5 - $1) - ($8 - $4)) / span / $2 * 100 }')
	echo "  $1 took $(since "$(echo "$began" | awk '{ print $3 }')" | cut -d. -f1) s; others used $others % of the CPUs meanwhile"
	((others <= 10)) || disturbed+=" $1"
}

# ---------------------------------------------------------------- measuring

# bare N CMD ARG...: medians of real, and the largest RSS: "real_s rss_bytes".
bare()
{
	"$work/bare" "$@" > bare.out || return 1
	echo "$(awk '{ print $1 / 1e9 }' bare.out | median) $(awk '$4 > most { most = $4 } END { print most * 1024 }' bare.out)"
}

# trial_values RECORD METRIC: of the trials that count, one a line.
trial_values()
{
	awk -v metric="\"$2\":" '
		/^\{"type":"trial"/ && /"warmup":false/ && /"status":"ok"/ {
			at = index($0, metric)
			value = substr($0, at + length(metric))
			sub(/[,}].*/, "", value)
			print at && value != "null" ? value : "?"
		}' "$1"
}

# harness_run FILE WORKLOAD OPTION...: `harness run` into a new record, silently.
harness_run()
{
	rm -f "$1"
	"$HARNESS" run "$2" -q -o "$1" "${@:3}" > harness.out 2>&1 || { cat harness.out >&2; return 1; }
}

# since TIME: seconds from an EPOCHREALTIME until now.
since()
{
	echo "$1 $EPOCHREALTIME" | awk '{ printf "%.6f", $2 - $1 }'
}

# rotated ROUND A B C: by the round's number, so that no one is always first.
rotated()
{
	local round=$1

	shift
	round=$((round % $#))
	echo "${@:round+1}" "${@:1:round}"
}
