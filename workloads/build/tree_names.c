/* Names from word lists: see tree_names.h. */
#include "workloads/build/tree_names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const words[TREE_WORDS] = {
	"area", "atom", "band", "bank", "base", "bind", "bit", "blit", "block", "boot", "bound", "box",
	"buf", "bus", "byte", "cache", "call", "card", "cell", "chain", "chip", "clip", "clock", "code",
	"col", "copy", "core", "data", "date", "deck", "desk", "dev", "dial", "disk", "dock", "draw",
	"drive", "drop", "edge", "edit", "entry", "event", "face", "fault", "feed", "field", "file", "fill",
	"find", "fit", "flag", "flow", "font", "form", "frame", "gap", "gate", "glyph", "grid", "group",
	"hash", "head", "heap", "host", "hub", "icon", "image", "index", "info", "inode", "input", "item",
	"job", "join", "key", "kind", "layer", "leaf", "lease", "level", "line", "link", "list", "lock",
	"log", "loop", "mail", "map", "mark", "mask", "media", "menu", "mode", "name", "net", "node",
	"pack", "page", "pair", "pane", "part", "path", "pipe", "pixel", "point", "pool", "port", "query",
	"queue", "rate", "rect", "ring", "root", "row", "run", "scan", "seek", "shape", "slot", "sort",
	"span", "stack", "stat", "tag", "task", "time", "tree", "view",
};

static const char *const verbs[TREE_WORDS] = {
	"add", "adopt", "alloc", "apply", "arm", "attach", "await", "begin", "bless", "break", "bring", "build",
	"carry", "catch", "change", "check", "clamp", "clean", "clear", "close", "commit", "compare", "compute", "count",
	"cross", "cut", "decode", "defer", "delete", "detach", "divide", "drain", "drive", "dump", "eject", "emit",
	"empty", "encode", "enqueue", "erase", "expand", "export", "extend", "fetch", "filter", "finish", "flip", "flush",
	"follow", "forget", "format", "free", "freeze", "gather", "get", "give", "grow", "guess", "halt", "handle",
	"hide", "hold", "import", "init", "inject", "insert", "invert", "kick", "launch", "leave", "limit", "load",
	"lookup", "lower", "merge", "mount", "move", "notify", "open", "order", "parse", "patch", "peek", "pick",
	"place", "poll", "post", "prepare", "probe", "pull", "push", "put", "raise", "read", "rebuild", "reclaim",
	"reduce", "refresh", "release", "remove", "render", "reset", "resize", "resume", "retry", "rotate", "save", "select",
	"send", "set", "settle", "shift", "show", "shrink", "skip", "split", "start", "stop", "store", "swap",
	"sync", "take", "touch", "trim", "update", "verify", "wait", "wake",
};

/* Common directory names, for the upper levels and for the lower ones. */
static const char *const upper[] = {
	"kits", "apps", "system", "servers", "libs", "bin", "add-ons", "tools", "prefs", "tests", "data", "build",
	"os", "private", "posix", "compat", "kernel", "shared", "arch", "drivers", "media", "net", "bus", "fs",
};

