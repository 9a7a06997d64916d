# The lints find what they are for: each violation is planted into a copy of the tree, and the lint must name it.
. tests/lint/common

HARNESS=${HARNESS:-$PWD/build/harness}
case $HARNESS in
/*) ;;
*) HARNESS=$PWD/$HARNESS ;;
esac
export HARNESS
copy_tree "$work/clean" || exit 1

cp -Rp "$work/clean" "$work/tree"
cd "$work/tree" || exit 1
: > "$work/planted"

# planted TEXT FILE FINDING: changes FILE ($f) by the shell commands on standard input. The lint that is run next must report
# FINDING, a part of a line.
planted()
{
	f=$2
	printf '%s\t%s\t%s\n' "$1" "$2" "$3" >> "$work/planted"
	. /dev/stdin
}

# line TEXT: adds a line to the file.
line()
{
	printf '%s\n' "$1" >> "$f"
}

# caught LINT: looks whether everything that was planted is found, and puts the files back as they were.
caught()
{
	sh "tests/lint/$1.sh" | grep '^#' > "$work/findings"
	while IFS='	' read -r text file finding; do
		tests=$((tests + 1))
		if grep -qF -e "$finding" "$work/findings"; then
			echo "ok $tests - $1: $text"
		else
			echo "not ok $tests - $1: $text"
			echo "#   not reported: $finding"
		fi
		rm -rf "$work/tree/$file"
		[ ! -e "$work/clean/$file" ] || cp -Rp "$work/clean/$file" "$work/tree/$file"
	done < "$work/planted"
	: > "$work/planted"
}

# ---------------------------------------------------------------- layers

planted "a directory that is no layer" harness/extra "harness/extra/extra.c: no layer of that name" << 'END'
mkdir harness/extra && echo '#include <stdio.h>' > harness/extra/extra.c
END
planted "an include without its layer" harness/base/err.c 'err.c:1: "err.h" is written without its layer' << 'END'
{ echo '#include "err.h"'; cat "$f"; } > x && mv x "$f"
END
planted "an include upwards" harness/stats/order.c 'order.c:1: stats may not include "os/os.h"' << 'END'
{ echo '#include "os/os.h"'; cat "$f"; } > x && mv x "$f"
END
planted "an include across" harness/view/progress.h 'view may not include "run/plan.h"' << 'END'
line '#include "run/plan.h"'
END
planted "a plug-in that reaches for the engine" workloads/exec/exec.c 'workloads may not include "record/record.h"' << 'END'
line '#include "record/record.h"'
END
planted "a plug-in that reaches for another" workloads/exec/exec.c '"workloads/build/tree.h" belongs to another plug-in' << 'END'
line '#include "workloads/build/tree.h"'
END
planted "an include that is written loosely" harness/base/units.c 'base may not include "os/os.h"' << 'END'
line ' #  include	"os/os.h" /* here */'
END
planted "own header not first" harness/base/buf.c "buf.c:2: its own header comes first" << 'END'
{ echo '#include "base/err.h"'; echo '#include "base/buf.h"'; } > "$f"
END
planted "headers in a circle" harness/base/err.h "headers include each other: " << 'END'
line '#include "base/param.h"'
END
planted "a clock in stats" harness/stats/rng.c "stats may not include <time.h>" << 'END'
line '#include <time.h>'
END
caught layers

planted "a table of layers that is gone" docs/architecture.md "no table of layers" << 'END'
grep -v '^| `harness/' docs/architecture.md > x && mv x docs/architecture.md
END
caught layers

# ---------------------------------------------------------------- lists

planted "a workload that is not in the list" workloads/list.h "exec is not in workloads/list.h" << 'END'
grep -v '(exec)' "$f" > x || :; mv x "$f"
END
planted "a workload that is not there" workloads/list.h "there is no workload_nothing" << 'END'
line 'WORKLOAD(nothing)'
END
planted "a workload that is listed twice" workloads/list.h "workloads/list.h: nothing is there twice" << 'END'
line 'WORKLOAD(nothing)'
END
planted "a verb that is not in the list" harness/cli/verbs.h "list is not in harness/cli/verbs.h" << 'END'
grep -v '(list)' "$f" > x; mv x "$f"
END
planted "a verb that is not there" harness/cli/verbs.h "there is no verb_nothing" << 'END'
line 'VERB(nothing)'
END
planted "a setting that is not in the list" harness/setting/list.h "env is not in harness/setting/list.h" << 'END'
grep -v '(env)' "$f" > x; mv x "$f"
END
planted "a verb in a file of another name" harness/cli/other.c "defines help, which would be looked for in help.c" << 'END'
mv harness/cli/help.c "$f"
END
planted "a descriptor with another name inside" workloads/exec/exec.c "the descriptor of exec has another name inside" << 'END'
sed 's/\.name = "exec"/.name = "execute"/' "$f" > x && mv x "$f"
END
caught lists
cp -p "$work/clean/harness/cli/help.c" harness/cli/help.c

planted "a line of the list that is commented out" workloads/list.h "exec is not in workloads/list.h" << 'END'
sed 's|^WORKLOAD(exec)|//&|' "$f" > x && mv x "$f"
END
caught lists

