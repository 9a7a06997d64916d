/*
 * Sets the version of a file: setversion [-l log] -app major middle minor variety internal -short
 * text -long text file The value has two equal parts, for the application and the system, of 340
 * bytes: five numbers of 32 bits, lowest byte first, then the short text in 64 and the long one in
 * 256 bytes.
 */
#include "attribute.h"

enum { PART = 340, SHORT = 20, LONG = 84 };

static void
put_number(unsigned char *to, unsigned long number)
{
	for (int i = 0; i < 4; i++)
		to[i] = (unsigned char)(number >> 8 * i);
}

int
main(int argc, char **argv)
{
	const char *log = NULL, *path = NULL;
	unsigned char value[2 * PART] = { 0 };

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-l") == 0 && i + 1 < argc)
			log = argv[++i];
		else if (strcmp(argv[i], "-app") == 0 && i + 5 < argc) {
			put_number(value, strtoul(argv[i + 1], NULL, 10));
			put_number(value + 4, strtoul(argv[i + 2], NULL, 10));
			put_number(value + 8, strtoul(argv[i + 3], NULL, 10));
			put_number(value + 12, (unsigned char)argv[i + 4][0]);
			put_number(value + 16, strtoul(argv[i + 5], NULL, 10));
			i += 5;
		} else if (strcmp(argv[i], "-short") == 0 && i + 1 < argc)
			snprintf((char *)value + SHORT, LONG - SHORT, "%s", argv[++i]);
		else if (strcmp(argv[i], "-long") == 0 && i + 1 < argc)
			snprintf((char *)value + LONG, PART - LONG, "%s", argv[++i]);
		else if (path == NULL && argv[i][0] != '-')
			path = argv[i];
		else
			path = "";
	}
	if (path == NULL || path[0] == '\0') {
		fprintf(stderr, "usage: setversion [-l log] -app major middle minor variety internal -short text "
		    "-long text file\n");
		return 2;
	}
	memcpy(value + PART, value, PART);
	return attribute_write(log, path, "BEOS:APP_VERSION", "APPV", value, sizeof(value));
}
