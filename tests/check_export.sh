#!/bin/sh
# Exported C: it compiles by itself without a warning, and gives the numbers of the program, at the start and after steps of
# a method that shares nothing with ours. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
compiler=${CC:-cc}
command -v "$compiler" >/dev/null || { echo "there is no compiler: exported code is not run"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

# export_model MODEL PREFIX: a program of exported.c and the driver
export_model() {
    "$build/involute" export "$1" --quiet --c exported.c
    "$compiler" -std=c11 -Wall -Wextra -Werror -c exported.c
    "$compiler" -std=c11 -D'HEADER="exported.h"' -DPREFIX="$2" -I. "$source/tests/export_driver.c" exported.o -lm -o driver
}

# compare TOLERANCE RESIDUAL: rows "name value" of the driver with the last row of run.csv
compare() {
    awk -F, -v tolerance="$1" -v most="$2" '
        FNR == NR && FNR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); name[i] = $i } next }
        FNR == NR { for (i = 1; i <= NF; i++) value[name[i]] = $i; next }
        { at = match($0, / [^ ]*$/); key = substr($0, 1, at - 1); x = substr($0, at + 1) + 0
          if (key == "residual") { if (!(x < most)) { print "residual " x; bad = 1 } next }
          if (!(key in value)) next
          count++; d = x - value[key]; if (d < 0) d = -d
          s = value[key] < 0 ? -value[key] : value[key]
          if (!(d <= tolerance*(1 + s))) { print key ": " x " instead of " value[key]; bad = 1 } }
        END { exit bad || count < 3 }' run.csv numbers
}

# same MODEL PREFIX END TOLERANCE
same() {
    export_model "$1" "$2"
    "$build/involute" run "$1" --quiet --no-side-file --stop 0 --points 1 --output run.csv
    ./driver >numbers
    compare 1e-12 1e-9 || { echo "check_export: $1 differs at the start"; failed=1; }
    "$build/involute" run "$1" --quiet --no-side-file --stop "$3" --rtol 1e-12 --points 1 --output run.csv
    ./driver "$3" >numbers
    compare "$4" 1e-4 || { echo "check_export: $1 differs at $3"; failed=1; }
    echo "$1: $(wc -l <exported.c) lines of C"
}

same "$source/models/Pendulum.mo" Pendulum 1 1e-8
same "$source/models/KeplerEnergy.mo" KeplerEnergy 1 1e-8
same "$source/models/DoublePendulum.mo" DoublePendulum 0.5 1e-7
same "$source/models/AndrewsSqueezer.mo" AndrewsSqueezer 0.005 1e-5
same "$source/models/LotkaVolterra.mo" LotkaVolterra 2 1e-8

# Names that would end a comment or a string, or begin one.
cat >names.mo <<'END'
model 'int */ main'
  parameter Real 'a*/b' = 2, 'q"??/\\' = 3;
  Real '/*x'(start = 1, fixed = true), 'y?*/?';
equation
  der('/*x') = -'a*/b'*'/*x';
  'y?*/?' = 'q"??/\\'*'/*x' "*/ #error";
end 'int */ main';
END
export_model names.mo "$("$build/involute" export names.mo --quiet --c exported.c && sed -n 's/^#ifndef \(.*\)_EXPORTED_H/\1/p' exported.h)" ||
    { echo "check_export: names of a model are C"; failed=1; }

# What cannot be exported is refused, and leaves nothing behind.
rm -f no.c no.h
"$build/involute" export "$source/models/BouncingBall.mo" --quiet --c no.c >messages 2>&1 && failed=1
grep -q 'cannot be exported as C' messages || { cat messages; failed=1; }
[ ! -e no.c ] && [ ! -e no.h ] || { echo "check_export: files of a model that cannot be exported"; failed=1; }
exit $failed
