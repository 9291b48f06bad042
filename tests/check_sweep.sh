#!/bin/sh
# Ensembles: a sweep that is killed at any moment and started again ends with the bytes of one that was not, and does
# not run finished members again; on one process, on several by MPI; numpy and h5py read what was written.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "check_sweep: $*" >&2; exit 1; }
# Members are to take some milliseconds, so that they can be killed.
stop=150
[ "${INVOLUTE_SANITIZED:-OFF}" = OFF ] || stop=60
cat >model.mo <<MODEL
model Swing
  parameter Real g = 9.81, limit = 1e9;
  Real x(start = 1), y(start = 0), F, n(start = 0, fixed = true);
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = 1;
  der(n) = 1;
  assert(n < limit, "the limit is reached");
  annotation(experiment(StopTime = $stop));
end Swing;
MODEL
awk 'BEGIN { print "g,limit"; for (k = 0; k < 240; k++) print 5 + k/48 "," (k % 50 == 7 ? 3 : 1e9) }' >samples.csv
options="model.mo --samples samples.csv --rtol 1e-9 --quiet"

# What one process with one thread writes, without interruption.
involute sweep $options --workers 1 --output whole.csv && fail "no member has failed"
[ "$(wc -l <whole.csv)" = 241 ] || fail "$(wc -l <whole.csv) lines"
[ "$(grep -c ',failed,' whole.csv)" = 5 ] || fail "$(grep -c ',failed,' whole.csv) members have failed"
[ ! -e whole.csv.journal ] || fail "the journal is left"

# Member 9 is a run of its own.
involute run model.mo --set g=5.1875 --rtol 1e-9 --points 1 --output alone.csv --quiet
[ "$(tail -1 alone.csv)" = "$(sed -n 11p whole.csv | cut -d, -f6-)" ] || fail "member 9 is another run"

size() { stat -c %s "$1" 2>/dev/null || echo 0; }

# Waits until the journal of a sweep has grown beyond so many bytes, or the sweep has ended.
grown() { # journal bytes
    tries=0
    while [ "$(size "$1")" -le "$2" ] && [ -e "$1" -o $tries -lt 1600 ] && [ $tries -lt 8000 ]; do
        sleep 0.005
        tries=$((tries + 1))
    done
}

# Killed again and again, then brought to its end; prints how often it was killed before all members were done.
killed_often() { # output, command
    output=$1
    shift
    before=100
    kept=0
    for round in 1 2 3; do
        setsid "$@" >log 2>&1 &
        child=$!
        grown "$output.journal" $before
        # The whole session: processes that mpirun has started go on without it for a while.
        pkill -KILL -s $child 2>/dev/null || true
        wait $child 2>/dev/null || true
        [ -e "$output.journal" ] || break
        [ "$(size "$output.journal")" -ge "$before" ] || fail "$*: the journal has become shorter"
        [ ! -e "$output" ] || fail "$*: there is a file before all members are done"
        before=$(($(size "$output.journal") + 3000))
        kept=$((kept + 1))
    done
    if [ ! -e "$output" ]; then
        "$@" --json >summary 2>log || true
        grep -q '"status": "done"' summary || { cat summary log >&2; fail "$*: not done"; }
        [ "$(sed -n 's/.*"before": \([0-9]*\),/\1/p' summary)" -gt 0 ] || fail "$*: nothing was kept"
    fi
    echo $kept
}
for workers in 1 2 5; do
    kills=$(killed_often part.csv involute sweep $options --workers $workers --output part.csv)
    [ "$kills" -gt 0 ] || fail "$workers workers: not killed in time"
    cmp part.csv whole.csv || fail "$workers workers: other bytes"
    [ ! -e part.csv.journal ] || fail "the journal is left"
    rm part.csv
done

