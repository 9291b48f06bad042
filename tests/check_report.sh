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

# Shapes, an arrow and the direction of gravity, as exports of multibody models have them: names of elements in quotes, names of
# arrays in quotes, sizes as parameters. 'bar' has a type and sizes and is no shape: it is nowhere.
cat >"$work/shapes.mo" <<'MODEL'
//! base 0.1.0
package 'Shapes'
  model 'Shapes'
    parameter Real 'world.n[1]' = 0.0;
    parameter Real 'world.n[2]' = -2.0;
    parameter Real 'world.n[3]' = 0.0;
    parameter String 'bar.shapeType' = "cylinder";
    parameter Real 'bar.length' = 1.0;
    parameter String 'arm.shape.shapeType' = "box";
    Real 'arm.shape.R.T[1,1]';
    Real 'arm.shape.R.T[1,2]';
    Real 'arm.shape.R.T[1,3]';
    Real 'arm.shape.R.T[2,1]';
    Real 'arm.shape.R.T[2,2]';
    Real 'arm.shape.R.T[2,3]';
    Real 'arm.shape.R.T[3,1]';
    Real 'arm.shape.R.T[3,2]';
    Real 'arm.shape.R.T[3,3]';
    Real 'arm.shape.r[1]';
    Real 'arm.shape.r[2]';
    Real 'arm.shape.r[3]';
    Real 'arm.shape.r_shape[1]' = 0.1;
    Real 'arm.shape.r_shape[2]' = 0.2;
    Real 'arm.shape.r_shape[3]' = 0.0;
    Real 'arm.shape.lengthDirection[1]' = 0.0;
    Real 'arm.shape.lengthDirection[2]' = 2.0;
    Real 'arm.shape.lengthDirection[3]' = 0.0;
    Real 'arm.shape.widthDirection[1]' = 0.0;
    Real 'arm.shape.widthDirection[2]' = 1.0;
    Real 'arm.shape.widthDirection[3]' = 1.0;
    parameter Real 'arm.shape.length' = 0.8;
    Real 'arm.shape.width' = 0.2 + 0.1*time;
    Real 'arm.shape.height' = 0.3;
    Real 'arm.shape.extra' = 0.0;
    Real 'arm.shape.color[1]' = 0.0;
    Real 'arm.shape.color[2]' = 128.0;
    Real 'arm.shape.color[3]' = 255.0;
    parameter String 'ball.shapeType' = "sphere";
    Real 'ball.R.T'[3,3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Real 'ball.r'[3] = {0, time, 0};
    Real 'ball.r_shape'[3] = {-0.1, 0, 0};
    Real 'ball.lengthDirection'[3] = {1, 0, 0};
    Real 'ball.widthDirection'[3] = {1, 0, 0};
    Real 'ball.length' = 0.2;
    Real 'ball.width' = 0.2;
    Real 'ball.height' = 0.2;
    Real 'force.R.T'[3,3] = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    Real 'force.r'[3] = {1, 1, 1};
    Real 'force.coordinates[1]' = 10*time;
    Real 'force.coordinates[2]' = 0.0;
    Real 'force.coordinates[3]' = 5.0;
    Boolean 'force.headAtOrigin' = true;
    Real 'phi'(start = 0.0, fixed = true);
  equation
    der('phi') = 1.0;
    'arm.shape.R.T[1,1]' = cos('phi');
    'arm.shape.R.T[1,2]' = sin('phi');
    'arm.shape.R.T[1,3]' = 0.0;
    'arm.shape.R.T[2,1]' = -sin('phi');
    'arm.shape.R.T[2,2]' = cos('phi');
    'arm.shape.R.T[2,3]' = 0.0;
    'arm.shape.R.T[3,1]' = 0.0;
    'arm.shape.R.T[3,2]' = 0.0;
    'arm.shape.R.T[3,3]' = 1.0;
    'arm.shape.r[1]' = sin('phi');
    'arm.shape.r[2]' = 0.0;
    'arm.shape.r[3]' = 2.0;
    annotation(experiment(StopTime = 6.0));
  end 'Shapes';
end 'Shapes';
MODEL
run shapes "$work/shapes.mo" --columns "'phi'"

# Frames alone: lines between the two of a component, a point where there is one.
cat >"$work/frames.mo" <<'MODEL'
model Frames
  Real 'rod.frame_a.r_0[1]' = 0, 'rod.frame_a.r_0[2]' = 0, 'rod.frame_a.r_0[3]' = 0;
  Real 'rod.frame_b.r_0[1]' = cos(time), 'rod.frame_b.r_0[2]' = sin(time), 'rod.frame_b.r_0[3]' = 0;
  Real 'tip.frame_a.r_0[1]' = cos(time), 'tip.frame_a.r_0[2]' = sin(time), 'tip.frame_a.r_0[3]' = 0;
  annotation(experiment(StopTime = 3));
end Frames;
MODEL
run frames "$work/frames.mo"

# Every kind of shape, and an annotation beside them.
awk 'BEGIN {
    n = split("box sphere cylinder cone pipe beam gearwheel spring modelica://Lost/arm.dxf", type, " ")
    print "model Kinds"
    for (k = 1; k <= n; k++) {
        name = "k" k
        printf "  parameter String \047%s.shapeType\047 = \"%s\";\n", name, type[k]
        printf "  Real \047%s.R.T\047[3,3] = {{cos(time), sin(time), 0}, {-sin(time), cos(time), 0}, {0, 0, 1}};\n", name
        printf "  Real \047%s.r\047[3] = {%d, 0, 0}, \047%s.r_shape\047[3] = {0, 0, 0};\n", name, k, name
        printf "  Real \047%s.lengthDirection\047[3] = {0, 0, 1}, \047%s.widthDirection\047[3] = {1, 0, 0};\n", name, name
        printf "  Real \047%s.length\047 = 1, \047%s.width\047 = 0.6, \047%s.height\047 = %g;\n", name, name, name, (type[k] == "spring" ? 0.05 : 0.6)
        printf "  Real \047%s.extra\047 = %g;\n", name, (type[k] == "spring" ? 6 : type[k] == "pipe" ? 0.7 : 0)
        printf "  Real \047%s.color\047[3] = {%d, 90, %d};\n", name, 25*k, 250 - 25*k
    }
    print "  Real x = cos(time), y = sin(time);"
    print "  annotation(experiment(StopTime = 3), __involute(animation(points = {point(name = \"P\", x = \"x\", y = \"y\", z = 2, trace = true)})));"
    print "end Kinds;"
}' >"$work/kinds.mo"
run kinds "$work/kinds.mo"

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
import math
def poses(animation, thing):  # one list of numbers for each row
    poses = animation['poses']
    columns = [[c['value']] * len(poses['t']) if 'value' in c else poses['value'][c['pose']] for c in thing['at']]
    return list(zip(*columns))