static const char *const lower[] = {
	"app", "audio", "boot", "cache", "common", "core", "debug", "disk", "dns", "drm", "fonts", "game",
	"gl", "graph", "gui", "icons", "input", "io", "ipc", "jpeg", "locale", "mail", "math", "midi",
	"mime", "model", "mpeg", "mount", "nfs", "odbc", "parse", "pci", "ports", "ppc", "print", "raster",
	"rpc", "scsi", "serial", "shell", "sound", "spell", "store", "string", "support", "text", "time", "usb",
	"util", "video", "vm", "wave", "web", "x86", "xml", "zip",
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void
pair_stem(uint64_t seed, unsigned index, enum tree_case style, char name[TREE_NAME_SIZE])
{
	unsigned pair = (index * 6677u + (unsigned)(seed * 2713u)) % (TREE_WORDS * TREE_WORDS);
	unsigned again = index / (TREE_WORDS * TREE_WORDS);
	char number[12] = "";
	size_t second;

	if (again > 0)
		snprintf(number, sizeof(number), "%u", again + 1);
	second = strlen(words[pair / TREE_WORDS]) + (style != TREE_CAMEL);
	snprintf(name, TREE_NAME_SIZE, "%s%s%s%s", words[pair / TREE_WORDS], style != TREE_CAMEL ? "_" : "",
	    words[pair % TREE_WORDS], number);
	if (style == TREE_UPPER) {
		for (char *c = name; *c != '\0'; c++)
			*c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
	} else if (style == TREE_CAMEL) {
		name[0] = (char)(name[0] - 'a' + 'A');
		name[second] = (char)(name[second] - 'a' + 'A');
	}
}

void
tree_name_stem(const struct tree_plan *p, unsigned index, enum tree_case style, char name[TREE_NAME_SIZE])
{
	pair_stem(p->seed, index, style, name);
}

void
tree_name_header(const struct tree_plan *p, unsigned header, char name[TREE_NAME_SIZE])
{
	const struct tree_header *h = &p->headers[header];

	tree_name_stem(p, h->name, h->cxx ? TREE_CAMEL : TREE_LOWER, name);
	strcat(name, ".h");
}

void
tree_name_source(const struct tree_plan *p, unsigned source, char name[TREE_NAME_SIZE])
{
	bool cxx = p->sources[source].cxx;

	tree_name_stem(p, source, cxx ? TREE_CAMEL : TREE_LOWER, name);
	strcat(name, cxx ? ".cpp" : ".c");
}

void
tree_name_object(const struct tree_plan *p, unsigned source, char name[TREE_NAME_SIZE])
{
	tree_name_stem(p, source, p->sources[source].cxx ? TREE_CAMEL : TREE_LOWER, name);
	strcat(name, ".o");
}

void
tree_name_target_symbol(const struct tree_plan *p, unsigned target, char name[TREE_NAME_SIZE])
{
	pair_stem(p->seed ^ 0x5a5a, target, TREE_LOWER, name);
}

void
tree_name_target(const struct tree_plan *p, unsigned target, char name[TREE_NAME_SIZE])
{
	static const char *const prefix[] = { "lib", "lib", "" }, *const suffix[] = { ".a", ".so", "" };
	enum tree_kind kind = p->targets[target].kind;
	char symbol[TREE_NAME_SIZE];

	tree_name_target_symbol(p, target, symbol);
	snprintf(name, TREE_NAME_SIZE, "%s%.20s%s", prefix[kind], symbol, suffix[kind]);
}

void
tree_name_resources(const struct tree_plan *p, unsigned target, char name[2 * TREE_NAME_SIZE])
{
	char stem[TREE_NAME_SIZE];

	tree_name_target(p, target, stem);
	if (p->targets[target].kind == TREE_SHARED)
		stem[strlen(stem) - 3] = '\0';
	snprintf(name, 2 * TREE_NAME_SIZE, "%s.rdef", stem);
}

const char *
tree_name_word(unsigned i)
{
	return words[i % TREE_WORDS];
}

const char *
tree_name_verb(unsigned i)
{
	return verbs[i % TREE_WORDS];
}

char *
tree_name_directory(unsigned depth, unsigned salt, unsigned sibling)
{
	const char *const *list = depth <= 2 ? upper : lower;
	unsigned count = (unsigned)(depth <= 2 ? COUNT(upper) : COUNT(lower));
	const char *name = list[(salt + sibling) % count];

	if (sibling >= count)
		return mem_printf("%s%u", name, sibling / count + 1);
	/* every third has two words; sources' and targets' names have no hyphen */
	if (depth > 2 && (salt + sibling) % 3 == 0)
		return mem_printf("%s-%s", name, words[(salt * 5 + sibling) % TREE_WORDS]);
	return mem_string(name);
}

void
tree_name_sentence(struct rng *r, struct buf *out, unsigned count)
{
	static const char *const glue[] = { "the", "a", "of", "this", "its", "and", "when", "each", "to", "in" };

	for (unsigned i = 0; i < count; i++) {
		uint64_t draw = rng_next(r);
		const char *word = (draw & 3) == 0 ? glue[(draw >> 8) % COUNT(glue)] : (draw & 3) == 1 ?
		    verbs[(draw >> 8) % TREE_WORDS] : words[(draw >> 8) % TREE_WORDS];

		if (i > 0)
			buf_putc(out, ' ');
		else {
			buf_putc(out, (char)(word[0] - 'a' + 'A'));
			word++;
		}
		buf_puts(out, word);
	}
}
