# Everything a newcomer needs, from a machine that has only git and make:
#
#   make run     install what is missing, build, check an example model
#   make test    install what is missing, build, run all tests
#
# `make help` lists the rest.  The work is done by CMake and Ninja; this file only knows in which
# order.  SETUP=skip leaves the machine's packages alone.

BUILD         ?= build
BUILD_TYPE    ?= Release
JOBS          ?= $(shell nproc 2>/dev/null || echo 2)
TEST_JOBS     ?= 2
PREFIX        ?= /usr/local
FUZZ_SECONDS  ?= 60
SPIN_SEED     ?= 1
SPIN_MODELS   ?= 2000
RANDOM_SEED   ?= 1
RANDOM_SECONDS ?= 120
EXAMPLE_MODEL ?= models/dve/drink_dispenser.dve
SETUP         ?=

# $(call configure,FOLDER,OPTIONS): only when FOLDER was never configured with success, because
# Ninja itself runs CMake again after a change.  The log is shown when something goes wrong.
define configure
	@if [ ! -f $(1)/build.ninja ]; then \
	  mkdir -p $(1) && echo "configure: $(1)" && \
	  { cmake -S . -B $(1) -G Ninja $(2) >$(1)/configure.log 2>&1 || \
	    { cat $(1)/configure.log; exit 1; }; }; \
	fi
endef

.PHONY: all build setup run test sanitize sanitize-threads fuzz bench microbench install format clean help
.DEFAULT_GOAL := build

all: build                ## the same as build

setup:                    ## install the Debian packages that are missing
	@SETUP='$(SETUP)' scripts/setup

build: setup              ## build the program, build/clew
	$(call configure,$(BUILD),-DCMAKE_BUILD_TYPE=$(BUILD_TYPE))
	@cmake --build $(BUILD) --parallel $(JOBS) --target program

# The example has a deadlock on purpose: exit code 1, "violated", is the outcome to expect.
run: build                ## check an example model
	@echo '$$ $(BUILD)/clew check $(EXAMPLE_MODEL)'
	@$(BUILD)/clew check $(EXAMPLE_MODEL) || [ $$? -eq 1 ]

test: setup               ## build everything and run all tests
	$(call configure,$(BUILD),-DCMAKE_BUILD_TYPE=$(BUILD_TYPE))
	@cmake --build $(BUILD) --parallel $(JOBS)
	@scripts/run_tests $(BUILD) --parallel $(TEST_JOBS) --output-on-failure

# With the sanitizer a call takes many times the stack: chains of constants are bounded for 8 MB without it.
sanitize: setup           ## run all tests under the address and undefined behaviour sanitizers
	$(call configure,build-sanitize,-DCMAKE_BUILD_TYPE=Debug -DCLEW_SANITIZE=ON -DCLEW_UNITY=OFF)
	@cmake --build build-sanitize --parallel $(JOBS)
	@ulimit -s 65536 || true; UBSAN_OPTIONS=print_stacktrace=1 \
	  scripts/run_tests build-sanitize --parallel $(TEST_JOBS) --output-on-failure

# What works on several threads, and what it works with.
THREAD_TESTS  ?= Crew|WordEngine|KeyTable|NodeTable|TreeStore|Lossy|Bitstate|Compact|ForeignShape|Phases|NumberStore|Cycle|RandomLtl|PartialOrder|Portfolio

sanitize-threads: setup   ## run the parallel tests under the thread sanitizer
	$(call configure,build-threads,-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCLEW_SANITIZE_THREADS=ON -DCLEW_UNITY=OFF)
	@cmake --build build-threads --parallel $(JOBS)
	@scripts/run_tests build-threads --parallel $(TEST_JOBS) --output-on-failure -R '$(THREAD_TESTS)'

# Where answers are compared that come about in different ways.
RANDOM_TESTS  ?= Agreement.OfAllEngines* Agreement.OfReducedSearches* RandomLtl.* RandomCtl.* RandomFairness.* Temporal.AllAlgorithmsAgreeOnRandomModels RandomCode.*UnderAClaim

fuzz:                     ## FUZZ_SECONDS=60 for each target, RANDOM_SECONDS=120, SPIN_MODELS=2000
	@SETUP='$(SETUP)' scripts/setup fuzz
	@mkdir -p build-fuzz
	@cmake -S . -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_BUILD_TYPE=Release \
	  -DCLEW_FUZZ=ON -DCLEW_FUZZ_SECONDS=$(FUZZ_SECONDS) >build-fuzz/configure.log 2>&1 \
	  || { cat build-fuzz/configure.log; exit 1; }
	@cmake --build build-fuzz --parallel $(JOBS)
	@ctest --test-dir build-fuzz --verbose --tests-regex '^fuzz\.'
	$(call configure,$(BUILD),-DCMAKE_BUILD_TYPE=$(BUILD_TYPE))
	@cmake --build $(BUILD) --parallel $(JOBS) --target spin_differential clew_tests
	@set -f; scripts/random_tests $(BUILD)/tests/clew_tests $(RANDOM_SECONDS) $(RANDOM_SEED) \
	  $(RANDOM_TESTS)
	@$(BUILD)/tests/spin_differential $(SPIN_SEED) $(SPIN_MODELS)

# Takes about 40 minutes, and wants a machine with nothing else to do.
bench: build              ## measure Clew beside its peers, write bench/results.md, liveness.md and engines.md
	@$(BUILD)/clew bench --output bench/results.md --plot bench/results.svg
	@$(BUILD)/clew bench --liveness --output bench/liveness.md
	@$(BUILD)/clew bench --engines --output bench/engines.md

microbench: setup         ## build and run the small benchmark programs of bench/
	$(call configure,$(BUILD),-DCMAKE_BUILD_TYPE=$(BUILD_TYPE))
	@cmake --build $(BUILD) --parallel $(JOBS) --target bench_programs
	@set -e; for source in bench/*.cpp; do \
	  [ -f "$$source" ] || continue; \
	  name=$$(basename "$$source" .cpp); echo "== $$name"; $(BUILD)/bench/$$name; \
	done

# Without line tables: they are six sevenths of the program.
install: build            ## install program, library and headers below PREFIX=/usr/local
	@DESTDIR='$(DESTDIR)' cmake --install $(BUILD) --prefix '$(PREFIX)' --strip >$(BUILD)/install.log \
	  || { cat $(BUILD)/install.log; exit 1; }
	@echo 'installed below $(DESTDIR)$(PREFIX)'

format:                   ## format the sources with clang-format, if there is one
	@tool=$$(command -v clang-format-19 || command -v clang-format) \
	  || { echo 'format: there is no clang-format on this machine, nothing was changed'; exit 0; }; \
	  find src apps tests examples bench fuzz \( -name '*.cpp' -o -name '*.hpp' \) -print0 \
	  2>/dev/null | xargs -0 -r "$$tool" -i

clean:                    ## remove everything that was built
	@rm -rf $(BUILD) build-sanitize build-threads build-fuzz

help:                     ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)$$/make \1|\2/p' Makefile | \
	  while IFS='|' read -r target text; do printf '%-16s %s\n' "$$target" "$$text"; done
