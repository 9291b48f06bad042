#!/bin/sh
# Builds a fuzzer with clang and runs it for SECONDS_TO_RUN (600) over its corpus; what it
# finds is left in $BUILD-fuzz/findings. FUZZ=model (any text) or equations (random systems of
# equations). Installs clang's runtime where it is missing.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}-fuzz
seconds=${SECONDS_TO_RUN:-600}
target=${FUZZ:-model}
mkdir -p "$build/findings" "$build/corpus_$target"
flags='-g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -Iinclude'
link() {
    # shellcheck disable=SC2046,SC2086 # lists of words
    clang $flags "tests/fuzz/fuzz_$target.c" $(ls src/*/*.c | grep -v '^src/cli/') -o "$build/fuzz_$target" \
        $(pkg-config --cflags --libs jansson) -I/usr/include/suitesparse -lklu -lldl -lamd -lm
}
if ! link 2>"$build/log"; then
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get -qq install --yes --no-install-recommends clang libclang-rt-14-dev >/dev/null
    link
fi
set -- "$build/corpus_$target"
[ "$target" != model ] || set -- -dict=tests/fuzz/model.dict "$@" tests/fuzz/corpus
"$build/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=8192 \
    -artifact_prefix="$build/findings/" "$@"
echo "fuzz: no finding in $seconds s"
