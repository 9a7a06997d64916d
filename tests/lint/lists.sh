# The lists of plug-ins, verbs and settings agree with the files.
. tests/lint/common

code c h > "$work/code"

# names WORD FILE: what stands in FILE as WORD(name).
names()
{
	grep "^$2:" "$work/code" | sed -n "s/^[^:]*:[0-9]*:[[:blank:]]*$1(\([a-z0-9_]*\)).*/\1/p"
}

# definitions TYPE DIRECTORY: "name file" of each const struct TYPE WORD_name below DIRECTORY; WORD is the type's first word.
definitions()
{
	sed -n "s|^\($2/[^:]*\.c\):[0-9]*:const struct $1 ${1%%_*}_\([a-z0-9_]*\) = {.*|\2 \1|p" "$work/code"
}

all_definitions()
{
	definitions workload workloads
	definitions verb harness/cli
	definitions setting_kind harness/setting
}

# agree WORD LIST TYPE DIRECTORY
agree()
{
	names "$1" "$2" > "$work/listed"
	definitions "$3" "$4" > "$work/defined"
	sort "$work/listed" | uniq -d | sed "s|.*|$2: & is there twice|"
	awk -v list="$2" -v type="$3" '
		FILENAME ~ /defined$/ { file[$1] = $2; next }
		!($1 in file) { print list ": there is no " type "_" $1 }
		{ listed[$1] = 1 }
		END { for (name in file) if (!(name in listed)) print file[name] ": " name " is not in " list }' "$work/defined" "$work/listed"
}

named_for_content()
{
	all_definitions | awk '{
		base = $2
		sub(/.*\//, "", base)
		sub(/\.c$/, "", base)
		if ($1 != base && "setting_" $1 != base && $1 !~ "_" base "$")
			print $2 ": defines " $1 ", which would be looked for in " $1 ".c"
	}'
}

# .name = "..." in the descriptor is the name it is listed under ("call/fork" under call_fork).
known_by_name()
{
	all_definitions | while read -r name file; do
		sed -n 's/^	\.name = "\([^"]*\)",.*/\1/p' "$file" | tr '/-' '__' | grep -qx "$name" ||
			echo "$file: the descriptor of $name has another name inside"
	done
}

check "workloads/list.h agrees with the plug-ins" agree WORKLOAD workloads/list.h workload workloads
check "cli/verbs.h agrees with the verbs" agree VERB harness/cli/verbs.h verb harness/cli
check "setting/list.h agrees with the kinds of settings" agree SETTING harness/setting/list.h setting_kind harness/setting
check "plug-ins, verbs and settings are in files of their name" named_for_content
check "descriptors have the name they are listed under" known_by_name
finish
