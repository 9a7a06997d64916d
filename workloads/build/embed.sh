#!/bin/sh
# Prints files as a C table of their lines: sh embed.sh FILE... >tree_files.h
# Lines, because a compiler need not take string literals above 4095 bytes.
set -e
printf '/* Made by embed.sh; do not edit. */\n'
i=0
for file in "$@"; do
	printf 'static const char *const embedded_%d[] = {\n' $i
	sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' -e 's/^/"/' -e 's/$/\\n",/' "$file"
	printf 'NULL };\n'
	i=$((i + 1))
done
printf 'static const struct { const char *name; const char *const *lines; } embedded[] = {\n'
i=0
for file in "$@"; do
	printf '{ "%s", embedded_%d },\n' "${file##*/}" $i
	i=$((i + 1))
done
printf '};\n'
