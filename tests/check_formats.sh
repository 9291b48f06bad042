#!/bin/sh
# Result files by readers that share nothing with ours: .mat by scipy.io.loadmat, .h5 by h5py
# and h5dump.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >model.mo <<'MODEL'
model M
  parameter Real k = 2, 'a b' = k + 1;
  Real x(start = 1, fixed = true, unit = "m"), y = 2*x;
equation
  der(x) = -k*x;
end M;
MODEL

python_with() { # module: prints a Python that has it
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $1" 2>/dev/null && { echo "$python"; return; }
    done
    return 1
}

# A file that cannot be written to its end leaves the older one, and no crash.
limited() { # ending
    cp model.mo "full.$1" # whatever was there
    code=0
    (trap '' XFSZ; ulimit -f 100; exec involute run model.mo --every 1e-5 --output "full.$1" --quiet) 2>message || code=$?
    [ $code = 5 ] || { cat message; echo "check_formats: status $code for .$1 beyond a limit"; exit 1; }
    grep -q "cannot write 'full.$1': File too large" message || { cat message; exit 1; }
    cmp model.mo "full.$1"
    [ ! -e "full.$1.part" ] && [ ! -e "full.$1.json" ] || { ls; exit 1; }
}
for ending in csv dat mat; do limited $ending; done

involute run model.mo --points 40 --output a.csv --quiet
involute run model.mo --points 40 --output a.mat --quiet
if python=$(python_with scipy.io); then
    "$python" - <<'PYTHON'
import csv, scipy.io
d = scipy.io.loadmat('a.mat', chars_as_strings=False)
def texts(matrix): # the layout of Dymola: a text in each column
    return [''.join(column).rstrip('\0 ') for column in matrix.T]
names = texts(d['name'])
assert [''.join(row).rstrip() for row in d['Aclass']] == ['Atrajectory', '1.1', '', 'binTrans'], d['Aclass']
assert names == ['time', 'x', 'y', 'der(x)', 'k', "'a b'"], names
assert len(set(names)) == len(names)
assert texts(d['description']) == ['Simulation time [s]', '[m]', '', '[m/s]', '', ''], texts(d['description'])
info = d['dataInfo']
assert info.shape == (4, 6) and list(info[:, 0]) == [0, 1, 0, -1], info
def values(name):
    matrix, row = info[:2, names.index(name)]
    return (d['data_1'] if matrix == 1 else d['data_2'])[abs(row) - 1] * (1 if row > 0 else -1)
rows = list(csv.reader(open('a.csv')))
assert d['data_2'].shape == (4, 41)
for j, name in enumerate(rows[0]):
    assert list(values(name)) == [float(row[j]) for row in rows[1:]], name
assert list(values('k')) == [2, 2] and list(values("'a b'")) == [3, 3]
assert list(d['data_1'][0]) == [0, 1]  # from start to stop
PYTHON
    echo ".mat read by scipy"
else
    echo "skipped .mat: there is no Python with scipy"
fi

if ! involute run model.mo --points 3000 --output a.h5 --quiet 2>message; then
    grep -q 'built without HDF5; install it (Debian: libhdf5-dev)' message || { cat message; exit 1; }
    echo "skipped .h5: built without HDF5"
    exit 0
fi
limited h5
# Where the library is not there, results of this kind are refused before the run, and others are not.
hdf5=$(sed -n 's/^INVOLUTE_HDF5_NAME:[A-Z]*=//p' "$build/CMakeCache.txt")
case $hdf5 in
/*) echo "not tried without $hdf5: it is loaded by its path" ;;
*)
    mkdir other && echo "no library" >"other/$hdf5"
    code=0
    LD_LIBRARY_PATH=$work/other involute run model.mo --output none.h5 --quiet 2>message || code=$?
    [ $code = 2 ] || { cat message; echo "check_formats: status $code without $hdf5"; exit 1; }
    grep -q "'none.h5': cannot load HDF5: .*$hdf5.*; install it, or use a name that ends in .csv or .dat or .mat" message ||
        { cat message; exit 1; }
    LD_LIBRARY_PATH=$work/other involute run model.mo --output none.csv --quiet
    ;;
esac
involute run model.mo --points 3000 --output a.csv --quiet
if python=$(python_with h5py); then
    "$python" - <<'PYTHON'
import csv, h5py
f = h5py.File('a.h5', 'r')
results = f['results']
rows = list(csv.reader(open('a.csv')))
assert list(results) == rows[0], list(results)  # in the order of the columns
for j, name in enumerate(rows[0]):
    assert list(results[name]) == [float(row[j]) for row in rows[1:]], name
    assert results[name].attrs['name'] == name and results[name].maxshape == (None,)
assert results['x'].attrs['unit'] == 'm' and results['der(x)'].attrs['unit'] == 'm/s'
assert 'unit' not in results['y'].attrs and results['time'].attrs['unit'] == 's'
assert dict(f['parameters'].attrs) == {'k': 2, "'a b'": 3}, dict(f['parameters'].attrs)
assert f.attrs['model'] == 'M' and f.attrs['version'].startswith('Involute ')
PYTHON
    echo ".h5 read by h5py"
else
    echo "skipped h5py: there is no Python with it"
fi
if command -v h5dump >/dev/null; then
    h5dump -d /results/x -s 3000 -c 1 -m %.17g a.h5 >dump
    last=$(tail -n 1 a.csv | cut -d, -f2)
    grep -q "(3000): $last\$" dump || { cat dump; echo "check_formats: h5dump does not find $last"; exit 1; }
    echo ".h5 read by h5dump"
else
    echo "skipped h5dump: it is not installed"
fi
