#!/bin/sh
# A run that is killed leaves FILE.part with the rows up to a second before, and the next one
# does not touch it. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >model.mo <<'MODEL'
model Clock
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end Clock;
MODEL

killed() { # ending
    involute run model.mo --stop 1e6 --every 1e-4 --max-steps 1000000000 --columns x \
        --output "a.$1" --steps-output "s.$1" --quiet &
    pid=$!
    sleep 2
    kill -KILL $pid
    wait $pid 2>/dev/null || :
    [ ! -e "a.$1" ] && [ -s "a.$1.part" ] && [ -s "s.$1.part" ] || { ls; echo "check_killed: no a.$1.part"; exit 1; }
    involute plot "a.$1.part" --quiet --output "$1.svg"
    involute plot "s.$1.part" --y step --quiet --output "s$1.svg"
    before=$(cksum <"a.$1.part")
    involute run model.mo --points 9 --output "a.$1" --quiet
    [ "$before" = "$(cksum <"a.$1.part")" ] || { echo "check_killed: a.$1.part has changed"; exit 1; }
}

for ending in csv mat; do killed $ending; done
lines=$(wc -l <a.csv.part)
[ "$lines" -gt 1000 ] || { echo "check_killed: a.csv.part has $lines lines"; exit 1; }
if command -v python3 >/dev/null; then
    python3 - <<'PYTHON'
import math, struct
lines = open('a.csv.part').read().split('\n')[1:-1]  # but the last, which may be incomplete
for line in lines[::100]:
    t, x = map(float, line.split(','))
    assert abs(x - math.sin(t)) < 1e-3, line
# The head of data_2 tells how many rows there are, and all of them are there.
data = open('a.mat.part', 'rb').read()
at = data.index(b'data_2\0')
rows, columns = struct.unpack('<ii', data[at - 16:at - 8])
values = at + 7
assert rows == 2 and columns > 1000 and len(data) >= values + 16*columns, (rows, columns, len(data))
t, x = struct.unpack('<dd', data[values + 16*(columns - 1):values + 16*columns])
assert abs(x - math.sin(t)) < 1e-3 and abs(t - 1e-4*(columns - 1)) < 1e-6, (t, x)
print(len(lines), 'rows of CSV,', columns, 'rows of MAT')
PYTHON
fi

# Signals that can be caught end a run at its next step, with all that it has computed.
for name in INT TERM HUP; do
    rm -f b.*
    # a shell lets its background jobs ignore SIGINT; python3 does not
    python3 - $name <<'PYTHON' || exit 1
import signal, subprocess, sys, time, json
number = getattr(signal, 'SIG' + sys.argv[1])
run = subprocess.Popen(['involute', 'run', 'model.mo', '--stop', '1e9', '--max-steps', '1000000000', '--every', '1000', '--output', 'b.csv', '--json'],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
time.sleep(0.7)
run.send_signal(number)
out, err = run.communicate(timeout=20)
assert run.returncode == 130, (sys.argv, run.returncode, err)
assert 'interrupted after' in err, err
summary = json.loads(out)
assert summary['stopped_by'] == 'interrupt' and summary['t'] > 0, summary
lines = open('b.csv').read().split('\n')
assert len(lines) > 3 and lines[-1] == '', lines[-3:]
PYTHON
    [ ! -e b.csv.part ] || { echo "check_killed: SIG$name leaves b.csv.part"; exit 1; }
done

# Also while the model is completed: within a tenth of a second, but for a factorisation.
sed 's/n = 1;/n = 56;/' "$source/tests/growth/cloth.mo" >cloth.mo
python3 - <<'PYTHON'
import json, signal, subprocess, time
for wait in (0.15, 0.5, 1.0):
    run = subprocess.Popen(['involute', 'run', 'cloth.mo', '--stop', '1e3', '--json', '--output', 'c.csv'],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(wait)
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130 and 'error: ' in err and 'interrupted' in err, (wait, run.returncode, err)
    assert json.loads(out)['error']['code'] == 'E_INTERRUPT', out
PYTHON
[ ! -e c.csv ] && [ ! -e c.csv.part ] || { echo "check_killed: a file of nothing"; exit 1; }

# A reader that goes away takes nothing with it.
status=$( (involute run model.mo --stop 1e6 --max-steps 1000000000 --every 1e-3 --output - --steps-output p.csv 2>pipe.txt ||
    echo $? >pipe.status) | head -n 3 >/dev/null; cat pipe.status)
[ "$status" = 5 ] || [ "$status" = 130 ] || { cat pipe.txt; echo "check_killed: status $status without a reader"; exit 1; }
grep -q 'error: ' pipe.txt && [ "$(wc -l <p.csv)" -gt 1 ] || { cat pipe.txt; echo "check_killed: no message or no steps without a reader"; exit 1; }
echo "killed runs leave what they had"
