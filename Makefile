# The short way in; CMakeLists.txt does the work. SPDX-License-Identifier: BSD-3-Clause
#
#   make            release build into $(BUILD)
#   make demo       set-up, build, simulate a four-bar linkage, draw it
#   make test       set-up, build with assertions, all tests
#   make sanitize   the same tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   make tsan       eight threads that run one model, under ThreadSanitizer
#   make fuzz       ten minutes of fuzzing; SECONDS_TO_RUN for more or less
#   make pictures   makes docs/pictures again, by the commands of the pages that show them
#   make install    PREFIX (/usr/local), DESTDIR
#   make setup      installs missing Debian packages; does nothing when all are there
#   make format, make format-check, make clean
MAKEFLAGS += --no-print-directory
BUILD ?= build
PREFIX ?= /usr/local
CMAKE_FLAGS ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
DEMO ?= models/FourBar.mo
CONFIGURE = cmake -S . -DCMAKE_C_COMPILER=$(CC) $(CMAKE_FLAGS) --log-level=WARNING
SOURCES = $(wildcard include/*.h src/*/*.[ch] tests/*/*.[ch] tests/unit/*/*.[ch] bench/*.c examples/*.c)

.PHONY: all setup demo test sanitize tsan fuzz pictures install format format-check clean
all:
	@command -v cmake >/dev/null || { echo "cmake is missing; 'make setup' installs what the build needs" >&2; exit 1; }
	@$(CONFIGURE) -B $(BUILD)
	@cmake --build $(BUILD) --parallel $(JOBS)

setup:
	@tools/setup.sh

demo: setup
	@$(MAKE) all
	$(BUILD)/involute run $(DEMO) --plot $(BUILD)/demo.svg --report $(BUILD)/demo.html

test: setup
	@$(CONFIGURE) -B $(BUILD)-test -DINVOLUTE_TESTS=ON
	@cmake --build $(BUILD)-test --parallel $(JOBS)
	cd $(BUILD)-test && ctest --output-on-failure --parallel $(JOBS)

sanitize: setup
	@$(CONFIGURE) -B $(BUILD)-sanitize -DINVOLUTE_TESTS=ON -DINVOLUTE_SANITIZE=ON
	@cmake --build $(BUILD)-sanitize --parallel $(JOBS)
	cd $(BUILD)-sanitize && ctest --output-on-failure --parallel $(JOBS)

tsan: setup
	@$(CONFIGURE) -B $(BUILD)-tsan -DINVOLUTE_TESTS=ON -DINVOLUTE_TSAN=ON
	@cmake --build $(BUILD)-tsan --parallel $(JOBS) --target property_test_threads
	cd $(BUILD)-tsan && ctest --output-on-failure -R '^property/test_threads$$'

fuzz: setup
	@tools/fuzz.sh

pictures: all
	PICTURES=yes INVOLUTE_BUILD=$(BUILD) tests/check_docs.sh

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

format:
	clang-format -i $(SOURCES)

format-check:
	@tests/check_style.sh

clean:
	rm -rf "$(BUILD)" "$(BUILD)-test" "$(BUILD)-sanitize" "$(BUILD)-tsan" "$(BUILD)-fuzz" build-ci