# ---------------------------------------------------------------- headers

planted "a header that does not compile alone" harness/base/alone.h "alone.h" << 'END'
printf '%s\n' '#ifndef HARNESS_BASE_ALONE_H' '#define HARNESS_BASE_ALONE_H' 'size_t alone(void);' '#endif' > "$f"
END
planted "a guard of another name" harness/base/date.h "its guard should be HARNESS_BASE_DATE_H" << 'END'
sed 's/HARNESS_BASE_DATE_H/DATE_H/' "$f" > x && mv x "$f"
END
caught headers

# ---------------------------------------------------------------- forbidden words

for call in 'printf("x");' 'fprintf(f, "x");' 'puts ("x");' 'fputs("x", f);' 'perror("x");' 'dprintf(2, "x");' 'exit(1);' 'abort();' \
    '_exit(1);' 'clock_gettime(CLOCK_MONOTONIC, &t);' 'gettimeofday(&t, NULL);' 'os_now();'; do
	planted "a workload that says $call" workloads/exec/exec.c ": ${call%%[ (]*}: static void planted" << END
line 'static void planted(void) { $call }'
END
done
planted "a workload that asks for the time" workloads/exec/exec.c ": time: static void clock_planted" << 'END'
line 'static void clock_planted(void) { x = time(NULL); }'
END
planted "an engine that prints" harness/run/runner.c "runner.c:" << 'END'
line 'static void planted(void) { fprintf(stderr, "x"); }'
END
planted "an engine that exits" harness/judge/sides.c "sides.c:" << 'END'
line 'static void planted(void) { exit(1); }'
END
planted "an #ifdef on a system outside os" harness/base/file.c "file.c:" << 'END'
line '#ifdef __linux__'; line '#endif'
END
planted "an #if defined on a system in a workload" workloads/exec/exec.c "__FreeBSD__: #if" << 'END'
line '#if 1 && defined(__FreeBSD__)'; line '#endif'
END
planted "an exception that is not needed" tests/lint/exceptions "harness/base/date.c does not use abort any more" << 'END'
line 'harness/base/date.c abort no reason at all'
END
planted "an exception without a reason" tests/lint/exceptions "no reason given" << 'END'
line 'harness/base/buf.c abort'
END
caught forbidden

tests=$((tests + 1))
{
	echo '/* printf("x"); exit(1); __linux__ */'
	echo '// puts("x");'
	echo 'static const char *const text = "exit(1); /* printf(\"";	/* stderr'
	echo '   abort() */ static int sprintf_like(int time, int x);'
	echo 'static void planted(struct s *s) { snprintf(a, 1, "x"); s->exit(1); s->o.time(2); run_time(3); }'
} >> workloads/exec/exec.c
if sh tests/lint/forbidden.sh | grep '^#' | grep 'exec\.c'; then
	echo "not ok $tests - forbidden: comments, literals and longer words are left alone"
else
	echo "ok $tests - forbidden: comments, literals and longer words are left alone"
fi
cp -p "$work/clean/workloads/exec/exec.c" workloads/exec/exec.c

# ---------------------------------------------------------------- manual pages

if command -v mandoc > /dev/null; then
	planted "a macro that ends nothing" docs/harness.1 "skipping end of block that is not open" << 'END'
line '.El'
END
fi
planted "a reference to a page that is not there" docs/harness.1 "docs/harness-nothing.7 is referred to" << 'END'
line '.Xr harness-nothing 7'
END
planted "an exit status that is not explained" docs/harness.1 "exit status 6 is not explained" << 'END'
sed 's/^\.It 6$/.It 66/' "$f" > x && mv x "$f"
END
planted "a variable that is not explained" docs/harness.1 "environment variable NO_COLOR is not explained" << 'END'
sed 's/NO_COLOR/NO_COLOUR/' "$f" > x && mv x "$f"
END
planted "a kind of setting that the page lacks" docs/harness.1 "no setting 'cpus:' under '.Sh SETTINGS'" << 'END'
sed 's/Cm cpus :/Cm cpu :/' "$f" > x && mv x "$f"
END
if [ -x "$HARNESS" ]; then
	planted "an option that the page lacks" docs/harness.1 "--deadline is not under '.Ss run'" << 'END'
sed 's/^\.It Fl -deadline/.It Fl -dead-line/' "$f" > x && mv x "$f"
END
	planted "an option that only the page has" docs/harness.1 "--dead-line is under '.Ss run'" << 'END'
:
END
	planted "an option of a workload that stands under another" docs/harness.1 "--stdin is not under '.Ss exec'" << 'END'
sed '/^\.It Fl -stdin/d' "$f" > x && printf '%s\n' '.Ss other' '.It Fl -stdin' >> x && mv x "$f"
END
	planted "a letter that the page lacks" docs/harness.1 "-q does not stand beside --quiet" << 'END'
sed 's/^\.It Fl q , Fl -quiet/.It Fl -quiet/' "$f" > x && mv x "$f"
END
	planted "a metric that the page lacks" docs/harness.1 "metric peak_rss is not named" << 'END'
sed 's/peak_rss/peak/' "$f" > x && mv x "$f"
END
fi
caught manual
finish
