# The short way in; CMakeLists.txt does the work. SPDX-License-Identifier: BSD-3-Clause
#
#   make            release build into $(BUILD)
#   make demo       set-up, build, simulate a four-bar linkage, draw it
#   make test       set-up, build with assertions, all tests
#   make sanitize   the same tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   make tsan       threads that run one model, and ensembles, under ThreadSanitizer
#   make kills      a run with checkpoints, killed and resumed 100 times; KILLS for more or less
#   make soak       10^9 steps: memory, constraints and time; SOAK for more or less; half an hour
#   make faults     every allocation of twelve commands fails once; half an hour
#   make fuzz       ten minutes of fuzzing; SECONDS_TO_RUN for more or less, FUZZ=all for all targets
#   make attack     mutated models judged from outside, FIRST to LAST (0 to 99999); an hour
#   make coverage   which lines and branches of src/ the tests run, by folder, into docs/reliability.md; half an hour
#   make analyze    cppcheck and clang-tidy over src/, into $(BUILD)-analyze
#   make mutants    which tests notice constants that are ten times off; SAMPLE, SECONDS_TO_RUN; hours for all
#   make expressions  10^6 random expressions differentiated and expanded in two ways; EXPRESSIONS for more or less
#   make pictures   makes docs/pictures again, by the commands of the pages that show them
#   make install    PREFIX (/usr/local), DESTDIR
#   make uninstall  removes what the last make install has put there
#   make reference  rewrites docs/reference from the program's tables, the header and the source
#   make deb        a Debian package in $(BUILD)-deb; DEB_MAINTAINER="Name <address>"
#   make instructions  counts again what tests/check_instructions.sh compares with
#   make site       the documentation as pages in $(BUILD)/site, by mkdocs
#   make bench-rows what 500 output rows cost, ours and hand-written ones
#   make bench      work and precision of several programs on twelve problems, docs/benchmarks.md; half an hour
#   make bench-quick  ours against hand-written C at end error 1e-8, a minute; PROBLEMS="pendulum chain-6"
#   make setup      installs missing Debian packages; does nothing when all are there
#   make format, make format-check, make clean
MAKEFLAGS += --no-print-directory
BUILD ?= build
PREFIX ?= /usr/local
CMAKE_FLAGS ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
DEMO ?= models/FourBar.mo
CONFIGURE = cmake -S . -DCMAKE_C_COMPILER=$(CC) $(CMAKE_FLAGS) --log-level=WARNING
SOURCES = $(wildcard include/*.h src/*/*.[ch] tests/*/*.[ch] tests/unit/*/*.[ch] bench/*.c bench/speed/*.[ch] examples/*.c)

.PHONY: all setup setup-tests demo test sanitize tsan kills soak faults fuzz bench bench-quick bench-rows attack coverage analyze mutants expressions pictures install uninstall reference instructions site deb format format-check clean
all:
	@command -v cmake >/dev/null || { echo "cmake is missing; 'make setup' installs what the build needs" >&2; exit 1; }
	@$(CONFIGURE) -B $(BUILD)
	@cmake --build $(BUILD) --parallel $(JOBS)

setup:
	@tools/setup.sh

setup-tests:
	@tools/setup.sh tests

demo: setup
	@$(MAKE) all
	$(BUILD)/involute run $(DEMO) --plot $(BUILD)/demo.svg --report $(BUILD)/demo.html

test: setup-tests
	@$(CONFIGURE) -B $(BUILD)-test -DINVOLUTE_TESTS=ON
	@cmake --build $(BUILD)-test --parallel $(JOBS)
	cd $(BUILD)-test && ctest --output-on-failure --parallel $(JOBS)

sanitize: setup-tests
	@$(CONFIGURE) -B $(BUILD)-sanitize -DINVOLUTE_TESTS=ON -DINVOLUTE_SANITIZE=ON
	@cmake --build $(BUILD)-sanitize --parallel $(JOBS)
	cd $(BUILD)-sanitize && ctest --output-on-failure --parallel $(JOBS)

tsan: setup
	@$(CONFIGURE) -B $(BUILD)-tsan -DINVOLUTE_TESTS=ON -DINVOLUTE_TSAN=ON
	@cmake --build $(BUILD)-tsan --parallel $(JOBS) --target property_test_threads property_test_ensemble
	cd $(BUILD)-tsan && ctest --output-on-failure -R '^property/test_(threads|ensemble)$$'

KILLS ?= 100
kills: all
	INVOLUTE_BUILD=$(BUILD) tests/check_checkpoint.sh $(KILLS)

SOAK ?= 1e9
soak: all
	@python3 tools/soak.py $(BUILD)/involute $(SOAK)

faults: all
	INVOLUTE_BUILD=$(BUILD) tests/check_faults.sh 1

fuzz: setup
	@tools/fuzz.sh

attack: setup-tests
	@$(CONFIGURE) -B $(BUILD)-test -DINVOLUTE_TESTS=ON
	@cmake --build $(BUILD)-test --parallel $(JOBS) --target outside_test_mutations
	@JOBS=$(JOBS) tools/attack.sh

# Left out: what runs other builds or looks at the tree alone, and random models by the thousand.
UNCOUNTED = check_(arm64|bench|bits|coast|completion|docs|evaluators|faults|growth|headers|includes|install|instructions|killed|msl|package|printed|python|python_memory|readme|site|soak|style|symbols|wheel|sandbox|gallery|deep)
UNCOUNTED_RANDOM = property/test_(hybrid.*|agreement|random_systems|decompose|switched.*|repeated.*|retractions|event_costs|state_events)|outside/test_(mutations|models)
coverage: setup-tests
	@$(CONFIGURE) -B $(BUILD)-coverage -DINVOLUTE_TESTS=ON -DINVOLUTE_ASSERTS=OFF -DINVOLUTE_COVERAGE=ON
	@cmake --build $(BUILD)-coverage --parallel $(JOBS)
	@find $(BUILD)-coverage -name '*.gcda' -delete
	cd $(BUILD)-coverage && ctest --output-on-failure --parallel $(JOBS) -E '^($(UNCOUNTED)|$(UNCOUNTED_RANDOM))$$'
	@tools/coverage.py $(BUILD)-coverage --write docs/reliability.md

analyze:
	@tools/analyze.sh

mutants: setup-tests
	@JOBS=$(JOBS) tools/mutate_constants.py $(if $(SAMPLE),--sample $(SAMPLE)) --seconds $(or $(SECONDS_TO_RUN),3600)

EXPRESSIONS ?= 1000000
expressions: setup-tests
	@$(CONFIGURE) -B $(BUILD)-test -DINVOLUTE_TESTS=ON
	@cmake --build $(BUILD)-test --parallel $(JOBS) --target property_test_expansions
	$(BUILD)-test/tests/property_test_expansions $(EXPRESSIONS)

bench: all
	@tools/setup.sh bench
	@bench/speed.sh full $(PROBLEMS)

bench-quick: all
	@bench/speed.sh quick $(PROBLEMS)

bench-rows: all
	@bench/speed.sh rows $(PROBLEMS)

pictures: all
	PICTURES=yes INVOLUTE_BUILD=$(BUILD) tests/check_docs.sh

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

# Also the folders that are empty then.
uninstall:
	@test -f $(BUILD)/install_manifest.txt || { echo "uninstall: there is no $(BUILD)/install_manifest.txt: 'make install' writes it" >&2; exit 1; }
	@tools/uninstall.sh $(BUILD)/install_manifest.txt "$(DESTDIR)"

reference: all
	tools/reference.sh $(BUILD)/involute

instructions: setup-tests
	@$(CONFIGURE) -B $(BUILD)-test -DINVOLUTE_TESTS=ON
	@cmake --build $(BUILD)-test --parallel $(JOBS) --target involute
	INVOLUTE_BUILD=$(BUILD)-test tests/check_instructions.sh --write

site:
	@command -v mkdocs >/dev/null || { echo "mkdocs is missing (Debian: mkdocs)" >&2; exit 1; }
	@PYTHONDONTWRITEBYTECODE=1 mkdocs build --strict --quiet --site-dir $(BUILD)/site
	@python3 tests/check_links.py $(BUILD)/site

deb:
	@$(CONFIGURE) -B $(BUILD)-deb -DCMAKE_INSTALL_PREFIX=/usr
	@cmake --build $(BUILD)-deb --parallel $(JOBS)
	@tools/deb.sh $(BUILD)-deb $(BUILD)-deb

format:
	clang-format -i $(SOURCES)

format-check:
	@tests/check_style.sh

clean:
	rm -rf "$(BUILD)" "$(BUILD)-test" "$(BUILD)-sanitize" "$(BUILD)-tsan" "$(BUILD)-fuzz" "$(BUILD)-deb" "$(BUILD)-coverage" "$(BUILD)-mutate" "$(BUILD)-analyze" build-python build-ci