# A torn record is dropped; other members, options and models are refused, and the journal stays.
involute sweep $options --output part.csv --workers 1 >log 2>&1 &
child=$!
grown part.csv.journal 4000
kill -TERM $child
wait $child && fail "SIGTERM has not stopped it"
[ $? = 130 ] || fail "exit status after SIGTERM"
grep -q 'members are in part.csv.journal; repeat the command to continue' log || { cat log; fail "no word how to go on"; }
printf 'torn' >>part.csv.journal
cp part.csv.journal kept
involute sweep $options --rtol 1e-8 --output part.csv >log 2>&1 && fail "other options"
grep -q 'belongs to a sweep with other options' log || { cat log; fail "other options"; }
sed 's/9.81/9.8/' model.mo >other.mo
involute sweep other.mo --samples samples.csv --rtol 1e-9 --output part.csv >log 2>&1 && fail "another model"
grep -q 'belongs to a sweep with another model text' log || { cat log; fail "another model"; }
head -100 samples.csv >fewer.csv
involute sweep model.mo --samples fewer.csv --rtol 1e-9 --output part.csv >log 2>&1 && fail "other members"
grep -q 'belongs to a sweep with other members' log || { cat log; fail "other members"; }
cmp kept part.csv.journal || fail "a journal was changed by another sweep"
involute sweep model.mo --samples samples.csv --rtol 1e-9 --output part.csv >log 2>&1 || true
grep -q 'a record that was being written is dropped' log || { cat log; fail "a torn record"; }
cmp part.csv whole.csv || fail "other bytes after a torn record"

# Time that is over ends a sweep as a signal does: the same command continues, and no member has failed by it.
is_continued='^note: interrupted: [1-9].* of 240 members are in part.csv.journal; repeat the command to continue'
for seconds in 0.05 0.1 0.2 0.4 0.8 1.6; do # until there are members in it
    rm -f part.csv part.csv.journal
    status=0
    involute sweep $options --workers 2 --output part.csv --max-seconds $seconds >log 2>&1 || status=$?
    if [ ! -e part.csv ] && grep -q "$is_continued" log; then break; fi
done
[ $status = 3 ] || fail "exit status $status where the time is over"
grep -q "$is_continued" log || { cat log; fail "no word how to go on after $seconds seconds"; }
involute sweep $options --workers 2 --output part.csv >log 2>&1 || true
cmp part.csv whole.csv || fail "other bytes after a sweep whose time was over"

# Members whose structure depends on their values are runs of their own, too: a rank that is lower for one value, a
# row that vanishes, more equations than unknowns that contradict each other, a value that is no solution.
cat >structure.mo <<MODEL
model Structure
  parameter Real a = 2, b = 1, h = 0, L = 1;
  Real x(start = 1), y(start = 0), F, u(start = 1), v(start = 1), p, q;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = L^2;
  x^2 + y^2 = L^2 + h;
  der(u) = p;
  der(v) = q;
  p + a*q = -u;
  p + q = -v + b*sin(time);
end Structure;
MODEL
cat >structure.csv <<SAMPLES
a,b,h,L,x
2,1,0,1,1
3,1,0,1,1
1,1,0,1,1
1,0,0,1.2,1
2,0,0,0.8,0.5
2,0,0.1,1,1
-1,2,0,0.7,0.3
SAMPLES
for workers in 1 3; do
    involute sweep structure.mo --samples structure.csv --workers $workers --output structure$workers.csv --quiet 2>log || true
done
cmp structure1.csv structure3.csv || fail "structure: other bytes on three threads"
line=1
sed 1d structure.csv | while IFS=, read -r a b h L x; do
    line=$((line + 1))
    rm -f alone.csv
    involute run structure.mo --set a=$a --set b=$b --set h=$h --set L=$L --set x=$x --points 1 --output alone.csv --quiet \
        2>log || true
    member=$(sed -n ${line}p structure1.csv)
    if [ -e alone.csv ]; then
        case $member in *",done,"*"$(tail -1 alone.csv)") ;; *) fail "structure: member $line is another run: $member" ;; esac
    else
        reason=$(sed -n 's/.*error: //p' log | head -1 | cut -c1-60)
        case $member in *",failed,"*"$reason"*) ;; *) fail "structure: member $line fails otherwise: $member, $reason" ;; esac
    fi
