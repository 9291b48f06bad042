// The page of one run: reads its data from the element #data. SPDX-License-Identifier: BSD-3-Clause
"use strict";
(function () {
  const root = document.documentElement;
  window.addEventListener("error", (e) => { root.dataset.report = "error: " + e.message; });

  const data = JSON.parse(document.getElementById("data").textContent);
  const result = data.result;
  const names = data.names;
  const rows = data.rows;
  const colors = ["#1f5fa8", "#c8511b", "#2b7d3f", "#8a3a94", "#9a7400", "#0b7d8c", "#b3261e", "#5d6675"];
  const dashes = [[], [8, 4], [2, 3], [8, 3, 2, 3]];

  // --- elements ---

  const at = (id) => document.getElementById(id);

  function make(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const key in attributes || {}) {
      if (key in e) e[key] = attributes[key];
      else e.setAttribute(key, attributes[key]);
    }
    e.append(...children);
    return e;
  }

  function show(x, digits) {
    if (x === null || x === undefined) return "–";
    if (typeof x !== "number") return String(x);
    return String(Number(x.toPrecision(digits || 6)));
  }

  function fill(table, head, list) {
    const cell = (tag, x) => {
      const is_number = typeof x === "number" || x === null;
      const e = make(tag, { className: is_number ? "number" : "" });
      e.append(x instanceof Node ? x : show(x, 12)); // rounded by whoever asks
      return e;
    };
    if (head) {
      const tr = make("tr");
      head.forEach((h, k) => {
        const th = make("th", {}, h);
        if (list.length && (typeof list[0][k] === "number" || list[0][k] === null)) th.className = "number";
        tr.append(th);
      });
      table.append(make("thead", {}, tr));
    }
    const body = make("tbody");
    for (const row of list) body.append(make("tr", {}, ...row.map((x) => cell("td", x))));
    table.append(body);
    return table;
  }

  const remove = (id) => at(id).remove();
  const code = (text) => make("code", {}, text);
  // Numbers and units as the model wants them shown; the animation takes them as they are.
  const unitOf = (k) => (data.display[k] ? data.display[k].unit : data.units[k]);
  const shown = (k, list) => (data.display[k] ? list.map((v) => (v === null ? null : v * data.display[k].factor + data.display[k].offset)) : list);
  const withUnit = (k) => (unitOf(k) ? names[k] + " [" + unitOf(k) + "]" : names[k]);

  // --- head ---

  function fact(words, value, bad) {
    at("facts").append(make("div", { className: bad ? "fact bad" : "fact" }, make("b", {}, value), make("span", {}, words)));
  }

  function worst_units() {
    let worst = 0;
    for (const c of result.ledger.constraints) if (c.kind !== "top" && c.scaled_max !== null) worst = Math.max(worst, c.scaled_max);
    return worst;
  }

  function head() {
    const s = result.structure;
    const failed = result.status === "failed";
    at("about").textContent = "Involute " + data.version + ", method " + result.settings.method;
    fact(result.stopped_by ? "ended by " + result.stopped_by : "status", result.status + " at t = " + show(result.t), failed);
    if (s) {
      fact("index", String(s.index));
      fact("degrees of freedom", String(s.dof));
      fact("constraints", String(s.constraints));
    }
    fact("steps, " + result.statistics.rejected + " rejected", String(result.statistics.steps));
    fact("largest residual", show(result.ledger.max_residual, 3), !result.enforced);
    fact("units of round-off, at worst", show(worst_units(), 3));
    if (result.error) at("facts").after(make("pre", { className: "command" }, result.error.message));
  }

  // --- curves over time ---

  // Of thinned rows each bucket gives its least and its greatest value, the nearer to what was before first.
  function curve(series, k) {
    if (!series.low) return series.value[k];
    const out = [];
    let before = series.value[k][0];
    for (let i = 0; i < series.value[k].length; i++) {
      const low = series.low[k][i], high = series.high[k][i];
      const up = Math.abs(before - low) <= Math.abs(before - high);
      out.push(up ? low : high, up ? high : low);
      before = out[out.length - 1];
    }
    return out;
  }

  function times(series, k) {
    const t = series.value[k];
    if (!series.low) return t;
    const out = [];
    t.forEach((x, i) => out.push(x, (x + (i + 1 < t.length ? t[i + 1] : x)) / 2));
    return out;
  }

  const plots = [];
  const width = () => Math.max(320, document.querySelector("main").clientWidth - 80);

  function marks(u) {
    const events = result.events || [];
    if (!events.length || events.length > 200) return;
    const c = u.ctx;
    c.save();
    c.strokeStyle = "#c9a227";
    c.setLineDash([3, 3]);
    for (const e of events) {
      const x = Math.round(u.valToPos(e.t, "x", true));
      if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
      c.beginPath();
      c.moveTo(x, u.bbox.top);
      c.lineTo(x, u.bbox.top + u.bbox.height);
      c.stroke();
    }
    c.restore();
  }

  // list: [{ label, values, look }]
  function plot(parent, height, t, list, log, unit, bare) {
    const u = new uPlot({
      width: width(), height: height,
      cursor: { sync: { key: "time" }, drag: { x: true, y: false } },
      scales: { x: { time: false }, y: log ? { distr: 3 } : {} },
      axes: [{ label: bare ? null : "time" + (data.units[0] ? " [" + data.units[0] + "]" : ""), labelSize: bare ? 0 : 22, size: 34 },
             { label: unit, labelSize: unit ? 22 : 0, size: 78, space: 24, values: (v, ticks) => ticks.map((x) => (x === null ? "" : show(x, 8))) }],
      series: [{ label: "time", value: (v, x) => show(x) }].concat(list.map((s) => ({
        label: s.label, stroke: colors[s.look % colors.length], width: 1.5, points: { show: false },
        dash: list.length > 1 ? dashes[Math.floor(s.look / 2) % dashes.length] : [], spanGaps: false, value: (v, x) => show(x),
        paths: s.steps ? uPlot.paths.stepped({ align: -1 }) : undefined,
      }))),
      hooks: { draw: [marks] },
    }, [t].concat(list.map((s) => s.values)), parent);
    plots.push(u);
    return u;
  }

  function forget(list) {
    for (const u of list) {
      plots.splice(plots.indexOf(u), 1);
      u.destroy();
    }
    list.length = 0;
  }

  function time_series() {
    const place = at("curves");
    const picked = new Set();
    for (let k = 1; k < names.length && picked.size < 4; k++) if (!names[k].startsWith("der(")) picked.add(k);
    const pick = make("div", { className: "pick" });
    const apart = make("input", { type: "checkbox", checked: picked.size > 1 });
    const room = make("div");
    const drawn = [];
    const t = times(rows, 0);

    function draw() {
      forget(drawn);
      room.textContent = "";
      const chosen = [...picked].sort((a, b) => a - b);
      const one = (k) => ({ label: withUnit(k), values: shown(k, curve(rows, k)), look: chosen.indexOf(k) });
      if (!chosen.length) room.textContent = "Nothing is chosen.";
      else if (apart.checked) chosen.forEach((k, i) => drawn.push(plot(room, i + 1 < chosen.length ? 150 : 172, t, [one(k)], false, withUnit(k), i + 1 < chosen.length)));
      else drawn.push(plot(room, 380, t, chosen.map(one), false, ""));
    }

    names.forEach((name, k) => {
      if (k === 0) return;
      const box = make("input", { type: "checkbox", checked: picked.has(k) });
      box.addEventListener("change", () => { box.checked ? picked.add(k) : picked.delete(k); draw(); });
      pick.append(make("label", {}, box, " " + withUnit(k)));
    });
    apart.addEventListener("change", draw);
    place.append(pick, make("div", { className: "bar" }, make("label", {}, apart, " a panel each"),
      make("span", {}, "drag to zoom, double click for the whole" + (rows.low ? "; " + rows.total + " rows, thinned, extremes kept" : ""))), room);
    draw();
  }

  // --- ledger and steps ---

  function ledger() {
    const list = result.ledger.constraints;
    fill(at("ledger-table"), ["equation", "kind", "derivative", "largest residual", "in units", "where"],
      list.slice(0, 500).map((c) => [code(c.equation), c.kind + (c.left_out ? ", left out" : ""), c.level,
        Number(show(c.max, 3)), c.scaled_max === null ? null : Number(show(c.scaled_max, 3)), c.where]));
    if (list.length > 500) at("ledger-table").after("and " + (list.length - 500) + " more");
    if (typeof uPlot === "undefined") return;
    const least = 1e-3;
    const kinds = [];
    for (let k = 3; k < data.step_names.length; k++) {
      const values = data.steps.low ? curve(data.steps, k) : data.steps.value[k];
      if (values && values.some((x) => x !== null)) kinds.push({ label: data.step_names[k], look: k - 3, values: values.map((x) => (x === null ? null : Math.max(x, least))) });
    }
    if (!kinds.length) return;
    at("ledger-plot").append(make("p", { className: "plot-title" }, "Largest residual by kind of equation, in units of round-off; below " + least + " drawn there"));
    plot(at("ledger-plot"), 240, times(data.steps, 0), kinds, true, "units");
  }

  function steps() {
    if (typeof uPlot !== "undefined" && data.steps.total) {
      const t = times(data.steps, 0);
      plot(at("step-plots"), 220, t, [{ label: "step size", values: curve(data.steps, 1), look: 0, steps: true }], true, "step size");
      plot(at("step-plots"), 150, t, [{ label: "order", values: curve(data.steps, 2), look: 1, steps: true }], false, "order");
    }
    const s = result.statistics;
    const list = ["steps", "rejected", "evaluations", "jacobians", "factorizations", "retractions", "newton_iterations", "newton_max", "events", "prepare_seconds", "solve_seconds"];
    in_columns("steps", list.filter((k) => k in s).map((k) => [k.replace("_", " "), Number(show(s[k], 4))]), 4);
  }

  // --- drawings in the plane ---

  function canvas(parent, height) {
    const e = make("canvas", { className: "drawing" });
    parent.append(e);
    const fit = () => {
      const w = Math.max(300, parent.clientWidth), ratio = window.devicePixelRatio || 1;
      e.style.height = height + "px";
      e.width = Math.round(w * ratio);
      e.height = Math.round(height * ratio);
      const c = e.getContext("2d");
      c.setTransform(ratio, 0, 0, ratio, 0, 0);
      c.font = "12px system-ui, 'DejaVu Sans', sans-serif";
      return { c: c, w: w, h: height };
    };
    return { element: e, fit: fit };
  }

  function range(list) {
    let low = Infinity, high = -Infinity;
    for (const x of list) if (x !== null && isFinite(x)) { low = Math.min(low, x); high = Math.max(high, x); }
    if (low > high) return [0, 1];
    const margin = (high - low) * 0.05 || Math.abs(high) * 0.05 || 1;
    return [low - margin, high + margin];
  }

  function ticks(low, high, wanted) {
    const raw = (high - low) / wanted, power = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= raw) || raw;
    const list = [];
    for (let k = Math.ceil(low / step); k * step <= high; k++) list.push(Number((k * step).toPrecision(12)));
    return list;
  }

  // A frame with ticks; returns where points are drawn.
  function frame(d, x, y, labels, equal) {
    const box = { left: 66, top: 12, right: d.w - 14, bottom: d.h - 42 };
    let sx = (box.right - box.left) / (x[1] - x[0]), sy = (box.bottom - box.top) / (y[1] - y[0]);
    if (equal) sx = sy = Math.min(sx, sy);
    const mx = (x[0] + x[1]) / 2, my = (y[0] + y[1]) / 2;
    const px = (v) => (box.left + box.right) / 2 + (v - mx) * sx, py = (v) => (box.top + box.bottom) / 2 - (v - my) * sy;
    const c = d.c;
    const half_x = (box.right - box.left) / 2 / sx, half_y = (box.bottom - box.top) / 2 / sy;
    c.clearRect(0, 0, d.w, d.h);
    c.lineWidth = 1;
    c.fillStyle = "#5d6675";
    c.strokeStyle = "#e6e9ed";
    c.textAlign = "center";
    for (const v of ticks(mx - half_x, mx + half_x, Math.max(2, d.w / 110))) {
      c.beginPath(); c.moveTo(px(v), box.top); c.lineTo(px(v), box.bottom); c.stroke();
      c.fillText(show(v), px(v), box.bottom + 16);
    }
    c.textAlign = "right";
    for (const v of ticks(my - half_y, my + half_y, Math.max(2, d.h / 70))) {
      c.beginPath(); c.moveTo(box.left, py(v)); c.lineTo(box.right, py(v)); c.stroke();
      c.fillText(show(v), box.left - 6, py(v) + 4);
    }
    c.strokeStyle = "#9aa2ae";
    c.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    c.fillStyle = "#1c2330";
    c.textAlign = "center";
    c.fillText(labels[0], (box.left + box.right) / 2, d.h - 8);
    c.save();
    c.translate(13, (box.top + box.bottom) / 2);
    c.rotate(-Math.PI / 2);
    c.fillText(labels[1], 0, 0);
    c.restore();
    return { px: px, py: py, box: box };
  }

  function line(c, points) {
    let open = false;
    c.beginPath();
    for (const p of points) {
      if (!p || !isFinite(p[0]) || !isFinite(p[1])) { open = false; continue; }
      if (open) c.lineTo(p[0], p[1]);
      else c.moveTo(p[0], p[1]);
      open = true;
    }
    c.stroke();
  }

  const redraws = [];

  // One variable over another, of all rows or at the points of a section.
  function plane() {
    const choose = (start) => {
      const s = make("select");
      names.forEach((name, k) => s.append(make("option", { value: String(k), selected: k === start }, withUnit(k))));
      return s;
    };
    const moving = data.animation ? data.animation.points.find((p) => p.trace && p.at[0].column && p.at[1].column) : null;
    const x = choose(moving ? moving.at[0].column : Math.min(1, names.length - 1));
    const y = choose(moving ? moving.at[1].column : Math.min(2, names.length - 1));
    const of = make("select", {}, make("option", { value: "-1" }, "all rows"));
    (result.sections || []).forEach((s, k) => of.append(make("option", { value: String(k) }, "section " + s.name)));
    const equal = make("input", { type: "checkbox", checked: unitOf(Number(x.value)) === unitOf(Number(y.value)) });
    const picture = canvas(at("plane"), 420);
    const bar = make("div", { className: "bar" }, "of ", y, " over ", x);
    if (of.options.length > 1) bar.append(of);
    bar.append(make("label", {}, equal, " to scale"));
    at("plane").append(bar);

    function draw() {
      const section = Number(of.value), a = Number(x.value), b = Number(y.value);
      let u = rows.value[a] || [], v = rows.value[b] || [];
      if (section >= 0) {
        const kept = data.crossings.value[0].map((s) => s === section);
        u = data.crossings.value[a + 2].filter((_, i) => kept[i]);
        v = data.crossings.value[b + 2].filter((_, i) => kept[i]);
      }
      u = shown(a, u);
      v = shown(b, v);
      const d = picture.fit();
      const f = frame(d, range(u), range(v), [withUnit(a), withUnit(b)], equal.checked && a !== 0 && b !== 0);
      const points = u.map((q, i) => (q === null || v[i] === null ? null : [f.px(q), f.py(v[i])]));
      d.c.strokeStyle = d.c.fillStyle = colors[0];
      d.c.lineWidth = 1.3;
      if (section < 0) line(d.c, points);
      else for (const p of points) if (p) d.c.fillRect(p[0] - 1.5, p[1] - 1.5, 3, 3);
    }
    for (const e of [x, y, of, equal]) e.addEventListener("change", draw);
    redraws.push(draw);
    draw();
  }

  // --- animation ---

  function animation() {
    const a = data.animation;
    if (!a || !rows.value.length || rows.value[0].length < 2) { remove("animation"); return; }
    const t = rows.value[0], n = t.length;
    const first = t[0], last = t[n - 1];
    const is_space = a.points.some((p) => p.at.length > 2);
    const picture = canvas(at("animation"), 420);
    const play = make("button", { type: "button" }, "Play");
    const scrub = make("input", { type: "range", min: "0", max: "1000", value: "0", "aria-label": "time" });
    const clock = make("span", { className: "clock" });
    const speed = make("select", { "aria-label": "speed" });
    const natural = Math.abs(last - first) / 12;
    for (const k of [0.25, 0.5, 1, 2, 4]) speed.append(make("option", { value: String(k * natural), selected: k === 1 }, show(k * natural, 3) + " per second"));
    at("animation").append(make("div", { className: "bar" }, play, scrub, clock, speed, is_space ? "drag to turn, double click to reset" : ""));
    let now = first, running = false, before = 0, yaw = -0.7, pitch = 0.45;

    const coordinate = (c, i) => (c === undefined ? 0 : "column" in c ? rows.value[c.column][i] : c.value);
    const place = (p, i) => [0, 1, 2].map((k) => coordinate(p.at[k], i));
    const blend = (p, i, s) => {
      const u = place(p, i), v = place(p, Math.min(i + 1, n - 1));
      return u.map((x, k) => (x === null || v[k] === null ? NaN : x + s * (v[k] - x)));
    };
    const paths = a.points.map((p) => (p.trace ? t.map((_, i) => place(p, i)) : null));
    const extent = [0, 1, 2].map((k) => range([].concat(...a.points.map((p) => (p.at[k] && "column" in p.at[k] ? rows.value[p.at[k].column] : [coordinate(p.at[k], 0)])))));
    const centre = extent.map((e) => (e[0] + e[1]) / 2);
    if (!is_space) centre[2] = 0;

    function find(time) {
      let i = 0, j = n - 1;
      const forward = last >= first;
      while (j - i > 1) {
        const mid = (i + j) >> 1;
        if (forward ? t[mid] <= time : t[mid] >= time) i = mid;
        else j = mid;
      }
      const gap = t[Math.min(i + 1, n - 1)] - t[i];
      return { i: i, s: gap ? Math.min(1, Math.max(0, (time - t[i]) / gap)) : 0 };
    }

    // Seen from far away: z is up, the angles are those of the eye.
    function space(d) {
      const size = Math.hypot(...extent.map((e) => e[1] - e[0])), scale = Math.min(d.w, d.h) / size * 0.85;
      const cy = Math.cos(yaw), sy = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
      const project = (p) => {
        const x = p[0] - centre[0], y = p[1] - centre[1], z = p[2] - centre[2];
        const right = cy * x - sy * y, away = sy * x + cy * y;
        return [d.w / 2 + scale * right, d.h / 2 - scale * (z * cp + away * sp)];
      };
      d.c.clearRect(0, 0, d.w, d.h);
      d.c.strokeStyle = "#d9dde3";
      d.c.lineWidth = 1;
      const corner = (k) => extent.map((e, j) => e[(k >> j) & 1]);
      for (let k = 0; k < 8; k++) for (let j = 0; j < 3; j++) if (!((k >> j) & 1)) line(d.c, [project(corner(k)), project(corner(k | (1 << j)))]);
      d.c.fillStyle = "#5d6675";
      ["x", "y", "z"].forEach((axis, j) => {
        // At the lowest edge along x and y, at the left one along z.
        let best = null;
        for (let k = 0; k < 8; k++) {
          if ((k >> j) & 1) continue;
          const from = project(corner(k)), to = project(corner(k | (1 << j)));
          const p = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
          if (!best || (j < 2 ? p[1] > best[1] : p[0] < best[0])) best = p;
        }
        const words = axis + "  " + show(extent[j][0], 3) + " … " + show(extent[j][1], 3);
        d.c.textAlign = j < 2 ? (best[0] < d.w / 2 ? "right" : "left") : "right";
        const side = j < 2 ? (best[0] < d.w / 2 ? -6 : 6) : -6;
        d.c.fillText(words, best[0] + side, best[1] + (j < 2 ? 16 : 0));
      });
      return project;
    }

    function draw() {
      const d = picture.fit(), c = d.c;
      let project;
      if (is_space) project = space(d);
      else {
        const f = frame(d, extent[0], extent[1], ["x", "y"], true);
        project = (p) => [f.px(p[0]), f.py(p[1])];
      }
      const where = find(now);
      const points = a.points.map((p) => project(blend(p, where.i, where.s)));
      paths.forEach((path, k) => {
        if (!path) return;
        const all = path.map((p) => (p.some((x) => x === null) ? null : project(p)));
        c.lineWidth = 1;
        c.strokeStyle = "#b4c2d4";
        line(c, all);
        c.lineWidth = 1.4;
        c.strokeStyle = colors[k % colors.length];
        line(c, all.slice(0, where.i + 1).concat([points[k]]));
      });
      c.fillStyle = "rgba(31, 95, 168, 0.18)";
      for (const b of a.bodies) {
        c.beginPath();
        b.forEach((k, i) => (i ? c.lineTo(points[k][0], points[k][1]) : c.moveTo(points[k][0], points[k][1])));
        c.closePath();
        c.fill();
      }
      c.strokeStyle = "#1c2330";
      c.lineWidth = 3;
      c.lineCap = "round";
      for (const l of a.links) line(c, [points[l[0]], points[l[1]]]);
      c.textAlign = "left";
      points.forEach((p, k) => {
        const fixed = a.points[k].at.every((x) => "value" in x);
        c.beginPath();
        c.arc(p[0], p[1], 5, 0, 2 * Math.PI);
        c.fillStyle = fixed ? "#fff" : "#c8511b";
        c.fill();
        c.lineWidth = 1.5;
        c.stroke();
        c.strokeStyle = "#fff";
        c.lineWidth = 4;
        c.strokeText(a.points[k].name, p[0] + 9, p[1] - 8);
        c.strokeStyle = c.fillStyle = "#1c2330";
        c.fillText(a.points[k].name, p[0] + 9, p[1] - 8);
      });
      clock.textContent = "t = " + show(now, 4);
    }

    function tick(stamp) {
      if (!running) return;
      now += (last >= first ? 1 : -1) * Number(speed.value) * Math.min(0.1, (stamp - before) / 1000);
      before = stamp;
      if (last >= first ? now >= last : now <= last) { now = last; stop(); }
      scrub.value = String(1000 * (now - first) / (last - first));
      draw();
      if (running) requestAnimationFrame(tick);
    }
    function stop() { running = false; play.textContent = "Play"; }

    play.addEventListener("click", () => {
      if (running) { stop(); return; }
      if (now === last) now = first;
      running = true;
      before = performance.now();
      play.textContent = "Pause";
      requestAnimationFrame(tick);
    });
    scrub.addEventListener("input", () => { stop(); now = first + (last - first) * Number(scrub.value) / 1000; draw(); });
    if (is_space) {
      const e = picture.element;
      e.style.cursor = "grab";
      e.style.touchAction = "none";
      e.addEventListener("pointerdown", (p) => e.setPointerCapture(p.pointerId));
      e.addEventListener("pointermove", (p) => {
        if (!p.buttons) return;
        yaw += p.movementX * 0.01;
        pitch = Math.max(-1.57, Math.min(1.57, pitch + p.movementY * 0.01));
        draw();
      });
      e.addEventListener("dblclick", () => { yaw = -0.7; pitch = 0.45; draw(); });
    }
    now = first + (last - first) / 3;
    scrub.value = "333";
    redraws.push(draw);
    draw();
  }

  // --- tables ---

  function structure() {
    const s = result.structure;
    if (!s) { remove("structure"); return; }
    fill(at("structure"), ["unknowns", "equations", "index", "degrees of freedom", "coordinates", "constraints", "invariants"],
      [[s.unknowns, s.equations, s.index, s.dof, s.coordinates, s.constraints, s.invariants]]);
  }

  function in_columns(id, list, least) {
    const place = make("div", { className: "columns" });
    const size = Math.max(least || 8, Math.ceil(list.length / 3));
    for (let k = 0; k < list.length; k += size) place.append(fill(make("table"), null, list.slice(k, k + size)));
    at(id).append(place);
  }

  function tables() {
    const events = result.events || [];
    if (!events.length) remove("events");
    else {
      at("events").append(make("p", {}, events.length + " events" + (events.length > 300 ? ", the first 300 of them" : "")),
        make("div", { className: "wide" }, fill(make("table"), ["time", "event"], events.slice(0, 300).map((e) => [Number(show(e.t, 10)), code(e.name)]))));
    }
    const sections = result.sections || [];
    if (!sections.length) remove("sections");
    else {
      at("sections").append(make("p", {}, "Points of a section are drawn in the panel 'Plane'." + (data.crossings.low ? " One of " + data.crossings.stride + " is kept." : "")),
        fill(make("table"), ["section", "crossings"], sections.map((s) => [code(s.name), s.crossings])));
    }
    in_columns("final", Object.entries(result.final).map(([k, v]) => [code(k), v === null ? null : Number(show(v, 12))]));
    const parameters = Object.entries(result.parameters);
    if (parameters.length) {
      at("settings").append(make("h3", {}, "Parameters"));
      in_columns("settings", parameters.map(([k, v]) => [code(k), v]));
      at("settings").append(make("h3", {}, "Settings"));
    }
    in_columns("settings", Object.entries(result.settings).map(([k, v]) => [k.replace(/_/g, " "), show(v, 12)]));
    at("model").append(make("p", {}, "The command that repeats this run:"), make("pre", { className: "command" }, result.command));
    if (data.source) at("model").append(make("pre", {}, data.source));
  }

  // --- all ---

  head();
  animation();
  plane();
  if (typeof uPlot !== "undefined") time_series();
  ledger();
  steps();
  structure();
  tables();

  let wait = 0;
  window.addEventListener("resize", () => {
    clearTimeout(wait);
    wait = setTimeout(() => {
      for (const u of plots) u.setSize({ width: width(), height: u.height });
      for (const f of redraws) f();
    }, 100);
  });

  // For tests: how many canvases have something on them.
  function is_drawn(e) {
    const pixels = e.getContext("2d").getImageData(0, 0, e.width, e.height).data;
    return pixels.some((x) => x !== 0);
  }
  setTimeout(() => {
    const all = [...document.querySelectorAll("canvas")];
    root.dataset.canvases = all.filter(is_drawn).length + " of " + all.length;
    if (!root.dataset.report) root.dataset.report = "ready";
  }, 300);
})();
