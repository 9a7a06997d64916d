/* Sets the MIME type of files: settype [-l log] -t type file... */
#include "attribute.h"

int
main(int argc, char **argv)
{
	const char *log = NULL, *type = NULL;
	int c, result = 0;

	while ((c = getopt(argc, argv, "l:t:")) != -1) {
		if (c == 'l')
			log = optarg;
		else if (c == 't')
			type = optarg;
	}
	if (type == NULL || optind == argc) {
		fprintf(stderr, "usage: settype [-l log] -t type file...\n");
		return 2;
	}
	for (; optind < argc; optind++)
		result |= attribute_write(log, argv[optind], "BEOS:TYPE", "MIMS", type, strlen(type) + 1);
	return result;
}