done
[ "$(grep -c ',done,' structure1.csv)" -ge 3 ] || fail "structure: $(grep -c ',done,' structure1.csv) members are done"

# Memory that is missing for a member ends the sweep with a message, and the journal stays.
if command -v cc >/dev/null && [ "${INVOLUTE_SANITIZED:-OFF}" = OFF ]; then
    long=$(printf 'p%0156d' 0)
    cat >refuse.c <<CODE
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
void *malloc(size_t size) { /* of the sixth member; names are tried with the first one before */
    static void *(*next)(size_t);
    static int asked;
    if (!next)
        next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    return size == 157 + 40 && ++asked == 7 ? NULL : next(size);
}
CODE
    cc -shared -fPIC -o refuse.so refuse.c -ldl
    echo "model M parameter Real $long = 1; Real x(start = 1); equation der(x) = -$long*x; end M;" >long.mo
    LD_PRELOAD=$PWD/refuse.so involute sweep long.mo --over $long=1:2:9 --workers 1 --output long.csv 2>log && fail "no memory, no error"
    grep -q 'out of memory: 5 of 9 members are in long.csv.journal; repeat the command' log || { cat log; fail "no word of memory"; }
    involute sweep long.mo --over $long=1:2:9 --workers 1 --output long.csv --quiet
fi

# numpy and h5py read the same numbers.
python=/usr/bin/python3
if $python -c 'import numpy' 2>/dev/null; then
    for format in npz h5; do
        involute sweep $options --rows --points 4 --output rows.$format 2>log || [ $? = 3 ] || { cat log; fail "rows.$format"; }
    done
    involute sweep $options --rows --points 4 --output rows.csv || true
    $python - <<'END'
import csv
import sys
import numpy
rows = list(csv.DictReader(open("rows.csv")))
def compare(read, name):
    for key in rows[0]:
        column = read(key)
        if key in ("status", "reason"):
            assert [str(x) for x in column] == [r[key] for r in rows], (name, key)
        else:
            assert numpy.array_equal(column, [float(r[key]) for r in rows], equal_nan=True), (name, key)
archive = numpy.load("rows.npz")
assert archive.files == list(rows[0]) and archive["member"].dtype == numpy.int64
compare(lambda key: archive[key], "npz")
import zipfile
assert zipfile.ZipFile("rows.npz").testzip() is None
try:
    import h5py
except ImportError:
    print("HDF5 not compared: there is no h5py")
    sys.exit()
with h5py.File("rows.h5") as f:
    group = f["members"]
    compare(lambda key: [x.decode() for x in group[key][()]] if key in ("status", "reason") else group[key][()], "h5")
END
fi

# Several processes.
command -v mpirun >/dev/null || { echo "MPI not tested: there is no mpirun"; exit 0; }
[ -e "$build/involute-mpi.so" ] || { echo "MPI not tested: this build has none"; exit 0; }
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
for ranks in 1 2 7; do
    rm -f part.csv
    mpirun --oversubscribe -n $ranks involute sweep $options --output part.csv >log 2>&1 || true
    cmp part.csv whole.csv || { cat log; fail "$ranks processes: other bytes"; }
done
rm part.csv
for attempt in 1 2 3 4 5 6 7 8; do # on a loaded machine all may be done before the journal is seen
    rm -f part.csv
    kills=$(killed_often part.csv mpirun --oversubscribe -n 3 involute sweep $options --output part.csv)
    [ "$kills" = 0 ] || break
done
[ "$kills" -gt 0 ] || fail "3 processes: not killed in time"
cmp part.csv whole.csv || fail "3 processes that were killed: other bytes"
echo "ensembles: the same bytes after 3 processes were killed $kills times"
