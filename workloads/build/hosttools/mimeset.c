/*
 * Registers files as applications: mimeset [-l log] [-f] file... Reads the type and signature that
 * are there and adds flags and the two standard icons, drawn from the file's name.
 */
#include "attribute.h"

/* FNV-1a of the name without directories. */
static unsigned long long
name_seed(const char *path)
{
	const char *name = strrchr(path, '/');
	unsigned long long seed = 0xcbf29ce484222325ull;

	for (name = name != NULL ? name + 1 : path; *name != '\0'; name++)
		seed = (seed ^ (unsigned char)*name) * 0x100000001b3ull;
	return seed;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name, *type;
		size_t length;
	} made[] = {
		{ "BEOS:APP_FLAGS", "APPF", 4 },
		{ "BEOS:L:STD_ICON", "ICON", 1024 },
		{ "BEOS:M:STD_ICON", "MICN", 256 },
	};
	const char *log = NULL;
	int c, result = 0;

	while ((c = getopt(argc, argv, "fl:")) != -1) {
		if (c == 'l')
			log = optarg;
		else if (c != 'f')
			return 2;
	}
	if (optind == argc) {
		fprintf(stderr, "usage: mimeset [-l log] [-f] file...\n");
		return 2;
	}
	for (; optind < argc; optind++) {
		unsigned long long seed = name_seed(argv[optind]);
		unsigned char bytes[1024];
		char known[256];

		(void)attribute_fetch(argv[optind], "BEOS:TYPE", known, sizeof(known));
		(void)attribute_fetch(argv[optind], "BEOS:APP_SIG", known, sizeof(known));
		for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
			attribute_bytes(seed + i, bytes, made[i].length);
			result |= attribute_write(log, argv[optind], made[i].name, made[i].type, bytes, made[i].length);
		}
	}
	return result;
}
