/*
 * Attributes of linked products, and the resource files that some of them come from: see
 * tree_attributes.h.
 */
#include "workloads/build/tree_attributes.h"

#include <string.h>

#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_names.h"
#include "workloads/build/tree_text.h"

enum { TYPE, SIGNATURE, FILE_TYPES, ICON, FLAGS, LARGE_ICON, SMALL_ICON, VERSION, BIG_ICON };

const struct tree_attribute tree_attributes[TREE_ATTRIBUTES] = {
	[TYPE] = { "BEOS:TYPE", "MIMS", false, TREE_BY_TOOL },
	[SIGNATURE] = { "BEOS:APP_SIG", "MIMS", false, TREE_BY_RESOURCE_TEXT },
	[FILE_TYPES] = { "BEOS:FILE_TYPES", "MSGG", false, TREE_BY_RESOURCE_BYTES },
	[ICON] = { "BEOS:ICON", "VICN", false, TREE_BY_RESOURCE_BYTES },
	[FLAGS] = { "BEOS:APP_FLAGS", "APPF", false, TREE_BY_TOOL },
	[LARGE_ICON] = { "BEOS:L:STD_ICON", "ICON", false, TREE_BY_TOOL },
	[SMALL_ICON] = { "BEOS:M:STD_ICON", "MICN", false, TREE_BY_TOOL },
	[VERSION] = { "BEOS:APP_VERSION", "APPV", false, TREE_BY_TOOL },
	[BIG_ICON] = { "TREE:BIG_ICON", "RAWT", true, TREE_BY_RESOURCE_BYTES },
};

uint64_t
tree_attributes_hash(const void *bytes, size_t length)
{
	const unsigned char *at = bytes;
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static void
random_bytes(uint64_t seed, size_t length, struct buf *out)
{
	struct rng r;
	uint64_t draw = 0;

	rng_seed(&r, seed);
	for (size_t i = 0; i < length; i++) {
		if (i % 8 == 0)
			draw = rng_next(&r);
		buf_putc(out, (char)(draw >> i % 8 * 8 & 255));
	}
}

/* Length and seed of an attribute that xres fills with bytes. */
static uint64_t
resource(const struct tree_plan *p, unsigned target, unsigned i, size_t *length)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_RESOURCES, target * TREE_ATTRIBUTES + i);

	*length = i == BIG_ICON ? 46080 : i == ICON ? draw_between(&r, 200, 1200) : draw_between(&r, 100, 160);
	return rng_next(&r);
}

static void
signature(const struct tree_plan *p, unsigned target, struct buf *out)
{
	char name[TREE_NAME_SIZE];

	tree_name_target_symbol(p, target, name);
	buf_printf(out, "application/x-vnd.tree-%s", name);
}

/* As setversion.c lays it out. */
static void
version(const char *name, struct buf *out)
{
	unsigned char part[340] = { 1 };

	part[12] = 'd';
	memcpy(part + 20, name, strlen(name));
	strcpy((char *)part + 84, "Part of a generated tree.");
	buf_add(out, part, sizeof(part));
	buf_add(out, part, sizeof(part));
}

void
tree_attributes_value(const struct tree_plan *p, unsigned target, unsigned i, struct buf *out)
{
	char name[TREE_NAME_SIZE];
	uint64_t seed;
	size_t length;

	tree_name_target(p, target, name);
	seed = tree_attributes_hash(name, strlen(name));
	switch (i) {
	case TYPE:
		buf_add(out, "application/x-vnd.tree-executable", sizeof("application/x-vnd.tree-executable"));
		break;
	case SIGNATURE:
		signature(p, target, out);
		buf_add(out, "", 1);
		break;
	case FLAGS:
		random_bytes(seed, 4, out);
		break;
	case LARGE_ICON:
		random_bytes(seed + 1, 1024, out);
		break;
	case SMALL_ICON:
		random_bytes(seed + 2, 256, out);
		break;
	case VERSION:
		version(name, out);
		break;
	default:
		seed = resource(p, target, i, &length);
		random_bytes(seed, length, out);
		break;
	}
}

void
tree_text_resources(const struct tree_plan *p, unsigned target, struct buf *out)
{
	char name[TREE_NAME_SIZE];

	tree_name_target(p, target, name);
	buf_printf(out, "# Resources of %s.\n", name);
	for (unsigned i = 0; i < TREE_ATTRIBUTES; i++) {
		const struct tree_attribute *a = &tree_attributes[i];
		size_t length;
		uint64_t seed;

		if (a->how == TREE_BY_TOOL)
			continue;
		buf_puts(out, a->full ? "full" : a->how == TREE_BY_RESOURCE_TEXT ? "text" : "bytes");
		buf_printf(out, " %s %s ", a->name, a->type);
		if (a->how == TREE_BY_RESOURCE_TEXT)
			signature(p, target, out);
		else {
			seed = resource(p, target, i, &length);
			buf_printf(out, "%u 0x%08x%08x", (unsigned)length, (unsigned)(seed >> 32), (unsigned)seed);
		}
		buf_putc(out, '\n');
	}
}
