#!/usr/bin/env python3
# Pages of `involute run --report` in a browser, used with the mouse: pages.py FOLDER SCREENSHOTS. The pages in FOLDER
# (tests/check_report.sh makes them) must be drawn without a word on the console; those with curves are zoomed, those with an
# animation played, scrubbed and turned. SPDX-License-Identifier: BSD-3-Clause
import glob
import os
import sys
import time

import browser

wrong = []


def expect(good, page, words):
    if not good:
        wrong.append(f"{page}: {words}")


# Pixels of a canvas, and a number that changes with what is on a canvas.
COPY = """const copy = (e) => {
  const c = document.createElement('canvas'); // reading the page's own slows them down, which Chromium reports
  c.width = e.width;
  c.height = e.height;
  const context = c.getContext('2d', { willReadFrequently: true });
  context.drawImage(e, 0, 0);
  return context.getImageData(0, 0, c.width, c.height).data;
};"""
PIXELS = """((e) => {
  """ + COPY + """
  const p = copy(e);
  let sum = 0;
  for (let i = 0; i < p.length; i += 4) if (p[i + 3]) sum = (sum * 31 + p[i] + 256 * p[i + 1] + i) %% 1000000007;
  return sum;
})(document.querySelectorAll('%s')[%d])"""
FIRST = "#curves .u-over"


def pixels(b, selector, number=0):
    return b.run(PIXELS % (selector, number))


def wait(b, seconds=0.15):
    b.run(f"new Promise((r) => setTimeout(r, {1000 * seconds}))")


def shoot(b, folder, name):
    if folder:
        wait(b)
        b.shoot(os.path.join(folder, name + ".png"))


def check_drawn(b, page):
    drawn = b.run("document.documentElement.dataset.canvases") or ""
    parts = drawn.split(" of ")
    expect(len(parts) == 2 and parts[0] == parts[1] != "0", page, f"canvases drawn: {drawn}")
    # Curves have colours, grids and words are grey.
    blank = b.run("(() => {" + COPY + """return [...document.querySelectorAll('#curves canvas')].filter((e) => {
      const p = copy(e);
      let coloured = 0;
      for (let i = 0; i < p.length; i += 4) if (p[i + 3] > 100 && Math.max(p[i], p[i + 1], p[i + 2]) - Math.min(p[i], p[i + 1], p[i + 2]) > 60) coloured++;
      return coloured < 50;
    }).length; })()""")
    expect(blank == 0, page, f"{blank} panels of time series have no curve")
    wide = b.run("document.documentElement.scrollWidth")
    expect(wide <= b.size[0], page, f"the page is {wide} wide")


def check_zoom(b, page):
    if not b.run(f"document.querySelectorAll('{FIRST}').length"):
        return
    x, y, w, h = b.box(FIRST)
    whole = pixels(b, "#curves canvas")
    b.drag(x + 0.3 * w, y + 0.5 * h, x + 0.6 * w, y + 0.5 * h)
    wait(b)
    zoomed = pixels(b, "#curves canvas")
    expect(zoomed != whole, page, "dragging over a curve does not zoom")
    second = b.run("document.querySelectorAll('#curves canvas').length") > 1
    if second:
        expect(pixels(b, "#curves canvas", 1) != 0, page, "the second panel is empty after zooming")
    b.mouse("mouseMoved", x + 0.5 * w, y + 0.5 * h)
    words = b.run("(document.querySelector('.readout') || {}).textContent || ''")
    expect(" = " in words, page, f"nothing is read under the mouse: {words!r}")
    b.click(x + 0.5 * w, y + 0.5 * h, 2)
    b.mouse("mouseMoved", 5, 5)
    wait(b)
    expect(pixels(b, "#curves canvas") == whole, page, "a double click does not show the whole again")


def check_pick(b, page):
    count = "document.querySelectorAll('#curves canvas').length"
    if b.run("document.querySelectorAll('.pick input:checked').length") < 2:
        return
    before = b.run(count)
    x, y, w, h = b.box(".pick input:checked")
    b.click(x + w / 2, y + h / 2)
    expect(b.run(count) == before - 1, page, "unticking a variable does not take its panel away")
    b.click(x + w / 2, y + h / 2)
    expect(b.run(count) == before, page, "ticking a variable does not draw it")
    x, y, w, h = b.box("#curves .bar input[type=checkbox]")
    b.click(x + w / 2, y + h / 2)
    expect(b.run(count) == 1, page, "curves do not come together in one panel")
    b.click(x + w / 2, y + h / 2)


def check_plane(b, page):
    before = pixels(b, "#plane canvas")
    changed = b.run("""(() => { const s = document.querySelectorAll('#plane select')[1];
      const other = [...s.options].findIndex((o, k) => k && !o.selected);
      if (other < 0) return false;
      const old = s.selectedIndex;
      window.undo = () => { s.selectedIndex = old; s.dispatchEvent(new Event('change')); };
      s.selectedIndex = other; s.dispatchEvent(new Event('change')); return true; })()""")
    if changed:
        expect(pixels(b, "#plane canvas") != before, page, "another variable draws the same plane")
        b.run("window.undo()")


