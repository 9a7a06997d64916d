# harness: build, check, test, install. Everything built goes to build/.
#
#   make run      install what is missing, build, and time the default tree
#   make test     install what the tests need, build, and run all tests
#   make check    the quick tests: no root, no installation, under a minute
#   make bench    speed, each figure beside its peer or bare loop
#   make deps     only install; make install PREFIX=/usr/local DESTDIR=

CC      = cc
OS      = $(shell uname -s | tr 'A-Z' 'a-z' | sed 's/^sunos$$/illumos/')
B       = build
PREFIX  = /usr/local
CFLAGS  = -O2 -g
WARN    = -Wall -Wextra -Werror -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wpointer-arith -Wvla
CPPFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -Iharness -I. -I$(B)
LDLIBS  = -ljansson -lnettle -lm

LAYERS  = base stats measure record judge setting workload run view cli
CORE    = $(foreach l,$(LAYERS),$(wildcard harness/$l/*.c))
SYSTEM  = harness/os/posix.c harness/os/$(OS).c $(wildcard harness/os/$(OS)_*.c)
PLUGINS = $(wildcard workloads/*.c workloads/*/*.c)
MAIN    = harness/main.c
OBJECTS = $(patsubst %.c,$(B)/%.o,$(CORE) $(SYSTEM) $(PLUGINS))

all: $(B)/harness

$(B)/harness: $(B)/harness/main.o $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d) $(B)/harness/main.d

clean:
	rm -rf $(B)

.PHONY: all clean
