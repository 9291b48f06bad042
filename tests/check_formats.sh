#!/bin/sh
# Result files by readers that share nothing with ours: .mat by scipy.io.loadmat.
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
