# The worked example of docs/adding-a-workload.md builds in a copy of the tree, touches two files, and runs.
. tests/lint/common

page=$PWD/docs/adding-a-workload.md
harness=${HARNESS:-$PWD/build/harness}
build=${harness%/harness}
build=${build#"$PWD/"}
copy=$work/tree

# The code blocks of the page that are marked as files or as additions to files, into the copy.
take_example()
{
	copy_tree "$copy" && mkdir -p "$copy/$build" || return 1
	cp -Rp "$build/obj" "$copy/$build/obj"
	sed -nE 's/^<!-- (file|add to): (.*) -->$/\2/p' "$page" > "$work/touched"
	sed -n 's|^\(.*\)/[^/]*$|\1|p' "$work/touched" | (cd "$copy" && xargs mkdir -p)
	(cd "$copy" && awk '
		/^<!-- (file|add to): .* -->$/ { target = $0; sub(/^[^:]*: /, "", target); sub(/ -->$/, "", target); next }
		/^```/ { inside = target != "" && !inside; if (!inside) target = ""; next }
		inside { print >> target }' "$page")
}

touches_two_files()
{
	[ "$(wc -l < "$work/touched")" -eq 2 ] || cat "$work/touched"
}

# -j, and all but the variables of the make that called us, is left behind.
build_it()
{
	(cd "$copy" && MAKEFLAGS=$(printf '%s' "${MAKEFLAGS-}" | sed -n 's/.*-- //p') "$make" -s all) > "$work/log" 2>&1 ||
		tail -n 20 "$work/log"
}

listed()
{
	"$copy/$build/harness" list | grep -q '^rename ' || echo "harness list does not show it"
}

runs()
{
	(cd "$work" && "$copy/$build/harness" run rename --files 10,20 --trials 2 --dir "$work" -o "$work/record.jsonl") \
	    > "$work/log" 2>&1 || tail -n 20 "$work/log"
	[ "$(grep -c '"type":"trial".*"status":"ok".*"directory":[0-9]' "$work/record.jsonl")" -eq 6 ] ||
		echo "no six trials with a size of the directory are in the record"
}

obeys()
{
	(cd "$copy" && for lint in layers lists forbidden; do
		sh tests/lint/$lint.sh | grep '^# .*rename'
	done)
	return 0
}

if [ -d "$build/obj" ]; then
	check "the example is found" take_example
	check "it touches two files" touches_two_files
	check "it builds without warnings" build_it
	check "it is listed" listed
	check "it runs" runs
	check "it obeys the rules of the tree" obeys
else
	skip "the example builds" "nothing is built in $build"
fi
finish
