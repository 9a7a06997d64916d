# The manual pages: well formed, and harness.1 names every option and metric that the program has, and no other.
. tests/lint/common

harness=${HARNESS:-build/harness}
page=docs/harness.1

well_formed()
{
	for file in docs/*.[1-9]; do
		mandoc -T lint -W style "$file" 2> /dev/null | grep -v 'STYLE: referenced manual not found'
	done
	return 0
}

# Pages that refer to another of ours refer to one that is there.
references()
{
	sed -n 's/^\.Xr \(harness[a-z-]*\) \([1-9]\).*/docs\/\1.\2/p' docs/*.[1-9] | sort -u | while read -r file; do
		[ -f "$file" ] || echo "$file is referred to, but not there"
	done
}

# subsection NAME: the page's text from ".Ss NAME" to the next heading.
subsection()
{
	awk -v name="$1" '/^\.S[sh] / { inside = $0 == ".Ss " name } inside' "$page"
}

# help_options: the names of options in help text on standard input, up to an empty line; one for each line.
help_options()
{
	sed -nE 's/^  (-[A-Za-z], |    )--(no-)?([a-z][a-z-]*).*/\3/p'
}

page_options()
{
	sed -nE 's/^\.It Fl ([A-Za-z] , Fl )?-([a-z][a-z-]*).*/\2/p'
}

# compare_options SUBSECTION: those of standard input against those that the subsection lists.
compare_options()
{
	sort -u > "$work/program"
	subsection "$1" | page_options | sort > "$work/page"
	[ -s "$work/page" ] || [ ! -s "$work/program" ] || echo "$page: no options under '.Ss $1'"
	comm -23 "$work/program" "$work/page" | sed "s|.*|$page: --& is not under '.Ss $1'|"
	comm -13 "$work/program" "$work/page" | sed "s|.*|$page: --& is under '.Ss $1', but the program has no such option|"
}

verbs()
{
	"$harness" help | sed -n '/^usage:/,/^$/s/^  harness \([a-z]*\) .*/\1/p'
}

options_of_verbs()
{
	for verb in $(verbs); do
		[ -n "$(subsection "$verb")" ] || echo "$page: no '.Ss $verb'"
		[ "$verb" = help ] || "$harness" "$verb" --help | help_options | compare_options "$verb"
	done
}

options_of_workloads()
{
	for workload in $("$harness" list | awk '{ print $1 }'); do
		"$harness" run "$workload" --help | sed -n '/^options of '"$(echo "$workload" | sed 's|/|\\/|')"':/,/^$/p' | help_options |
			compare_options "$workload"
	done
}

# Letters are written with their option.
letters()
{
	{
		for verb in $(verbs | grep -vx help); do
			"$harness" "$verb" --help
		done
		for workload in $("$harness" list | awk '{ print $1 }'); do
			"$harness" run "$workload" --help
		done
	} | sed -nE 's/^  -([A-Za-z]), --([a-z-]*).*/\1 \2/p' | sort -u | while read -r letter name; do
		grep -qE "^\.It Fl $letter , Fl -$name( |$)" "$page" || echo "$page: -$letter does not stand beside --$name"
	done
}

# Metrics that every trial has, and those that workloads add.
metrics()
{
	{
		sed -n 's/.*{ "\([a-z_.]*\)", "[^"]*", BETTER_.*/\1/p' harness/measure/standard.[ch]
		"$harness" list --json | awk '
			/"metrics": \[/ { inside = 1 }
			/"options": \[/ { inside = 0 }
			inside && /"name":/ { gsub(/.*: "|",?$/, ""); print }'
	} | sort -u > "$work/metrics"
	[ "$(wc -l < "$work/metrics")" -gt 10 ] || echo "harness/measure/standard.c: no metrics found"
	while read -r metric; do
		sed -nE 's/^\.(It )?Cm / /p' "$page" | sed 's/ , / /g; s/$/ /' | grep -qF " $metric " || echo "$page: metric $metric is not named"
	done < "$work/metrics"
}

# The headline metrics of each workload, in the program's order: the first decides.
headlines()
{
	"$harness" list --json | python3 -c 'import json, sys
for w in json.load(sys.stdin):
    print(w["name"], " , ".join(m["name"] for m in w["metrics"]))' | while read -r workload metrics; do
		subsection "$workload" | grep -qxF ".Cm $metrics ." || echo "$page: the headline metrics of '$workload' are not '$metrics'"
	done
}

statuses()
{
	awk '/^enum err_kind/ { inside = 1 } /^}/ { inside = 0 } inside && /= [0-9]+,/ { sub(/.*= /, ""); sub(/,.*/, ""); print }' \
	    harness/base/err.h | while read -r status; do
		sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/p' "$page" | grep -qx "\.It $status" || echo "$page: exit status $status is not explained"
	done
}

variables()
{
	code c | sed -n 's/:[^:]*getenv(.*//p' | while IFS=: read -r file line; do
		sed -n "${line}s/.*getenv(\"\([A-Z_]*\)\").*/\1/p" "$file"
	done | sort -u | while read -r name; do
		case $name in
		PATH | LD_*) continue ;;
		esac
		grep -qE "^\.(It )?Ev $name( |$)" "$page" || echo "$page: environment variable $name is not explained"
	done
}

settings()
{
	sed -n 's/^SETTING(\([a-z_]*\)).*/\1/p' harness/setting/list.h | while read -r kind; do
		sed -n '/^\.Sh SETTINGS/,/^\.Sh METRICS/p' "$page" | grep -q "^\.It Cm $kind : " ||
			echo "$page: no setting '$kind:' under '.Sh SETTINGS'"
	done
}

if command -v mandoc > /dev/null; then
	check "the pages are well formed" well_formed
else
	skip "the pages are well formed" "there is no mandoc here"
fi
check "the pages refer to pages that are there" references
if [ -x "$harness" ]; then
	check "$page has the options of every verb" options_of_verbs
	check "$page has the options of every workload" options_of_workloads
	check "$page has the letters of options" letters
	check "$page has every metric" metrics
	check "$page has the headline metrics of every workload" headlines
else
	skip "$page has every option and metric" "$harness is not built"
fi
check "$page explains every exit status" statuses
check "$page explains every environment variable" variables
check "$page explains every kind of setting" settings
finish
