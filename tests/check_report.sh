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
run four_bar "$source/models/FourBar.mo"
run particle "$source/models/MagneticParticle.mo"
run ball "$work/ball.mo" --every 1e-5
for model in AndrewsSqueezer BouncingBall DoublePendulum SpatialSliderCrank; do run $model $model; done
run backward Pendulum --stop -3
run arclength PlugFlow --by arclength
run one_row BouncingBall --columns x --points 1

# A run that fails shows what there is, and why.
cat >"$work/fails.mo" <<'MODEL'
model Fails
  Real x(start = 1, fixed = true), 'a "b" \' c' = 2*x;
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end Fails;
MODEL
if "$build/involute" run "$work/fails.mo" --quiet --report "$work/fails.html" 2>"$work/messages"; then wrong "fails.mo did not fail"; fi

# Many columns: fewer points of each, so that the page stays small.
cat >"$work/wide.mo" <<'MODEL'
model Wide
  Real x[1000](each start = 1, each fixed = true), y[1000];
equation
  for i in 1:1000 loop
    der(x[i]) = -i*x[i]/1000;
    y[i] = sin(i*time/100);
  end for;
end Wide;
MODEL
run wide "$work/wide.mo"

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
assert four_bar['plots'] and all(k > 0 for p in four_bar['plots'] for k in p['y']), four_bar['plots']
assert len(data('particle')['animation']['points'][1]['at']) == 3
import os
assert os.path.getsize(f'{folder}/wide.html') < 20e6, os.path.getsize(f'{folder}/wide.html')
wide = data('wide')
assert len(wide['names']) == 3001 and 125 <= len(wide['rows']['value'][5]) <= 251 and wide['rows']['total'] == 2001
fails = data('fails')
assert fails['result']['status'] == 'stopped' and 'grows without bound' in fails['result']['error']['message']
andrews = data('AndrewsSqueezer')
assert andrews['source'].startswith('model AndrewsSqueezer') and andrews['description'].startswith("Andrews' squeezing")
marks = [p['mark'] for p in data('SpatialSliderCrank')['animation']['points']]
assert marks == 3*[True] + 8*[False], marks
ball = data('ball')
rows = ball['rows']
assert rows['total'] > 200000 and len(rows['value'][0]) <= 4001, (rows['total'], len(rows['value'][0]))
h = ball['names'].index('h')
v = ball['names'].index("'</script>'")
assert min(x for x in rows['low'][h]) < 1e-9 and rows['value'][h][0] == 1
impact = (2*9.81)**0.5
assert abs(min(rows['low'][v]) + impact) < 1e-6 and abs(max(rows['high'][v]) - 0.8*impact) < 1e-6  # the extremes
assert rows['value'][0][-1] == 2  # curves end where the run does
assert ball['display'][h] == {'unit': 'cm', 'factor': 100, 'offset': 0} and ball['display'][v] is None
assert ball['units'][h] == 'm' and ball['crossings']['total'] == ball['result']['sections'][0]['crossings'] > 0
PYTHON
else
    echo "data not checked: there is no python3"
fi

# What the mouse does, and pictures of it: in $INVOLUTE_SCREENSHOTS, or with the build.
browser=
for name in chromium chromium-browser google-chrome; do command -v $name >/dev/null && browser=$name; done
if [ "${INVOLUTE_SANITIZED:-OFF}" = ON ]; then # the same pages are drawn by the other tests
    exit $status
fi
if [ -z "$browser" ] || ! command -v python3 >/dev/null; then
    echo "pages not drawn: there is no Chromium or no python3"
    exit $status
fi
screenshots=${INVOLUTE_SCREENSHOTS:-$build/screenshots}
mkdir -p "$screenshots"
python3 "$source/tests/browser/pages.py" "$work" "$screenshots" || status=1
exit $status
