/* Build tools: see builder.h. */
#include "workloads/build/builder.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "workload/command.h"

/* In the order in which a tree is asked: a Jamfile or build.ninja beside a Makefile is rarely there by accident. */
static const struct builder builders[] = {
	{
		.name = "jam",
		.programs = (const char *const[]){ "jam", NULL },
		.files = (const char *const[]){ "Jamfile", NULL },
		.variable = "-s",
		.cxx = "C++",
		.most_jobs = 64,
		.probe = "actions Probe { true }\nNOTFILE probe ;\nALWAYS probe ;\nDEPENDS all : probe ;\nProbe probe ;\n",
	},
	{
		.name = "make",
		.programs = (const char *const[]){ "gmake", "make", NULL },
		.files = (const char *const[]){ "GNUmakefile", "makefile", "Makefile", NULL },
		.variable = "",
		.cxx = "CXX",
		/* with a quote, so that make needs its shell */
		.probe = "all:\n\t@: 'probe'\n",
	},
	{
		.name = "ninja",
		.programs = (const char *const[]){ "ninja", "ninja-build", "samu", NULL },
		.files = (const char *const[]){ "build.ninja", NULL },
		.probe = "rule probe\n command = true\nbuild probe: probe\n",
	},
};

static const struct builder *const asked[] = { &builders[0], &builders[2], &builders[1] };

enum { BUILDERS = sizeof(builders) / sizeof(builders[0]) };

/* ------------------------------------------------------------------ which one */

static bool
has_file(const struct builder *b, const char *tree)
{
	bool found = false;

	for (size_t i = 0; b->files[i] != NULL && !found; i++) {
		char *path = path_join(tree, b->files[i]);

		found = file_exists(path);
		free(path);
	}
	return found;
}

const struct builder *
builder_named(enum builder_choice choice)
{
	return &builders[choice - 1];
}

const struct builder *
builder_of(enum builder_choice choice, const char *tree, struct err *e)
{
	if (choice != BUILDER_AUTO) {
		const struct builder *b = builder_named(choice);

		if (has_file(b, tree))
			return b;
		err_set(e, ERR_USAGE, "'%s' has no %s%s: %s has nothing to build there", tree, b->files[0], b->files[1] != NULL ? " or the like" : "",
		    b->name);
		return NULL;
	}
	for (size_t i = 0; i < BUILDERS; i++)
		if (has_file(asked[i], tree))
			return asked[i];
	err_set(e, ERR_USAGE, "'%s' has no Jamfile, Makefile or build.ninja at its top; give the directory that has one, or a --configure "
	    "that makes it", tree);
	return NULL;
}

char *
builder_program(const struct builder *b, struct err *e)
{
	for (size_t i = 0; b->programs[i] != NULL; i++) {
		char *path = file_find_program(b->programs[i]);

		if (path != NULL)
			return path;
	}
	return tool_find(b->name, e);
}

/* ------------------------------------------------------------------ how it is called */

struct words {
	char **words;
	size_t count;
};

static void
add(struct words *w, char *take_word)
{
	w->words = mem_resize(w->words, w->count + 2, sizeof(*w->words));
	w->words[w->count++] = take_word;
	w->words[w->count] = NULL;
}

char **
builder_words(const struct builder *b, const struct builder_call *call)
{
	struct words w = { NULL, 0 };

	add(&w, mem_string(call->program));
	if (b == builder_named(BUILDER_JAM))
		add(&w, mem_string("-q"));	/* the first failure is the end, as it is for the others */
	if (call->dry)
		add(&w, mem_string("-n"));
	add(&w, mem_printf("-j%u", call->jobs));
	if (b->variable != NULL && call->cc != NULL)
		add(&w, mem_printf("%sCC=%s", b->variable, call->cc));
	if (b->variable != NULL && call->cxx != NULL)
		add(&w, mem_printf("%s%s=%s", b->variable, b->cxx, call->cxx));
	for (const char *const *v = call->variables; v != NULL && *v != NULL; v++)
		add(&w, mem_printf("%s%s", b->variable, *v));
	for (char *const *target = call->targets; target != NULL && *target != NULL; target++)
		add(&w, mem_string(*target));
	return w.words;
}

/* ------------------------------------------------------------------ versions */

/* Digits and dots, with a dot between: "12.2.0"; a full stop or comma behind it is not part of it. 0: none. */
static size_t
version_length(const char *word)
{
	size_t length = strspn(word, "0123456789.");

	while (length > 0 && word[length - 1] == '.')
		length--;
	if (!isdigit((unsigned char)word[0]) || memchr(word, '.', length) == NULL)
		return 0;
	return strchr(" \t\r\n.,;)", word[length]) != NULL ? length : 0;
}

void
builder_version(const char *output, char *text, size_t size)
{
	const char *end = output + strcspn(output, "\n"), *word = output;

	text[0] = '\0';
	while (word < end) {
		size_t length = version_length(word);

		if (length > 0 && length < size)
			snprintf(text, size, "%.*s", (int)length, word);
		word += strcspn(word, " \t\n");
		word += strspn(word, " \t");
	}
}
