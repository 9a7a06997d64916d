# Sizes: a hint, never a failure. Look at the reasons to change before you cut a file in two.
. tests/lint/common

# Lines of a file, by the kind of file.
long_files()
{
	sources c h | xargs wc -l | awk '
		$2 == "total" { next }
		{ limit = 400 }
		$2 ~ /^workloads\/(calls|sweeps)\// { limit = 80 }
		$2 ~ /^workloads\/[a-z]+\/[a-z]+\.c$/ { limit = 250 }
		$1 > limit { print "hint: " $2 " has " $1 " lines; " limit " are usual" }'
}

# Lines between the braces in column 0.
long_functions()
{
	sources c | xargs awk '
		/^[a-z_]+\(/ { name = $0; sub(/\(.*/, "", name) }
		/^\{/ { start = FNR }
		/^\}$/ { if (start > 0 && FNR - start > 50) print "hint: " FILENAME ":" start ": " name " has " FNR - start " lines; 50 are usual"; start = 0 }'
}

{ long_files; long_functions; } | sed 's/^/# /'
echo "ok 1 - sizes are a hint"
echo "1..1"
