#!/bin/sh
# tools/msl.py: its comparison on made-up signals, and all its commands on made-up git directories with models of our own.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=${INVOLUTE_BUILD:-$source/build-test}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! command -v python3 >/dev/null || ! command -v git >/dev/null; then
    echo "not checked: there is no python3 or no git"
    exit 0
fi

PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source/tools" python3 - <<'PYTHON'
import math
import msl

times = [k / 1000 for k in range(1001)]
nan = math.nan


def judged(reference, own, events=(), own_times=None, reference_times=None):
    """The comparison of one signal."""
    tables = {"time": reference_times or times, "x": reference}, {"time": own_times or times, "x": own}
    [result] = msl.compare(*tables, list(events))
    return result


wave = [math.sin(6 * t) for t in times]
assert judged(wave, wave).is_verified and judged(wave, wave).deviation == 0

# 0.9e-3 of the range agrees, 2e-3 of it does not, and the worst is where it was put.
size = max(wave) - min(wave)
assert judged(wave, [v + 0.9e-3 * size for v in wave]).is_verified
shifted = judged(wave, [v + 2e-3 * size * (2 if t == 0.25 else 1) for t, v in zip(times, wave)])
assert not shifted.is_verified and abs(shifted.deviation - 4e-3) < 1e-9 and shifted.where == 0.25, vars(shifted)
# At 5 of 1001 points anything goes, at 6 not.
for count in (5, 6):
    off = judged(wave, [v + (k < count) for k, v in enumerate(wave)])
    assert off.is_verified == (count == 5), vars(off)

# A step that comes 1.5 intervals late is near its event; 20 intervals late it is not.
step = [float(t >= 0.5) for t in times]
late = [float(t >= 0.5015) for t in times]
assert judged(step, late, [0.5015]).is_verified
very_late = [float(t >= 0.52) for t in times]
assert not judged(step, very_late, [0.52]).is_verified
# A slope that is off is not excused by events, unless they are near; nor by events everywhere.
assert not judged(wave, [v + 0.1 for v in wave], [0.1, 0.2]).is_verified
assert not judged(wave, [v + 0.1 for v in wave], times).is_verified
# A double point: either side of our event counts, at the same instant or 1e-7 later.
double = [0.0, 0.5, 0.5, 1.0]
for instant in (0.5, 0.5 + 1e-7):
    result = judged([0, 0, 1, 1], [0, 0, 1, 1], own_times=[0.0, instant, instant, 1.0], reference_times=double)
    assert result.deviation == 0 and result.is_verified, vars(result)

# A pulse without width at an instant, which one program shows and another does not.
pulse = [0.0, 0.5, 0.5, 0.5, 0.5, 1.0]
result = judged([0, 0, 1, 1, 0, 0], [0, 0], own_times=[0.0, 1.0], reference_times=pulse)
assert result.is_verified and result.outside == 0, vars(result)

absent = msl.compare({"time": times, "x": wave}, {"time": times, "y": wave}, [])[0]
assert absent.is_absent and not absent.is_verified
assert msl.compare({"time": times, "A.x": wave}, {"time": times, "a.X": wave}, [])[0].is_verified

# Not a number is as far away as can be; in the reference it is skipped. So is what a run that ended too early has not.
broken = judged(wave, [nan if 0.2 < t < 0.3 else v for t, v in zip(times, wave)])
assert not broken.is_verified and broken.deviation == math.inf
assert judged([nan if t < 0.3 else v for t, v in zip(times, wave)], wave).is_verified
assert judged([nan] * 1001, wave).is_absent
assert not judged(wave, wave[:900], own_times=times[:900]).is_verified

# Zero with noise agrees with zero, and is counted as such.
noise = judged([1e-8 * v for v in wave], [0.0] * 1001)
assert noise.is_verified and noise.is_tiny and not judged(wave, wave).is_tiny
assert not judged([1e-2 * v for v in wave], [0.0] * 1001).is_verified

assert msl.split_names("time,'a.T[1,2]',x[1,2],der('b')") == ["time", "'a.T[1,2]'", "x[1,2]", "der('b')"]
assert msl.split_names('"time","a.T[1, 2]"') == ["time", "a.T[1, 2]"]
assert msl.message_family("model.bmo:12:5: error: 'a.b' is 3 at t = 1.5e-3") == msl.message_family("model.bmo:7:1: error: 'c' is 4 at t = 2")
PYTHON

