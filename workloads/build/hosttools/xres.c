/*
 * Adds resources to a file, as attributes: xres [-f] [-l log] -o file resources... A resource file
 * has one attribute a line: "text NAME TYPE VALUE" (stored with its NUL), "bytes NAME TYPE LENGTH
 * SEED", and with -f also "full NAME TYPE LENGTH SEED"; "#" starts a comment.
 */
#include "attribute.h"

static int
add(const char *log, const char *path, int full, char *line)
{
	char kind[16], name[ATTRIBUTE_NAME], type[8], rest[1024];
	unsigned long long seed;
	unsigned long length;
	unsigned char *bytes;
	int result;

	if (line[0] == '#' || line[0] == '\n')
		return 0;
	if (sscanf(line, "%15s %255s %7s %1023[^\n]", kind, name, type, rest) != 4 || strlen(type) != 4) {
		fprintf(stderr, "xres: not a resource: %s", line);
		return 1;
	}
	if (strcmp(kind, "text") == 0)
		return attribute_write(log, path, name, type, rest, strlen(rest) + 1);
	if (strcmp(kind, "full") == 0 && !full)
		return 0;
	if (sscanf(rest, "%lu %llx", &length, &seed) != 2 || length > 1u << 20 ||
	    (bytes = malloc(length + 1)) == NULL) {
		fprintf(stderr, "xres: not a resource: %s", line);
		return 1;
	}
	attribute_bytes(seed, bytes, length);
	result = attribute_write(log, path, name, type, bytes, length);
	free(bytes);
	return result;
}

int
main(int argc, char **argv)
{
	const char *log = NULL, *path = NULL;
	int c, full = 0, result = 0;

	while ((c = getopt(argc, argv, "fl:o:")) != -1) {
		if (c == 'f')
			full = 1;
		else if (c == 'l')
			log = optarg;
		else if (c == 'o')
			path = optarg;
		else
			path = NULL;
	}
	if (path == NULL || optind == argc) {
		fprintf(stderr, "usage: xres [-f] [-l log] -o file resources...\n");
		return 2;
	}
	for (; optind < argc; optind++) {
		FILE *in = fopen(argv[optind], "r");
		char line[2048];

		if (in == NULL) {
			fprintf(stderr, "xres: cannot open '%s': %s\n", argv[optind], strerror(errno));
			return 1;
		}
		while (fgets(line, sizeof(line), in) != NULL)
			result |= add(log, path, full, line);
		fclose(in);
	}
	return result;
}
