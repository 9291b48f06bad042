#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints docs/benchmarks.md. Usage: page.sh FOLDER, with the tables of a full run there.
set -eu
folder=$1
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
compiler=$(${CC:-cc} --version | head -n 1)
version() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo 'not there'; }
cat <<END
# Benchmarks

Written by \`make bench\`; \`make bench-quick\` prints a short table in a minute.
Machine: ${processor:-unknown}, $(date +%Y-%m-%d). Compiler: $compiler.
SUNDIALS $(version libsundials-dev), GSL $(version libgsl-dev), RADAU5 from r-cran-desolve $(version r-cran-desolve) (Debian).

## What is compared

| program | what it is |
| --- | --- |
| C | equations reduced by hand to an ODE, elimination written by hand, Dormand–Prince 8(5,3) with the control of Hairer, Nørsett and Wanner (safety 0.9), in straight C for this problem, \`-O3\`; nothing keeps the constraints |
| C+proj | the same with a hand-written projection onto the constraints after every accepted step, to round-off, before the evaluation that the next step begins with |
| RADAU5 | Hairer's and Wanner's code, from R's package deSolve, called as a subroutine; hand-written Jacobians for stiff problems |
| GSL | \`rk8pd\`, \`msbdf\` for Akzo Nobel |
| ARKODE | Fehlberg's pair of order 8; stiff: its implicit pair of order 5 |
| CVODE | Adams; stiff: BDF with Newton's iteration; of the switching circuit with its root finding |
| CVODE+proj | BDF with the same projection as C+proj (CVODE has projection for BDF alone) |
| IDA | the better one of the form of Gear, Gupta and Leimkuhler (or index 1) and of the reduced equations |
| Involute | \`--method auto\` from the model file, constraints found and kept by itself; the integration alone |
| taylor, radau | Involute with \`--method taylor\`, or \`radau\` on stiff problems |

All but Involute work on equations that were reduced by hand; their absolute tolerance is the relative one (in C, of the speeds of Andrews' squeezer 1000 times that), Involute has its defaults. One output row, at the end.
The problems and programs are \`bench/speed/*.c\`, one file each.

The end error is the largest of |value − reference|/max(|reference|, 1), for concentrations with 10⁻³ in place of 1; of Andrews' squeezer the angles count, as in the test set, else all states. References have more than 14 digits:
the right sides in quadruple precision, extrapolated with order 24 and with two numbers of steps, or a closed solution
(\`bench/speed/reference\` says which). Processor time is the best of several rounds in which all programs with all tolerances take turns. The time at an error is
interpolated, both as logarithms, along the frontier of a program: the points that no other tolerance beats in both. A dash: not reached, or the program does not apply.

## Processor time in microseconds at equal end error

The ratio is Involute to C+proj; where there is no projection, to RADAU5; in the switching circuit, to C.

END
cat "$folder/table.md"
cat <<END

## The whole command

\`involute run MODEL --rtol 1e-8 --output x.csv\` reads the model, completes it, integrates it and writes 501 rows; processor time in milliseconds, beside the
integration alone with one row.

| problem | end error | integration, ms | command, ms |
| --- | --- | --- | --- |
END
cat "$folder/commands.md"
cat <<END

## Output rows

500 rows at \`--rtol 1e-8\`, processor time in microseconds. C+proj makes the polynomial of a step that has rows (three more evaluations), brings every row onto
the constraints as it does with ends of steps, and evaluates the forces there. Involute does the same, measures every equation at every row, bounds its round-off and
writes all columns.

END
cat "$folder/rows.md"
cat <<END

## Work and precision

<!-- run
tools/../bench/speed/draw.sh
-->
END
awk -F, 'NR > 1 && !seen[$1]++ { printf "\n![Processor time over end error: %s](pictures/bench-%s.svg)\n", $1, $1 }' "$folder/points.csv"
cat <<'END'

A new problem is one file in `bench/speed` with a `const problem`, its name in the lists of `speed.c`, `make_reference.c` and `problem.h`, and
`bench/speed.sh reference NAME STEPS >bench/speed/reference/NAME.txt`.
END
