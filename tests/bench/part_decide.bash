# The same program against itself, and against itself with 3 % more to do, while others take more and more of the machine. Beside
# it, hyperfine: as many runs of each, one after the other, and Welch's t test of what it reports.

decide_spin=60000000	# multiplications; about 50 ms
decide_ramp_s=40

# load_start SECONDS
load_start()
{
	"$work/load" "$(getconf _NPROCESSORS_ONLN)" 15 "$1" &
	children=($!)
}

load_stop()
{
	kill "${children[@]}" 2> /dev/null
	wait "${children[@]}" 2> /dev/null
	children=()
}

# decide_harness SEED MORE: prints the verdict and how many trials of each it took.
decide_harness()
{
	rm -f decide.jsonl
	"$HARNESS" run exec -q -o decide.jsonl --decide --seed "$1" -m real --json --vary "a=env:SPIN=$decide_spin" \
	    --vary "b=env:SPIN=$2" -- "$work/spinner" > decide.json 2> decide.err || { cat decide.err >&2; return 1; }
	echo "$(sed -n 's/.*"verdict": *"\([^"]*\)".*/\1/p' decide.json | head -n 1 | tr ' ' -) $(trial_values decide.jsonl real | awk 'END { print NR / 2 }')"
}

# decide_hyperfine RUNS MORE: win, loss or nothing.
decide_hyperfine()
{
	hyperfine -N --warmup 1 --runs "$1" --export-csv decide.csv "$work/spinner $decide_spin" "$work/spinner $2" > /dev/null 2>&1 || return
	awk -F, -v n="$1" '
		NR > 1 { mean[NR] = $2; square[NR] = $3 * $3 / n }
		END {
			t = (mean[3] - mean[2]) / sqrt(square[2] + square[3])
			print (t > 2) ? "loss" : (t < -2) ? "win" : "undecided"
		}' decide.csv
}

part_decide()
{
	local repeat more verdict trials peer=- count=$((long ? 10 : 3)) claims losses
	local -A harness=() hyperfine=()

	for ((repeat = 1; repeat <= count; repeat++)); do
		for more in 0 3; do
			spin=$((decide_spin + decide_spin / 100 * more))
			load_start $decide_ramp_s
			found=$(decide_harness $repeat $spin)
			load_stop
			read -r verdict trials <<< "$found"
			[ -n "$trials" ] || { echo "decide: harness failed"; missed=$((missed + 1)); return; }
			harness[$more]+=" $verdict($trials)"
			is_program hyperfine || continue
			# as much of the ramp as its runs take
			load_start "$(awk -v n="$trials" 'BEGIN { print n * 2 * 0.06 }')"
			hyperfine[$more]+=" $(decide_hyperfine "$trials" $spin)"
			load_stop
		done
	done
	for more in 0 3; do
		echo "  +$more %: harness (trials of each)${harness[$more]}; hyperfine${hyperfine[$more]:- -}"
	done
	claims=$(decide_count 'win|loss' ${harness[0]})
	losses=$(decide_count loss ${harness[3]})
	if is_program hyperfine; then peer="$(decide_count 'win|loss' ${hyperfine[0]})"; else skip "decide: hyperfine" "it is not installed"; fi
	row_count "decide: claims at +0 %, of $count" "$claims" "$peer" '<=' 1
	[ "$peer" = - ] || peer="$(decide_count loss ${hyperfine[3]})"
	row_count "decide: losses at +3 %, of $count" "$losses" "$peer" '>=' $((count - 1))
}

# decide_count PATTERN VERDICT...
decide_count()
{
	local pattern=$1

	shift
	printf '%s\n' "$@" | grep -cE "^($pattern)(\(|$)"
}
