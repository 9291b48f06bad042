#!/bin/sh
# Builds the targets of tests/fuzz with clang and runs one or all of them for SECONDS_TO_RUN
# (600) each; what they find is left in $BUILD-fuzz/findings. FUZZ: model (any text),
# equations (random systems of equations), command (command lines), table (result files),
# checkpoint, side_file (summaries beside results), callbacks (C functions that fail), or
# all. Installs clang's runtime where it is missing.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}-fuzz
seconds=${SECONDS_TO_RUN:-600}
wanted=${FUZZ:-model}
mkdir -p "$build/findings"
build=$(cd "$build" && pwd)

if ! printf 'int LLVMFuzzerTestOneInput(const char *d, long n);int LLVMFuzzerTestOneInput(const char *d, long n) { return !d + !n; }\n' |
    clang -fsanitize=fuzzer,address -x c - -o "$build/works" 2>/dev/null; then
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get -qq install --yes --no-install-recommends clang libclang-rt-14-dev >/dev/null
fi
targets=
for file in tests/fuzz/fuzz_*.c; do
    name=$(basename "$file" .c)
    name=${name#fuzz_}
    [ "$wanted" = all ] || [ "$wanted" = "$name" ] || continue
    targets="$targets $name"
done
[ -n "$targets" ] || { echo "fuzz: there is no target $wanted" >&2; exit 2; }
cmake -S . -B "$build" --log-level=WARNING -DCMAKE_C_COMPILER=clang -DINVOLUTE_FUZZ=ON \
    -DINVOLUTE_ASSERTS=ON ${CMAKE_FLAGS:-} >/dev/null
# shellcheck disable=SC2086 # a list of words
cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target $(printf ' fuzz_%s' $targets) >"$build/log"

root=$PWD
for target in $targets; do
    mkdir -p "$build/corpus_$target"
    set -- "$build/corpus_$target"
    [ "$target" != model ] || set -- -dict="$root/tests/fuzz/model.dict" "$@" "$root/tests/fuzz/corpus"
    # What commands print is of no interest here.
    [ "$target" != command ] || set -- -close_fd_mask=1 "$@"
    "$build/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=8192 \
        -artifact_prefix="$build/findings/$target-" "$@" 2>"$build/$target.log" || {
        tail -n 60 "$build/$target.log" >&2
        echo "fuzz: $target: see $build/findings and $build/$target.log" >&2
        exit 1
    }
    echo "fuzz: $target: no finding in $seconds s, $(grep -c . "$build/$target.log") lines of log"
done
