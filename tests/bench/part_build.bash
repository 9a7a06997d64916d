# One parallel build, timed by three: single trials in turns, each in the same tree, all of it built anew.
#
# The tree of `run build` is there only while harness runs, so this one is made here: C files that a compiler has something to do
# with, one Jamfile, and `jam -a -j2`. It takes two seconds of CPU. How much of that is sys is sampled in ticks by many kernels and
# comes out differently each time: the split has a bound only when there is time for many rounds, the sum always.

build_files=12

build_make()
{
	local i k

	mkdir tree
	for ((i = 0; i < build_files; i++)); do
		{
			printf '#include <%s>\n' stdio.h stdlib.h string.h math.h time.h sys/types.h sys/stat.h
			echo "static int table_$i[64];"
			for ((k = 0; k < 40; k++)); do
				cat <<-END
				int work_${i}_$k(const char *text, int n)
				{
					char copy[256];
					int sum = $k;

					for (int j = 0; j < n && text[j] != 0; j++) {
						table_$i[(j * 7 + sum) & 63] += text[j] * ($k + j);
						sum = sum * 31 + table_$i[j & 63] % ($i + 2);
					}
					snprintf(copy, sizeof(copy), "%d %s", sum, text);
					return (int)strlen(copy) + abs(sum) % 17;
				}
				END
			done
		} > tree/part_$i.c
		echo "int work_${i}_0(const char *, int);" >> tree/main.c
	done
	{
		echo 'int main(void) { return 0'
		for ((i = 0; i < build_files; i++)); do echo "+ work_${i}_0(\"x\", 1)"; done
		echo '== 0; }'
	} >> tree/main.c
	(cd tree && echo "Main everything : $(echo *.c) ;" > Jamfile && echo "CCFLAGS = -O2 ;" > Jamrules)
}

# build_keep TOOL: "real user sys" on input.
build_keep()
{
	awk -v tool="$1" '{ print $1 >> "build.real." tool; print $2 >> "build.user." tool; print $3 >> "build.sys." tool; print $2 + $3 >> "build.cpu." tool }'
}

build_harness()
{
	(cd tree && harness_run ../build.jsonl exec --trials 1 --warmup 0 -- $build_command) || return
	paste <(trial_values build.jsonl real) <(trial_values build.jsonl user) <(trial_values build.jsonl sys) | build_keep harness
}

build_hyperfine()
{
	(cd tree && hyperfine -N --runs 1 --export-csv ../build.csv "$build_command") > /dev/null 2>&1 || return
	awk -F, 'NR == 2 { print $2, $5, $6 }' build.csv | build_keep hyperfine
}

# It cuts hundredths off: half of one is what is missing in the mean.
build_time()
{
	(cd tree && "$(type -P time)" -f '%e %U %S' -o ../build.time $build_command) > /dev/null 2>&1 || return
	awk '{ print $1 + 0.005, $2 + 0.005, $3 + 0.005 }' build.time | build_keep time
}

part_build()
{
	local round tool metric limit tools=harness

	is_program jam || { skip build "jam is not installed"; return; }
	if is_program hyperfine; then tools+=' hyperfine'; else skip "build: hyperfine" "it is not installed"; fi
	if is_program time; then tools+=' time'; else skip "build: time" "it is not installed"; fi
	build_make
	build_command="jam -a -q -j2"
	(cd tree && $build_command) > build.out 2>&1 || { cat build.out; missed=$((missed + 1)); return; }
	for ((round = 0; round < (long ? 120 : 30); round++)); do
		for tool in $(rotated $round $tools); do
			build_$tool || { echo "build: $tool failed"; missed=$((missed + 1)); return; }
		done
	done
	for tool in ${tools#harness}; do
		for metric in real cpu user sys; do
			limit=0.01
			[[ $metric = [us]* && $long = 0 ]] && limit=
			row${limit:+_alike} "build: $metric, against $tool" s build.$metric.harness build.$metric.$tool '' build.$metric.$tool $limit
		done
	done
}