def clock(b):
    return b.run("document.querySelector('.clock').textContent")


def check_animation(b, page, folder):
    if not b.run("!!document.querySelector('#animation canvas')"):
        return
    mechanism = "#animation canvas"
    still, began = pixels(b, mechanism), clock(b)
    x, y, w, h = b.box("#animation button")
    b.click(x + w / 2, y + h / 2)
    time.sleep(0.7)
    b.run("document.getElementById('motion').scrollIntoView()")
    shoot(b, folder, page + "-playing")
    expect(b.run("document.querySelector('#animation button').textContent") == "Pause", page, "Play does not play")
    x, y, w, h = b.box("#animation button")
    b.click(x + w / 2, y + h / 2)
    wait(b)
    expect(clock(b) != began and pixels(b, mechanism) != still, page, f"nothing moves: {began}, then {clock(b)}")
    paused = clock(b)
    wait(b, 0.3)
    expect(clock(b) == paused, page, "Pause does not stop it")
    x, y, w, h = b.box("#animation input[type=range]")
    at_pause = pixels(b, mechanism)
    b.click(x + 0.8 * w, y + h / 2)
    wait(b)
    expect(clock(b) != paused and pixels(b, mechanism) != at_pause, page, "the slider does not move it")
    share = b.run("document.querySelector('#animation input[type=range]').value / 1000")
    expect(0.7 < share < 0.9, page, f"the slider is at {share}")
    if b.run("!!document.querySelector('#animation .hint')"):
        check_orbit(b, page, mechanism, folder)


def check_orbit(b, page, mechanism, folder):
    x, y, w, h = b.box(mechanism)
    view = "document.querySelector('#animation canvas').dataset.view"
    before, drawn = b.run(view), pixels(b, mechanism)
    b.drag(x + w / 2, y + h / 2, x + w / 2 + 90, y + h / 2 + 40)
    expect(b.run(view) != before and pixels(b, mechanism) != drawn, page, "dragging does not turn it")
    shoot(b, folder, page + "-turned")
    b.drag(x + w / 2, y + h / 2, x + w / 2, y + h / 2 - 150)
    shoot(b, folder, page + "-from-below")
    b.mouse("mouseWheel", x + w / 2, y + h / 2, deltaX=0, deltaY=-300)
    wait(b)
    zoom = float(b.run(view).split()[2])
    expect(zoom > 1, page, f"the wheel does not zoom: {zoom}")
    b.click(x + w / 2, y + h / 2, 2)
    expect(b.run(view) == before, page, "a double click does not reset the view")
    check_shapes(b, page, mechanism)


def check_shapes(b, page, mechanism):
    """Every shape has pixels of its colour, in some light."""
    hidden = b.run("(() => {" + COPY + """
      const a = JSON.parse(document.getElementById('data').textContent).animation;
      const p = copy(document.querySelector('%s'));
      const is_like = (i, color) => {
        const size = Math.hypot(p[i], p[i + 1], p[i + 2]) * Math.hypot(...color);
        return p[i + 3] > 200 && size > 0 && (p[i] * color[0] + p[i + 1] * color[1] + p[i + 2] * color[2]) / size > 0.995;
      };
      return a.shapes.filter((shape) => {
        let count = 0;
        for (let i = 0; i < p.length; i += 4) count += is_like(i, shape.color);
        return count < 20;
      }).map((shape) => shape.type);
    })()""" % mechanism)
    expect(not hidden, page, f"shapes that are not seen: {hidden}")


def check_search(b, page):
    if not b.run("!!document.querySelector('#curves input[type=search]')"):
        return
    some = "document.querySelectorAll('.pick label').length"
    before = b.run(some)
    b.run("(() => { const s = document.querySelector('#curves input[type=search]'); s.value = JSON.parse(document.getElementById('data').textContent).names.pop(); s.dispatchEvent(new Event('input')); })()")
    found = b.run(some)
    expect(0 < found < before, page, f"searching shows {found} of {before} variables")


# Every part of the page at the height of the window.
PARTS = ("motion", "time", "completion", "ledger", "steps", "events", "sections", "final", "settings", "model")


def shoot_parts(b, folder, page):
    shoot(b, folder, page)
    for part in PARTS if folder else ():
        if b.run(f"!!document.getElementById('{part}')"):
            b.run(f"document.getElementById('{part}').scrollIntoView()")
            shoot(b, folder, f"{page}-{part}")


def check(b, path, folder):
    page = os.path.basename(path)[:-len(".html")]
    state = b.open(path)
    expect(state == "ready", page, f"the script failed: {state}")
    if state == "ready":
        check_drawn(b, page)
        shoot_parts(b, folder, page)
        if b.run("typeof uPlot !== 'undefined'"):
            check_zoom(b, page)
            check_pick(b, page)
            check_search(b, page)
        check_plane(b, page)
        check_animation(b, page, folder)
    for message in b.messages:
        expect(False, page, f"on the console: {message}")


def main(pages, folder):
    b = browser.Browser(browser.find())
    try:
        for path in sorted(glob.glob(os.path.join(pages, "*.html"))):
            check(b, path, folder)
    finally:
        b.close()
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""))
