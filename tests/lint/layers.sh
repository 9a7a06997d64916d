# Each include obeys the table of layers in docs/architecture.md.
. tests/lint/common

code c h | grep '^[^:]*:[0-9]*:[[:blank:]]*#[[:blank:]]*include' > "$work/includes"
awk -F'|' '$2 ~ /`(harness\/([a-z]+\/|main\.c)|workloads\/)`/ {
	gsub(/[` ]|harness\/|\/|\.c/, "", $2)
	print $2 ":" ($4 ~ /-/ ? "" : $4)
}' docs/architecture.md > "$work/layers"

# The lines of "$work/includes" through an awk program that may use: file, line, layer (of the file), name (between quotes,
# "" for a system's header), target (the layer of name), allowed[layer, target], known[layer].
includes()
{
	awk -v layers="$work/layers" "
		BEGIN {
			while ((getline row < layers) > 0) {
				split(row, half, \":\")
				known[half[1]] = allowed[half[1], half[1]] = 1
				n = split(half[2], name_of, \" \")
				for (i = 1; i <= n; i++)
					allowed[half[1], name_of[i]] = 1
			}
		}
		{
			split(\$0, part, \":\")
			file = part[1]
			line = part[2]
			layer = file
			sub(/^harness\\//, \"\", layer)
			sub(/[\\/.].*/, \"\", layer)
			name = target = \"\"
			if (split(\$0, quoted, \"\\\"\") > 1) {
				name = target = quoted[2]
				sub(/\\/.*/, \"\", target)
			}
		}
		$1" "$work/includes"
}

table_is_there()
{
	[ "$(wc -l < "$work/layers")" -ge 10 ] || echo "docs/architecture.md: no table of layers"
}

layers_are_known()
{
	includes '!known[layer] && !said[layer]++ { print file ": no layer of that name in docs/architecture.md" }'
}

written_with_layer()
{
	includes 'name != "" && name !~ /\// && name !~ /\.inc$/ {
		print file ":" line ": \"" name "\" is written without its layer"
	}'
}

# What the build makes is in directories of their own.
downwards_only()
{
	includes 'name ~ /\// && target != "embedded" && !allowed[layer, target] { print file ":" line ": " layer " may not include \"" name "\"" }'
}

# A plug-in is a directory or file below workloads/; what is in one is of no concern to the others.
plugins_apart()
{
	includes 'layer == "workloads" && target == "workloads" {
		own = file
		sub(/[^\/]*$/, "", own)
		if (index(name, own) != 1)
			print file ":" line ": \"" name "\" belongs to another plug-in"
	}'
}

# Sources of os all fill in os.h.
own_header_first()
{
	includes 'file ~ /\.c$/ && layer != "os" && file != "workloads/list.c" {
		header = file
		sub(/\.c$/, ".h", header)
		sub(/^harness\//, "", header)
		if (file != before)
			first[file] = 1
		before = file
		if (name == header && !first[file])
			print file ":" line ": its own header comes first"
		first[file] = 0
	}'
}

no_cycles()
{
	includes 'file ~ /\.h$/ && name != "" { print file, (name ~ /^workloads\// ? name : "harness/" name) }' | awk '
		{ to[$1, ++count[$1]] = $2 }
		function visit(file, path,    i) {
			if (state[file] == 2)
				return
			path = path " -> " file
			if (state[file] == 1) {
				sub(/^ -> /, "", path)
				print "headers include each other: " path
				return
			}
			state[file] = 1
			for (i = 1; i <= count[file]; i++)
				visit(to[file, i], path)
			state[file] = 2
		}
		END { for (file in count) visit(file, "") }'
}

# Arithmetic on samples has no input, output or clock.
stats_are_pure()
{
	includes 'layer == "stats" && /<(stdio|time|unistd|fcntl|signal|sys\/[a-z]+)\.h>/ {
		sub(/.*</, "<")
		print file ":" line ": stats may not include " $0
	}'
}

check "the table of layers is found" table_is_there
check "every directory of harness is a layer" layers_are_known
check "each include is written with its layer" written_with_layer
check "each layer includes only what the table allows" downwards_only
check "plug-ins do not include each other's headers" plugins_apart
check "a source includes its own header first" own_header_first
check "no headers include each other" no_cycles
check "stats has neither input, output nor clock" stats_are_pure
finish