def near(found, expected):
    assert len(found) == len(expected) and all(abs(a - b) < 2e-7 for a, b in zip(found, expected)), (found, expected)
page = data('shapes')
shapes = page['animation']
assert page['names'] == ['time', "'phi'"]  # poses do not need the columns
arm, sphere = shapes['shapes']
assert (arm['name'], arm['type'], arm['color'], arm['extra']) == ('arm.shape', 'box', [0, 128, 255], 0)
assert (sphere['name'], sphere['type']) == ('ball', 'sphere') and shapes['points'] == [] and shapes['up'] == [0, 1, 0]
assert len(shapes['poses']['t']) == 2001 and shapes['poses']['t'][-1] == 6
for t, at in zip(shapes['poses']['t'], poses(shapes, arm)):
    s, c = math.sin(t), math.cos(t)
    near(at, [s + 0.1*c - 0.2*s, 0.1*s + 0.2*c, 2, -s, c, 0, 0, 0, 1, 0.8, 0.2 + 0.1*t, 0.3])
for t, at in zip(shapes['poses']['t'], poses(shapes, sphere)):
    near(at[:6] + at[9:], [-0.1, t, 0, 1, 0, 0, 0.2, 0.2, 0.2])
    near([at[6], at[7]**2 + at[8]**2], [0, 1])  # any width that is not along the length
assert sum('pose' in c for c in arm['at'] + sphere['at']) == 6  # what stays is written once
[force] = shapes['arrows']
assert force['inward'] and force['heads'] == 1
for t, at in zip(shapes['poses']['t'], poses(shapes, force)):
    near(at, [1, 1, 1, 0, 10*t, 5])
frames = data('frames')['animation']
assert frames['links'] == [[0, 1]] and [p['mark'] for p in frames['points']] == [False, False, True] and frames['up'] is None
for t, at in zip(frames['poses']['t'], poses(frames, frames['points'][2])):
    near(at, [math.cos(t), math.sin(t), 0])
kinds = data('kinds')['animation']
assert len(kinds['shapes']) == 9 and [p['name'] for p in kinds['points']] == ['P']
assert not four_bar['animation']['shapes'] and not four_bar['animation']['poses']['t']
assert data('wide')['animation'] is None
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
