#!/bin/sh
# Pages of `involute run --report`: self-contained, their data well-formed, and, where there is Chromium, drawn without an error.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=${INVOLUTE_BUILD:-$source/build-test}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

wrong() { # words
    echo "$*"
    status=1
}

# A model whose texts would break a page, with events, a section and a thinned result.
cat >"$work/ball.mo" <<'MODEL'
model Ball "</script><b>a ball</b>"
  parameter Real 'a<b&"c' = 9.81;
  Real h(start = 1, fixed = true, unit = "m", displayUnit = "cm"), '</script>'(start = 0, fixed = true);
equation
  der(h) = '</script>';
  der('</script>') = -'a<b&"c';
  when h < 0 then
    reinit('</script>', -0.8*pre('</script>'));
  end when;
  annotation(experiment(StopTime = 2), __involute(
    sections = {section(name = "<i>top</i>", expr = '</script>', direction = -1)},
    animation(points = {point(name = "<ball>", x = 0, y = "h", trace = true)})));
end Ball;
MODEL

run() { # page model options
    page=$work/$1.html
    model=$2
    shift 2
    "$build/involute" run "$model" --quiet --report "$page" "$@" 2>"$work/messages" || {
        cat "$work/messages"
        wrong "$page: involute run failed"
    }
}
run pendulum "$source/models/Pendulum.mo"
run four_bar "$source/models/FourBar.mo"
run particle "$source/models/MagneticParticle.mo"
run ball "$work/ball.mo" --every 1e-5

check_page() { # page
    if sed "s|http://www.w3.org/[0-9A-Za-z/]*||g" "$1" | grep -nE 'https?://|<link|src=|@import' | cut -c1-200 | grep .; then
        wrong "$1: the lines above refer to something outside the page"
    fi
    [ "$(grep -c '</script>' "$1")" = 3 ] || wrong "$1: a text of the model ends a script element"
    if grep -n '<i>top\|<b>a ball\|<ball>' "$1" | cut -c1-200 | grep .; then
        wrong "$1: a text of the model became markup"
    fi
}
for page in "$work"/*.html; do check_page "$page"; done

if command -v python3 >/dev/null; then
    python3 - "$work" <<'PYTHON' || status=1
import json, re, sys
folder = sys.argv[1]
def data(name):
    page = open(f'{folder}/{name}.html', encoding='utf-8').read()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))
four_bar = data('four_bar')
assert len(four_bar['animation']['points']) == 4 and four_bar['animation']['links'] == [[0, 1], [1, 2], [2, 3]]
assert four_bar['animation']['points'][3]['at'] == [{'value': 2}, {'value': 0}]  # the parameter d
assert four_bar['steps']['total'] == four_bar['result']['statistics']['steps']
assert all(len(column) == len(four_bar['rows']['value'][0]) for column in four_bar['rows']['value'])
assert four_bar['result']['parameters']['d'] == 2, four_bar['result']['parameters']
assert len(data('particle')['animation']['points'][1]['at']) == 3
ball = data('ball')
rows = ball['rows']
assert rows['total'] > 200000 and len(rows['value'][0]) <= 4001, (rows['total'], len(rows['value'][0]))
h = ball['names'].index('h')
v = ball['names'].index("'</script>'")
assert min(x for x in rows['low'][h]) < 1e-9 and rows['value'][h][0] == 1
impact = (2*9.81)**0.5
assert abs(min(rows['low'][v]) + impact) < 1e-8 and abs(max(rows['high'][v]) - 0.8*impact) < 1e-8  # the extremes
assert rows['value'][0][-1] == 2  # curves end where the run does
assert ball['display'][h] == {'unit': 'cm', 'factor': 100, 'offset': 0} and ball['display'][v] is None
assert ball['units'][h] == 'm' and ball['crossings']['total'] == ball['result']['sections'][0]['crossings'] > 0
PYTHON
else
    echo "data not checked: there is no python3"
fi

for name in chromium chromium-browser google-chrome; do command -v $name >/dev/null && browser=$name && break; done
if [ -z "${browser:-}" ]; then
    echo "pages not drawn: there is no Chromium"
    exit $status
fi
for page in "$work"/*.html; do
    timeout 120 $browser --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --window-size=1280,800 --virtual-time-budget=5000 \
        --enable-logging=stderr --dump-dom "file://$page" >"$work/dom" 2>"$work/log" || wrong "$page: $browser failed"
    head=$(grep -o '<html[^>]*>' "$work/dom" || true)
    echo "$head" | grep -q 'data-report="ready"' || wrong "$page: the script failed: $head"
    echo "$head" | grep -qE 'data-canvases="([1-9]|1[0-9]) of \1"' || wrong "$page: not every canvas is drawn: $head"
    if grep CONSOLE "$work/log"; then wrong "$page: the lines above are on the console"; fi
    if [ -n "${INVOLUTE_SCREENSHOTS:-}" ]; then
        timeout 120 $browser --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --window-size=1280,800 --virtual-time-budget=5000 \
            --screenshot="$INVOLUTE_SCREENSHOTS/$(basename "$page" .html).png" "file://$page" >/dev/null 2>&1 || wrong "$page: no screenshot"
    fi
done
exit $status