# Git directories as the published ones are: two models of the open half and one of the judge half that agree, one that
# differs, one that is refused, one without a reference, one without an export.
commit() { # folder branch
    git -C "$1" init -q
    git -C "$1" checkout -q -b "$2"
    git -C "$1" add .
    git -C "$1" -c user.name=nobody -c user.email=nobody@localhost commit -q -m files
}
exports=$work/exports/results/main/Modelica/4.1.0
references=$work/references/Modelica/Blocks/Examples
decay() { # name slope
    mkdir -p "$exports/files/Modelica.Blocks.Examples.$1"
    cat >"$exports/files/Modelica.Blocks.Examples.$1/Modelica.Blocks.Examples.$1.bmo" <<MODEL
//! base 0.1.0
package '$1'
  model '$1'
    parameter Real 'a.rate' = 2.0;
    Real 'a.x[1]'(start = 1.0, fixed = true);
    discrete Real 'a.n'(start = 0.0, fixed = true);
  equation
    der('a.x[1]') = $2 * 'a.rate' * 'a.x[1]';
    when time > 0.5 then
      'a.n' = pre('a.n') + 1.0;
    end when;
    annotation(experiment(StopTime = 1.0));
  end '$1';
end '$1';
MODEL
}
reference() { # name
    mkdir -p "$references/$1"
    awk 'BEGIN { print "\"time\",\"a.x[1]\",\"a.n\",\"a.rate\",\"b\""
        for (k = 0; k <= 100; k++) {
            printf "%.17g,%.17g,%d,2,7\n", k/100, exp(-2*k/100), (k > 50)
            if (k == 50) printf "%.17g,%.17g,1,2,7\n", k/100, exp(-2*k/100)
        } }' >"$references/$1/$1.csv"
    printf 'time\na.x[1]\na.n\na.rate\n' >"$references/$1/comparisonSignals.txt"
}
half() { # name: of which half it is
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source/tools" python3 -c "import msl, sys; print(msl.half(sys.argv[1]))" "Modelica.Blocks.Examples.$1"
}
of_half() { # half letter: a name of that half
    for k in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        if [ "$(half "$2$k")" = "$1" ]; then
            echo "$2$k"
            return
        fi
    done
}
good=$(of_half open Good) hidden=$(of_half judge Hidden) wrong=$(of_half open Wrong) refused=$(of_half open Refused)
alone=$(of_half open Alone) lost=$(of_half open Lost) secret=$(of_half judge Secret)
for name in "$good" "$hidden" "$alone"; do decay "$name" -1.0; done
for name in "$wrong" "$secret"; do decay "$name" -1.1; done
decay "$refused" "'nothing' *"
for name in "$good" "$hidden" "$wrong" "$secret" "$refused" "$lost"; do reference "$name"; done
for name in "$good" "$hidden" "$wrong" "$secret" "$refused" "$alone" "$lost"; do echo "{\"name\": \"Modelica.Blocks.Examples.$name\"}"; done |
    paste -sd, | sed 's/^/{"models": [/; s/$/]}/' >"$exports/summary.json"
commit "$work/exports" gh-pages
commit "$work/references" v4.1.0

msl() { PYTHONDONTWRITEBYTECODE=1 python3 "$source/tools/msl.py" "$@"; }
status=0
expect() { # file words: a line of the file holds them
    grep -qF -- "$2" "$1" || {
        echo "no line of $1 holds: $2"
        status=1
    }
}
refuse() { # file words
    if grep -nF -- "$2" "$1"; then
        echo "$1 must not hold: $2"
        status=1
    fi
}
msl extract "$work/exports" "$work/references" "$work/msl" >"$work/extracted"
expect "$work/extracted" "6 files, 0 of them absent"
msl run "$work/msl" --involute "$build/involute" --half all --jobs 2 >"$work/ran" || status=1
expect "$work/ran" "Examples.$good verified"
expect "$work/ran" "Examples.$wrong simulated"
expect "$work/ran" "Examples.$refused refused"
refuse "$work/ran" "$hidden"
refuse "$work/ran" "$secret"
printf 'Modelica.Blocks.Examples.%s\tits rate is 2.2\n' "$wrong" >"$work/causes"
msl report "$work/msl" --output "$work/page.md" --causes "$work/causes"
expect "$work/page.md" "| Blocks | 5 / 2 | 3 / 2 | 3 / 2 | 3 / 2 | 2 / 2 | 1 / 1 |"
expect "$work/page.md" "1 | not read | error: "
# exp(-2 t) - exp(-2.2 t) is greatest at t = 5 ln(1.1) = 0.477, 0.0351; the range is 1 - exp(-2).
expect "$work/page.md" "| Modelica.Blocks.Examples.$wrong | 4.05e-02 | "
expect "$work/page.md" " | a.x[1] | 0.47 | "
expect "$work/page.md" "its rate is 2.2 |"
expect "$work/page.md" "Of the judge half 1 differ, which are not named."
refuse "$work/page.md" "$hidden"
refuse "$work/page.md" "$secret"
msl report "$work/msl" --name-all >"$work/named.md"
expect "$work/named.md" "| Modelica.Blocks.Examples.$secret | "
# Results of models that are not run again stay.
msl run "$work/msl" --involute "$build/involute" --only "Good" >"$work/again"
msl report "$work/msl" --output "$work/again.md" --causes "$work/causes"
expect "$work/again.md" "| Blocks | 5 / 2 | 3 / 2 | 3 / 2 | 3 / 2 | 2 / 2 | 1 / 1 |"
exit $status
