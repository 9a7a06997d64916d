# harness: build, check, test, install. Everything built goes to build/.
#
#   make run      install what is missing, build, and time the default tree
#   make test     install what the tests need, build, and run all tests
#   make check    the quick tests: no root, no installation, under a minute
#   make bench    speed: each figure beside its peer or its bare loop
#   make simulate the statistics of whole experiments, 2,000 of each kind
#   make deps     only install what `make run` needs
#   make install  PREFIX=/usr/local DESTDIR=

CC       = cc
CFLAGS   = -O2 -g
PREFIX   = /usr/local
OS      := $(shell uname -s | tr 'A-Z' 'a-z' | sed 's/^sunos$$/illumos/')
B        = build
JOBS     = -j2

WARN     = -Wall -Wextra -Werror -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wpointer-arith
CPPFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -Iharness -I. -Itests/unit -I$(B)
LDLIBS   = -ljansson -lnettle $(LIBS_$(OS)) -lm

# What systems have in common in os/, and their further libraries.
FAMILY_freebsd = bsd mapped
FAMILY_netbsd  = bsd mapped walk
FAMILY_openbsd = bsd walk
FAMILY_darwin  = bsd mapped walk
FAMILY_illumos = mapped
FAMILY_haiku   = walk
LIBS_illumos   = -lkstat -lcontract
LIBS_haiku     = -lbsd

# Sources: every file of a layer; of os/ what this system needs; every plug-in.
LAYERS   = base stats measure record judge setting workload run view cli
CORE    := $(foreach l,$(LAYERS),$(wildcard harness/$l/*.c))
SYSTEM  := harness/os/posix.c $(foreach s,$(FAMILY_$(OS)) $(OS),$(wildcard harness/os/$s.c harness/os/$s_*.c))
PLUGINS := $(wildcard workloads/*.c workloads/*/*.c)
SHIMS    = $(B)/spawn_shim.so $(B)/heap_shim.so
object   = $(patsubst %.c,$(B)/obj/%.o,$(1))

# Tests: one program for each file; those called fake_* run above an operating system that does not exist.
UNITS   := $(wildcard tests/unit/*_test.c)
TESTS   := $(patsubst tests/unit/%.c,$(B)/tests/%,$(UNITS))
PROVE    = CMOCKA_MESSAGE_OUTPUT=TAP HARNESS=$(CURDIR)/$(B)/harness prove --exec tests/run-one

all: $(B)/harness $(B)/nothing $(SHIMS)

$(B)/harness: $(B)/obj/harness/main.o $(call object,$(CORE) $(SYSTEM) $(PLUGINS))
	@echo "  ld $@"
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# A static program without a C library where the compiler can make one: the shortest start there is.
$(B)/nothing: harness/os/nothing.c
	@mkdir -p $(@D)
	@$(CC) -O2 -static -nostdlib -DNOTHING_BARE -o $@ $< 2>/dev/null || $(CC) -O2 -o $@ $<

# Loaded into build tools, so with flags of their own: no sanitizer comes along.
$(B)/spawn_shim.so: SHIM = -DTURN_VFORK=1
$(SHIMS): workloads/build/shim/spawn_shim.c
	@mkdir -p $(@D)
	@echo "  ld $@"
	@$(CC) -std=c11 -O2 -g $(WARN) -fPIC -shared $(SHIM) -o $@ $< $(if $(filter linux,$(OS)),-ldl)

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "  cc $<"
	@$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

$(B)/packages.inc: packages.txt
	@mkdir -p $(@D)
	awk '!/^#/ && NF == 5 { printf "{ \"%s\", \"%s\", \"%s\", \"%s\" },\n", $$2, $$3, $$4, $$5 }' packages.txt > $@

$(B)/obj/harness/workload/tool.o: $(B)/packages.inc

# The sources of the tools that a generated tree builds for itself travel inside the program.
HOSTTOOLS := $(wildcard workloads/build/hosttools/*)

$(B)/embedded/tree_files.h: workloads/build/embed.sh $(HOSTTOOLS)
	@mkdir -p $(@D)
	sh workloads/build/embed.sh $(HOSTTOOLS) > $@

$(B)/obj/workloads/build/tree_files.o: $(B)/embedded/tree_files.h

# ---------------------------------------------------------------- tests

$(B)/tests/fake_%: $(B)/obj/tests/unit/fake_%.o $(B)/obj/tests/unit/fake_os.o $(call object,$(CORE) $(PLUGINS))
	@mkdir -p $(@D)
	@echo "  ld $@"
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

$(B)/tests/%: $(B)/obj/tests/unit/%.o $(call object,$(CORE) $(SYSTEM) $(PLUGINS))
	@mkdir -p $(@D)
	@echo "  ld $@"
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

programs: all $(TESTS)

check: programs
	$(PROVE) tests/lint/*.sh $(TESTS) tests/cli/*.bats

test: deps-test
	$(MAKE) $(JOBS) programs
	$(MAKE) $(JOBS) B=$(B)/sanitized CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" programs
	$(MAKE) $(JOBS) B=$(B)/unported OS=unported programs
	$(MAKE) B=$(B)/unported OS=unported check
	$(MAKE) B=$(B)/sanitized sanitized
	$(PROVE) tests/lint/*.sh $(TESTS) tests/cli/*.bats tests/system/*.bats

sanitized:
	$(PROVE) $(TESTS) tests/cli/*.bats $(addprefix tests/system/,exec.bats faults.bats series.bats undo.bats variants.bats verdicts.bats)

# The decisions themselves, simulated: claims where there is no effect, coverage, power. A short run is part of `make check`.
simulate: $(B)/tests/fake_simulate_test
	SIMULATE_REPLICATES=2000 $(B)/tests/fake_simulate_test

bench: deps-bench all
	tests/bench/run

# ---------------------------------------------------------------- for people

run: deps
	$(MAKE) $(JOBS) all
	$(B)/harness run build -j2

deps deps-test deps-bench:
	./install-packages $@

install: all
	mkdir -p $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/harness $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	cp $(B)/harness $(DESTDIR)$(PREFIX)/bin/harness
	cp $(B)/nothing $(SHIMS) $(DESTDIR)$(PREFIX)/lib/harness/
	cp docs/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	cp docs/*.5 $(DESTDIR)$(PREFIX)/share/man/man5/

clean:
	rm -rf $(B)

.PHONY: all programs check test sanitized simulate bench run deps deps-test deps-bench install clean
.SECONDARY:

-include $(shell test ! -d $(B)/obj || find $(B)/obj -name '*.d')
