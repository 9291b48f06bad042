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
    const rounded = Number(x.toPrecision(digits || 6)), size = Math.abs(rounded);
    const is_plain = size === 0 || (size >= 1e-4 && size < 1e7) || (Number.isInteger(rounded) && size < 1e10);
    return is_plain ? String(rounded) : rounded.toExponential();
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
    const failed = result.status !== "done";
    if (data.description) at("about").textContent = data.description;
    else remove("about");
    fact(result.stopped_by ? "ended by " + result.stopped_by : "status", result.status + " at t = " + show(result.t), failed);
    if (s) {
      fact("index", String(s.index));
      fact("degrees of freedom", String(s.dof));
      fact("constraints", String(s.constraints));
    }
    fact("steps, " + result.statistics.rejected + " rejected", String(result.statistics.steps));
    fact("largest residual", show(result.ledger.max_residual, 3), !result.enforced);
    if (s && s.constraints + s.invariants) fact("units of round-off, worst constraint", show(worst_units(), 3));
    fact("Involute " + data.version, result.settings.method);
    if (result.error) at("facts").after(make("pre", { className: "command bad" }, result.error.message));
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

  // What curves are drawn over: time, backwards where the run went so; by arclength, where time may turn, the length or the number of the step.
  const is_forward = !rows.value.length || rows.value[0][0] <= rows.value[0][rows.value[0].length - 1];
  const length_column = result.settings.by === "arclength" ? names.lastIndexOf("s") : 0;
  const over_length = length_column > 0;
  const upwards = (list) => (is_forward || over_length ? list : [...list].reverse());
  const abscissa = () => upwards(times(rows, over_length ? length_column : 0));
  const time_words = "time" + (data.units[0] ? " [" + data.units[0] + "]" : "");

  const plots = [];
  const width = () => Math.max(320, document.querySelector("main").clientWidth - 80);

  function marks(u) {
    const events = result.events || [];
    if (!events.length || events.length > 200 || over_length) return;
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

  // Powers of ten; with less than two of them also 2 and 5 times these.
  function decades(u, axis, low, high) {
    const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
    const step = Math.max(1, Math.ceil((last - first) / 6));
    const list = [];
    for (let k = first; k <= last; k += step)
      for (const m of last - first < 3 ? [1, 2, 5] : [1]) list.push(Number(m + "e" + k));
    return list.filter((x) => x >= low * 0.999 && x <= high * 1.001);
  }

  const dash_words = ["solid", "dashed", "dotted", "dashed"];
  const dash_of = (list, s) => (list.length > 1 && s.values.length < 300 ? Math.floor(s.look / 2) % dashes.length : 0); // of many points dashes are noise

  // Curves over time. o: height, t, list of { label, values, look, steps }, log, label of the y axis, bare (no words at the time
  // axis), read (called with the number of the row under the mouse, or null), follows (a line at the time of the animation).
  function plot(parent, o) {
    const font = "12px system-ui, 'DejaVu Sans', sans-serif";
    const grid = { stroke: "#e6e9ed", width: 1 };
    const axis = { font: font, labelFont: font, stroke: "#1c2330", grid: grid, ticks: { show: false } };
    const numbers = (v, ticks) => ticks.map((x) => (x === null ? "" : show(x, 8)));
    const u = new uPlot({
      width: width(), height: o.height, pxAlign: 0,
      legend: { show: o.list.length > 1, markers: { width: 2, dash: (v, k) => (k ? dash_words[dash_of(o.list, o.list[k - 1])] : "solid") } },
      cursor: { sync: { key: o.words || "time" }, drag: { x: true, y: false }, points: { size: 6 } },
      scales: { x: { time: false }, y: o.log ? { distr: 3 } : o.range ? { range: o.range } : {} },
      axes: [{ ...axis, label: o.bare ? null : o.words || time_words, labelSize: o.bare ? 0 : 20, size: 28, values: numbers },
             { ...axis, label: o.label, labelSize: o.label ? 22 : 0, size: 72, space: 24, values: numbers,
               ...(o.log ? { splits: decades, filter: (v, list) => list } : {}) }],
      series: [{ label: (o.words || "time").replace(/ .*/, ""), value: (v, x) => show(x) }].concat(o.list.map((s) => ({
        label: s.label, stroke: colors[s.look % colors.length], width: 1.5, points: { show: false }, pxAlign: 0,
        dash: dashes[dash_of(o.list, s)], spanGaps: false, value: (v, x) => show(x),
        paths: s.steps ? uPlot.paths.stepped({ align: -1 }) : undefined,
      }))),
      hooks: { draw: [marks, place_now], setCursor: o.read ? [(v) => o.read(v.cursor.left >= 0 ? v.cursor.idx : null)] : [] },
    }, [o.t].concat(o.list.map((s) => s.values)), parent);
    if (o.follows) {
      u.now = make("div", { className: "now" });
      u.over.append(u.now);
    }
    plots.push(u);
    place_now(u);
    return u;
  }

  // The time of the animation, as a line in the curves.
  let now = null;
  function place_now(u) {
    if (!u.now) return;
    const x = now === null || over_length ? -1 : u.valToPos(now, "x");
    u.now.style.display = x >= 0 && x <= u.over.clientWidth ? "block" : "none";
    u.now.style.left = x + "px";
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
    const offered = names.map((_, k) => k).filter((k) => k !== (over_length ? length_column : 0));
    for (const p of data.plots) if (p.x === 0) for (const k of p.y) if (picked.size < 6 && offered.includes(k)) picked.add(k);
    if (!data.plots.some((p) => p.x === 0)) for (const k of telling(offered).slice(0, 4)) picked.add(k);
    if (!picked.size && offered.length) picked.add(offered[0]);
    const pick = make("div", { className: "pick" });
    const apart = make("input", { type: "checkbox", checked: picked.size > 1 });
    const room = make("div");
    const readout = make("p", { className: "readout" });
    const help = "drag to zoom, double click for the whole" + (rows.low ? "; " + rows.total + " rows, thinned, extremes kept" : "");
    const drawn = [];
    const t = abscissa();
    const words = over_length ? withUnit(length_column) : null;

    function draw() {
      forget(drawn);
      room.textContent = "";
      readout.textContent = help;
      const chosen = [...picked].sort((a, b) => a - b);
      const one = (k) => ({ label: withUnit(k), values: shown(k, upwards(curve(rows, k))), look: chosen.indexOf(k) });
      if (!chosen.length) { room.textContent = "Nothing is chosen."; return; }
      if (!apart.checked && chosen.length > 1) { drawn.push(plot(room, { height: 380, t: t, list: chosen.map(one), label: "", follows: true, words: words })); return; }
      const list = chosen.map(one);
      const read = (i) => { readout.textContent = i === null ? help : (words || "t") + " = " + show(t[i]) + ":  " + chosen.map((k, j) => names[k] + " = " + show(list[j].values[i])).join(",  "); };
      chosen.forEach((k, i) => {
        const is_last = i + 1 === chosen.length;
        drawn.push(plot(room, { height: is_last ? 162 : 140, t: t, list: [list[i]], label: withUnit(k), bare: !is_last, read: read, follows: true, words: words }));
      });
    }

    const most = 300;
    function offer(pattern) {
      const found = offered.filter((k) => picked.has(k) || names[k].toLowerCase().includes(pattern.toLowerCase()));
      pick.textContent = "";
      for (const k of found.slice(0, most)) {
        const box = make("input", { type: "checkbox", checked: picked.has(k) });
        box.addEventListener("change", () => { box.checked ? picked.add(k) : picked.delete(k); draw(); });
        pick.append(make("label", {}, box, " " + withUnit(k)));
      }
      if (found.length > most) pick.append("and " + (found.length - most) + " more; search for them");
    }

    const bar = make("div", { className: "bar" }, make("label", {}, apart, " a panel each"));
    if (names.length > 25) {
      const search = make("input", { type: "search", placeholder: "search " + (names.length - 1) + " variables", "aria-label": "search variables" });
      search.addEventListener("input", () => offer(search.value));
      bar.prepend(search);
    }
    offer("");
    apart.addEventListener("change", draw);
    place.append(pick, bar, readout, room);
    draw();
  }

  // --- ledger and steps ---

  function ledger() {
    const list = [...result.ledger.constraints].sort((a, b) => (b.scaled_max === null ? -1 : b.scaled_max) - (a.scaled_max === null ? -1 : a.scaled_max));
    fill(at("ledger-table"), ["equation", "kind", "derivative", "largest residual", "in units", "where"],
      list.slice(0, 500).map((c) => [code(c.equation), c.kind + (c.left_out ? ", left out" : ""), c.level,
        Number(show(c.max, 3)), c.scaled_max === null ? null : Number(show(c.scaled_max, 3)), c.where]));
    if (list.length > 500) at("ledger-table").after("and " + (list.length - 500) + " more");
    if (typeof uPlot === "undefined" || !data.steps.total) return;
    const least = 1e-3;
    const { t, words } = step_times();
    const kinds = [];
    for (let k = 3; k < data.step_names.length; k++) {
      const values = upwards((data.steps.high || data.steps.value)[k]);
      if (values.some((x) => x !== null)) kinds.push({ label: data.step_names[k], look: k - 3, values: [null, ...values.map((x) => (x === null ? null : Math.max(x, least)))] });
    }
    if (!kinds.length) return;
    if (kinds.every((k) => k.values.every((x) => x === null || x === least))) {
      at("ledger-plot").append(make("p", {}, "No residual is larger than " + least + " units."));
      return;
    }
    const [shown, ...lists] = envelope(t, kinds.map((k) => k.values));
    kinds.forEach((k, i) => { k.values = lists[i]; });
    at("ledger-plot").append(make("p", { className: "plot-title" }, "Largest residual by kind of equation, in units of round-off; below " + least + " drawn there"));
    plot(at("ledger-plot"), { height: 240, t: shown, list: kinds, log: true, label: "units", words: words });
  }

  // The greatest value of each of at most 600 pieces.
  function envelope(t, lists) {
    const size = Math.ceil(t.length / 600), out = [[], ...lists.map(() => [])];
    for (let i = 0; i < t.length; i += size) {
      out[0].push(t[i]);
      lists.forEach((values, k) => {
        const piece = values.slice(i, i + size).filter((x) => x !== null);
        out[k + 1].push(piece.length ? Math.max(...piece) : null);
      });
    }
    return out;
  }

  // Begins where the run does, so that all curves have the same time axis.
  function step_times() {
    const s = data.steps;
    if (over_length) return { t: [0, ...s.value[0].map((_, i) => (i + 1) * s.stride)], words: "step" };
    const t = upwards(s.value[0]), start = rows.value.length ? rows.value[0][0] : t[0];
    return { t: is_forward ? [start, ...t] : [t[0], ...t], words: null };
  }

  function steps() {
    if (typeof uPlot !== "undefined" && data.steps.total) {
      const { t, words } = step_times();
      const size = upwards(data.steps.value[1]), order = upwards(data.steps.value[2]);
      const first = Math.min(...order), last = Math.max(...order);
      const one = (label, values, look) => [{ label: label, values: [values[0], ...values], look: look, steps: true }];
      plot(at("step-plots"), { height: 200, t: t, list: one("step size", size.map(Math.abs), 0), log: true, label: "step size", words: words });
      if (first === last) at("step-plots").append(make("p", {}, "The order is " + first + " in every step."));
      else plot(at("step-plots"), { height: 150, t: t, list: one("order", order, 1), range: [0, last + 1], label: "order", words: words });
    }
    if (!data.steps.total && result.statistics.steps) at("step-plots").append(make("p", {}, "The sizes of steps were not kept."));
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
  const followers = []; // drawn again when the time of the animation changes

  function dot(c, p, color) {
    c.beginPath();
    c.arc(p[0], p[1], 4.5, 0, 2 * Math.PI);
    c.fillStyle = color;
    c.fill();
    c.strokeStyle = "#1c2330";
    c.lineWidth = 1.5;
    c.stroke();
  }

  // The row before a time, and how far the next one is reached.
  function find(time, t = rows.value[0]) {
    const n = t.length;
    const is_forward = t[n - 1] >= t[0];
    let i = 0, j = n - 1;
    while (j - i > 1) {
      const mid = (i + j) >> 1;
      if (is_forward ? t[mid] <= time : t[mid] >= time) i = mid;
      else j = mid;
    }
    const gap = t[Math.min(i + 1, n - 1)] - t[i];
    return { i: i, s: gap ? Math.min(1, Math.max(0, (time - t[i]) / gap)) : 0 };
  }

  // The two coordinates of a traced point that move most, else the first two variables that are no derivatives.
  // Plots of the model's annotation that are not over time.
  function plane_plots() {
    return data.plots.flatMap((p) => p.y.filter((k) => p.x > 0 && k >= 0).map((k) => ({ x: p.x, y: k, equal: p.equal, title: p.title || names[k] + " over " + names[p.x] })));
  }

  // Variables that are no derivatives, those that change first: the others of a large model say little.
  function telling(offered) {
    const changes = (k) => { const list = (rows.value[k] || []).filter((x) => x !== null); return list.some((x) => Math.abs(x - list[0]) > 1e-9 * (1 + Math.abs(x))); };
    const plain = offered.filter((k) => k && !names[k].startsWith("der("));
    const changing = plain.filter(changes);
    return changing.concat(plain.filter((k) => !changing.includes(k)));
  }

  function plane_choice() {
    const named = plane_plots();
    if (named.length) return [named[0].x, named[0].y];
    const span = (k) => { const r = range(rows.value[k] || []); return r[1] - r[0]; };
    const point = data.animation ? data.animation.points.find((p) => p.trace && p.at.filter((a) => a.column).length > 1) : null;
    if (point) {
      const moving = point.at.filter((a) => a.column).map((a) => a.column);
      const widest = [...moving].sort((a, b) => span(b) - span(a)).slice(0, 2);
      return moving.filter((k) => widest.includes(k));
    }
    const plain = telling(names.map((_, k) => k));
    if (plain.length > 1) return plain.slice(0, 2);
    return [0, Math.min(1, names.length - 1)];
  }

  // One variable over another, of all rows or at the points of a section.
  function plane() {
    const choose = (start) => {
      const s = make("select");
      names.forEach((name, k) => s.append(make("option", { value: String(k), selected: k === start }, withUnit(k))));
      return s;
    };
    const [first, second] = plane_choice();
    const x = choose(first), y = choose(second);
    const of = make("select", {}, make("option", { value: "-1" }, "all rows"));
    (result.sections || []).forEach((s, k) => of.append(make("option", { value: String(k) }, "section " + s.name)));
    const alike = () => {
      const a = Number(x.value), b = Number(y.value);
      const wide = range(shown(a, rows.value[a] || [])), high = range(shown(b, rows.value[b] || []));
      const ratio = (wide[1] - wide[0]) / (high[1] - high[0]);
      return a !== 0 && b !== 0 && unitOf(a) === unitOf(b) && ratio > 1 / 8 && ratio < 8;
    };
    const named = plane_plots();
    const equal = make("input", { type: "checkbox", checked: named.length ? Boolean(named[0].equal) : alike() });
    const picture = canvas(at("plane"), 420);
    const bar = make("div", { className: "bar" });
    if (named.length > 1) {
      const which = make("select", { "aria-label": "plots of the model" });
      named.forEach((p, i) => which.append(make("option", { value: String(i) }, p.title)));
      which.addEventListener("change", () => { const p = named[Number(which.value)]; x.value = String(p.x); y.value = String(p.y); equal.checked = Boolean(p.equal); draw(); });
      bar.append(which);
    }
    bar.append("of ", y, " over ", x);
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
      const f = frame(d, range(u), range(v), [withUnit(a), withUnit(b)], equal.checked);
      const points = u.map((q, i) => (q === null || v[i] === null ? null : [f.px(q), f.py(v[i])]));
      d.c.strokeStyle = d.c.fillStyle = colors[0];
      d.c.lineWidth = 1.3;
      if (section < 0) line(d.c, points);
      if (section < 0 && now !== null) {
        const where = find(now), p = points[where.i], q = points[Math.min(where.i + 1, points.length - 1)];
        if (p && q) dot(d.c, [p[0] + where.s * (q[0] - p[0]), p[1] + where.s * (q[1] - p[1])], colors[1]);
      }
      if (section >= 0) for (const p of points) if (p) d.c.fillRect(p[0] - 1.5, p[1] - 1.5, 3, 3);
    }
    for (const e of [of, equal]) e.addEventListener("change", draw);
    for (const e of [x, y]) e.addEventListener("change", () => { equal.checked = alike(); draw(); });
    redraws.push(draw);
    followers.push(draw);
    draw();
  }

  // --- animation ---

  const dot_product = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross_product = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

  // Directions of a picture whose third axis is `up`, and their words. Where y is up, x goes to the right and z to the eye.
  function orientation(up) {
    const third = up || [0, 0, 1];
    const along = [0, 1, 2].map((k) => Math.abs(third[k]));
    const main = along.indexOf(Math.max(...along));
    const first = [0, 0, 0];
    first[(main + 1) % 3] = 1;
    const second = cross_product(third, first), length = Math.hypot(...second);
    const axes = [null, second.map((x) => x / length), third];
    axes[0] = cross_product(axes[1], axes[2]);
    const words = axes.map((axis, j) => {
      const k = axis.findIndex((x) => Math.abs(x) > 1 - 1e-9);
      return k < 0 ? (j === 2 ? "up" : "") : (axis[k] < 0 ? "-" : "") + "xyz"[k];
    });
    return { axes: axes, words: words, turn: (p) => axes.map((axis) => dot_product(axis, p)) };
  }

  // How far things go along each axis, with a margin by the longest; `reach` hands out their points.
  function extents(reach, is_space) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    reach((p) => {
      for (let k = 0; k < 3; k++) if (isFinite(p[k])) { low[k] = Math.min(low[k], p[k]); high[k] = Math.max(high[k], p[k]); }
    });
    const list = low.map((x, k) => (x <= high[k] ? [x, high[k]] : [0, 0]));
    const margin = 0.06 * Math.max(...list.slice(0, is_space ? 3 : 2).map((e) => e[1] - e[0])) || 1;
    return list.map((e) => [e[0] - margin, e[1] + margin]);
  }

  // A box in space, seen from far away: the third axis is up, the angles are those of the eye. Returns where points are drawn and how far away they are.
  function space(d, extent, words, yaw, pitch, zoom) {
    const size = extent.map((e) => e[1] - e[0]), centre = extent.map((e) => (e[0] + e[1]) / 2);
    const cy = Math.cos(yaw), sy = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
    const wide = Math.hypot(size[0], size[1]);
    const scale = zoom * Math.min((d.w - 130) / wide, (d.h - 76) / (size[2] * cp + wide * Math.abs(sp)));
    const project = (p) => {
      const x = p[0] - centre[0], y = p[1] - centre[1], z = p[2] - centre[2];
      const right = cy * x - sy * y, away = sy * x + cy * y;
      return [d.w / 2 + scale * right, d.h / 2 - 6 - scale * (z * cp + away * sp), away * cp - z * sp];
    };
    project.scale = scale;
    project.ahead = [sy * cp, cy * cp, -sp]; // where the eye looks
    const c = d.c;
    const corner = (k) => extent.map((e, j) => e[(k >> j) & 1]);
    const corners = [...Array(8).keys()];
    const nearest = corners.reduce((a, b) => (project(corner(a))[2] <= project(corner(b))[2] ? a : b));
    const floor = pitch >= 0 ? 0 : 4;
    c.clearRect(0, 0, d.w, d.h);
    c.lineWidth = 1;
    for (let j = 0; j < 3; j++) {
      // Words at the lowest edge along x and y, at the left one along z.
      let best = null;
      for (const k of corners) {
        if ((k >> j) & 1) continue;
        const other = k | (1 << j), from = project(corner(k)), to = project(corner(other));
        if (k !== nearest && other !== nearest) {
          c.strokeStyle = "#c3c9d2";
          line(c, [from, to]);
        }
        const mid = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
        if (j < 2 && (k & 4) !== floor) continue;
        if (!best || (j < 2 ? (mid[1] - best.mid[1]) * (floor ? -1 : 1) > 0 : mid[0] < best.mid[0])) best = { from: from, to: to, mid: mid, k: k };
      }
      const length = Math.hypot(best.to[0] - best.from[0], best.to[1] - best.from[1]);
      let out = [best.mid[0] - d.w / 2, best.mid[1] - (d.h / 2 - 6)];
      const far = Math.hypot(...out) || 1;
      out = j < 2 ? [out[0] / far, out[1] / far] : [-1, 0];
      c.textBaseline = "middle";
      c.textAlign = out[0] > 0.35 ? "left" : out[0] < -0.35 ? "right" : "center";
      c.fillStyle = "#5d6675";
      for (const v of length > 30 ? ticks(extent[j][0], extent[j][1], Math.max(1, length / 48)) : []) {
        const p = corner(best.k);
        p[j] = v;
        const q = project(p);
        c.fillText(show(words[j][0] === "-" ? 0 - v : v), q[0] + 8 * out[0], q[1] + 10 * out[1]);
        if (j === 2) continue;
        const across = p.slice();
        across[1 - j] = extent[1 - j][(best.k >> (1 - j)) & 1 ? 0 : 1];
        c.strokeStyle = "#e9ecf0"; // on the floor
        line(c, [q, project(across)]);
      }
      c.fillStyle = "#1c2330";
      if (length > 30) c.fillText(words[j].replace("-", ""), best.mid[0] + (j < 2 ? 40 : 48) * out[0], best.mid[1] + 30 * out[1]);
    }
    c.textBaseline = "alphabetic";
    return project;
  }

  // --- shapes ---

  // Points of a shape are [along its length, its width, its height]; a solid is a list of faces, each a list of points.
  const round = (x, width, height, count) => [...Array(count).keys()].map((k) => {
    const angle = 2 * Math.PI * k / count;
    return [x, width / 2 * Math.cos(angle), height / 2 * Math.sin(angle)];
  });
  const square = (x, width, height) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([y, z]) => [x, y * width / 2, z * height / 2]);

  // Faces between rings of equally many points.
  function hull(rings) {
    const faces = [];
    for (let i = 0; i + 1 < rings.length; i++)
      rings[i].forEach((p, k) => {
        const next = (k + 1) % rings[i].length;
        faces.push([p, rings[i][next], rings[i + 1][next], rings[i + 1][k]]);
      });
    return faces;
  }
  const solid = (rings) => [rings[0], ...hull(rings), rings[rings.length - 1]];

  // Long shapes are cut into pieces, so that what is in front of one end is drawn in front of it.
  function pieces(length, width, ring) {
    const count = Math.max(1, Math.min(6, Math.round(Math.abs(length) / (2 * Math.abs(width) || 1))));
    return [...Array(count + 1).keys()].map((k) => ring(k / count));
  }

  function beam(length, width, height) {
    const outline = [];
    for (let k = 0; k <= 8; k++) outline.push([length + width / 2 * Math.sin(Math.PI * k / 8), -width / 2 * Math.cos(Math.PI * k / 8)]);
    for (let k = 0; k <= 8; k++) outline.push([-width / 2 * Math.sin(Math.PI * k / 8), width / 2 * Math.cos(Math.PI * k / 8)]);
    return solid([-height / 2, height / 2].map((z) => outline.map((p) => [p[0], p[1], z])));
  }

  function pipe(length, width, height, hole) {
    const ends = [0, 1].map((s) => [round(s * length, width, height, 18), round(s * length, hole * width, hole * height, 18)]);
    return { faces: hull([ends[0][0], ends[1][0]]), open: [...hull([ends[0][1], ends[1][1]]), ...hull(ends[0]), ...hull(ends[1])] };
  }

  // The faces of a shape: { faces: of a convex solid, open: seen from both sides }. Shapes of files are drawn as boxes.
  function faces_of(type, length, width, height, extra) {
    const cylinder = (end) => solid(pieces(length, width, (s) => round(s * length, width * (1 + s * (end - 1)), height * (1 + s * (end - 1)), 18)));
    switch (type) {
      case "cylinder": case "gearwheel": return { faces: cylinder(1), open: [] };
      case "cone": return { faces: cylinder(Math.min(1, Math.max(0, extra))), open: [] };
      case "pipe": case "pipecylinder": return extra > 0 && extra < 1 ? pipe(length, width, height, extra) : { faces: cylinder(1), open: [] };
      case "beam": return { faces: beam(length, width, height), open: [] };
      default: return { faces: solid(pieces(length, width, (s) => square(s * length, width, height))), open: [] };
    }
  }

  function helix(length, width, windings) {
    const count = Math.max(1, Math.round(windings || 5)) * 12;
    return [...Array(count + 1).keys()].map((k) => {
      const angle = 2 * Math.PI * k / 12;
      return [length * k / count, width / 2 * Math.cos(angle), width / 2 * Math.sin(angle)];
    });
  }

  const tint = (color, light) => "rgb(" + color.map((x) => Math.round(Math.max(0, Math.min(255, x * light)))).join(",") + ")";

  // A pose as numbers: where it begins, three directions, its sizes; null where it is not known.
  function pose_of(numbers, turn) {
    if (numbers.some((x) => x === null || !isFinite(x))) return null;
    const along = turn(numbers.slice(3, 6)), across = turn(numbers.slice(6, 9));
    return { origin: turn(numbers.slice(0, 3)), axes: [along, across, cross_product(along, across)], size: numbers.slice(9, 12) };
  }
  const pose_point = (pose, p) => pose.origin.map((x, k) => x + p[0] * pose.axes[0][k] + p[1] * pose.axes[1][k] + p[2] * pose.axes[2][k]);

  // Parts of a picture, { away, draw }: faces with light from above, on the side that is seen.
  function shape_faces(parts, c, project, shape, pose) {
    const [length, width, height] = pose.size;
    const solids = faces_of(shape.type, length, width, height, shape.extra);
    const middle = pose_point(pose, [length / 2, 0, 0]);
    const add = (face, is_open) => {
      const points = face.map((p) => pose_point(pose, p));
      const centre = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
      const third = points[Math.floor(points.length / 2)];
      let normal = cross_product(minus(points[1], points[0]), minus(third, points[0]));
      const size = Math.hypot(...normal);
      if (!size) normal = cross_product(minus(points[2], points[1]), minus(points[points.length - 1], points[1]));
      const unit = normal.map((x) => x / (Math.hypot(...normal) || 1));
      const outward = dot_product(unit, minus(centre, middle)) < 0 ? -1 : 1;
      const seen = outward * dot_product(unit, project.ahead);
      if (!is_open && seen > 0) return;
      const facing = seen > 0 ? -outward : outward;
      const light = 0.72 + 0.28 * facing * dot_product(unit, [0.36, -0.48, 0.8]);
      const flat = points.map(project);
      parts.push({ away: flat.reduce((sum, p) => sum + p[2], 0) / flat.length, draw: () => {
        c.beginPath();
        flat.forEach((p, k) => (k ? c.lineTo(p[0], p[1]) : c.moveTo(p[0], p[1])));
        c.closePath();
        c.fillStyle = c.strokeStyle = tint(shape.color, light);
        c.lineWidth = 0.6; // closes the seams between faces
        c.fill();
        c.stroke();
      } });
    };
    for (const face of solids.faces) add(face, false);
    for (const face of solids.open) add(face, true);
  }

  function shape_ball(parts, c, project, shape, pose) {
    const p = project(pose_point(pose, [pose.size[0] / 2, 0, 0])), radius = Math.max(1, Math.abs(pose.size[0]) / 2 * project.scale);
    if (!isFinite(radius)) return;
    parts.push({ away: p[2], draw: () => {
      const shade = c.createRadialGradient(p[0] - 0.35 * radius, p[1] - 0.4 * radius, 0.1 * radius, p[0], p[1], radius);
      shade.addColorStop(0, tint(shape.color.map((x) => x + 0.4 * (255 - x)), 1));
      shade.addColorStop(1, tint(shape.color, 0.62));
      c.fillStyle = shade;
      c.beginPath();
      c.arc(p[0], p[1], radius, 0, 2 * Math.PI);
      c.fill();
    } });
  }

  function shape_line(parts, c, project, shape, points, thickness) {
    const flat = points.map(project);
    const step = Math.max(1, Math.ceil((flat.length - 1) / 40));
    for (let k = 0; k + 1 < flat.length; k += step) {
      const piece = flat.slice(k, k + step + 1);
      parts.push({ away: piece.reduce((sum, p) => sum + p[2], 0) / piece.length, draw: () => {
        c.strokeStyle = tint(shape.color, 0.85);
        c.lineWidth = Math.max(1.2, thickness * project.scale);
        c.lineCap = "round";
        line(c, piece);
        c.lineCap = "butt";
      } });
    }
  }

  const LEAST_WIDTH = 2.5; // pixels of a shape that has faces; thinner ones are lines

  function draw_shape(parts, c, project, shape, pose) {
    const [length, width, height] = pose.size;
    if (length === 0 && width === 0 && height === 0) return;
    const ends = [pose.origin, pose_point(pose, [length, 0, 0])];
    if (shape.type === "sphere") shape_ball(parts, c, project, shape, pose);
    else if (shape.type === "spring") shape_line(parts, c, project, shape, helix(length, width, shape.extra).map((p) => pose_point(pose, p)), height);
    else if (Math.max(Math.abs(width), Math.abs(height)) * project.scale < LEAST_WIDTH) shape_line(parts, c, project, shape, ends, width);
    else shape_faces(parts, c, project, shape, pose);
  }

  function draw_arrow(parts, c, project, arrow, origin, vector) {
    const far = origin.map((x, k) => x + (arrow.inward ? -1 : 1) * vector[k]);
    const tail = project(arrow.inward ? far : origin), head = project(arrow.inward ? origin : far);
    const dx = head[0] - tail[0], dy = head[1] - tail[1], length = Math.hypot(dx, dy);
    if (!(length > 2)) return;
    const size = Math.min(10, 0.5 * length), u = [dx / length, dy / length];
    parts.push({ away: (tail[2] + head[2]) / 2, draw: () => {
      c.strokeStyle = c.fillStyle = tint(arrow.color, 0.9);
      c.lineWidth = 2;
      line(c, [tail, [head[0] - size * u[0], head[1] - size * u[1]]]);
      for (let k = 0; k < arrow.heads; k++) {
        const tip = [head[0] - 0.8 * k * size * u[0], head[1] - 0.8 * k * size * u[1]];
        c.beginPath();
        c.moveTo(tip[0], tip[1]);
        c.lineTo(tip[0] - size * u[0] - 0.4 * size * u[1], tip[1] - size * u[1] + 0.4 * size * u[0]);
        c.lineTo(tip[0] - size * u[0] + 0.4 * size * u[1], tip[1] - size * u[1] - 0.4 * size * u[0]);
        c.fill();
      }
    } });
  }

  // Names beside their points, where they cover least: other names, points, links. A name stays on its side unless another is much better.
  function name_points(d, a, points, sides) {
    const c = d.c;
    const placed = [];
    const lines = a.links.concat(...a.bodies.map((b) => b.map((k, i) => [k, b[(i + 1) % b.length]])));
    const inside = (r, x, y) => x > r[0] - 2 && x < r[2] + 2 && y > r[1] - 2 && y < r[3] + 2;
    const cost = (r) => {
      let sum = r[0] < 2 || r[2] > d.w - 2 || r[1] < 2 || r[3] > d.h - 2 ? 50 : 0;
      for (const q of placed) if (r[0] < q[2] && r[2] > q[0] && r[1] < q[3] && r[3] > q[1]) sum += 20;
      points.forEach((p, k) => { if (a.points[k].mark && inside([r[0] - 4, r[1] - 4, r[2] + 4, r[3] + 4], p[0], p[1])) sum += 10; });
      for (const [i, j] of lines) for (let s = 0; s <= 12; s++) if (inside(r, points[i][0] + (points[j][0] - points[i][0]) * s / 12, points[i][1] + (points[j][1] - points[i][1]) * s / 12)) { sum += 4; break; }
      return sum;
    };
    c.textAlign = "left";
    c.textBaseline = "middle";
    points.forEach((p, k) => {
      const words = a.points[k].name;
      if (!a.points[k].mark || !isFinite(p[0]) || !isFinite(p[1])) return;
      const w = c.measureText(words).width;
      let best = null;
      for (let s = 0; s < 8; s++) {
        const angle = [-1, 0, -3, -2, 4, 1, 3, 2][s] * Math.PI / 4; // first to the upper right
        const x = p[0] + Math.cos(angle) * (10 + w / 2) - w / 2, y = p[1] + Math.sin(angle) * 16;
        const r = [x, y - 7, x + w, y + 7];
        const price = cost(r) + 0.3 * s - (sides[k] === s ? 5 : 0);
        if (!best || price < best.price) best = { price: price, x: x, y: y, r: r, s: s };
      }
      sides[k] = best.s;
      placed.push(best.r);
      c.lineJoin = "round";
      c.strokeStyle = "rgba(255, 255, 255, 0.85)";
      c.lineWidth = 4;
      c.strokeText(words, best.x, best.y);
      c.fillStyle = "#1c2330";
      c.fillText(words, best.x, best.y);
    });
    c.textBaseline = "alphabetic";
  }

  function animation() {
    const a = data.animation;
    if (!a || !rows.value.length || rows.value[0].length < 2) { remove("animation"); return; }
    const t = rows.value[0], n = t.length;
    const first = t[0], last = t[n - 1];
    const shapes = a.shapes, arrows = a.arrows;
    const is_space = shapes.length + arrows.length > 0 || a.points.some((p) => p.at.length > 2);
    if (is_space) at("animation").querySelector("h2").append(make("span", { className: "hint" }, "drag to turn, wheel to zoom, double click to reset"));
    const picture = canvas(at("animation"), 420);
    const play = make("button", { type: "button" }, "Play");
    const scrub = make("input", { type: "range", min: "0", max: "1000", value: "0", "aria-label": "time" });
    const clock = make("span", { className: "clock" });
    const speed = make("select", { "aria-label": "speed" });
    const natural = Math.abs(last - first) / 12;
    const paces = [0.25, 0.5, 1, 2, 4].map((k) => k * natural);
    if (paces[0] < 1 && paces[4] > 1 && !paces.includes(1)) paces.push(1); // as fast as it is
    for (const pace of paces.sort((x, y) => x - y)) speed.append(make("option", { value: String(pace), selected: pace === natural }, show(pace, 3) + " per second"));
    at("animation").append(make("div", { className: "bar" }, play, scrub, clock, speed));
    const view = orientation(a.up);
    const initial = { yaw: a.up ? -1.2 : -0.7, pitch: a.up ? 0.3 : 0.45, zoom: 1 };
    let running = false, before = 0, eye = { ...initial };
    const sides = [];

    // Numbers of rows, of poses, or values that stay; `where` has the number of the row in both.
    const single = (c, i, k) => (c === undefined ? 0 : "column" in c ? rows.value[c.column][i] : "pose" in c ? a.poses.value[c.pose][k] : c.value);
    const places = (time) => ({ row: find(time), pose: a.poses.t.length ? find(time, a.poses.t) : { i: 0, s: 0 } });
    const between = (u, v, s) => (u === null || v === null ? NaN : u + s * (v - u));
    const number_at = (c, w) => {
      const next = (x, list) => Math.min(x.i + 1, list.length - 1);
      const s = c !== undefined && "pose" in c ? w.pose.s : w.row.s;
      return between(single(c, w.row.i, w.pose.i), single(c, next(w.row, t), next(w.pose, a.poses.t)), s);
    };
    const axes3 = [0, 1, 2];
    const turned = is_space ? view.turn : (p) => p;
    const place = (p, i) => { const q = axes3.map((k) => single(p.at[k], i, i)); return q.some((x) => x === null) ? null : turned(q); };
    const blend = (p, w) => turned(axes3.map((k) => number_at(p.at[k], w)));
    const paths = a.points.map((p) => (p.trace ? t.map((_, i) => place(p, i)) : null));
    const pose_at = (shape, w) => upright(pose_of(shape.at.map((c) => number_at(c, w)), turned));
    const vector_at = (arrow, k, i) => turned(arrow.at.slice(k, k + 3).map((c) => single(c, i, i) || 0));

    // Directions between two rows, made of length 1 again.
    function upright(pose) {
      if (!pose) return null;
      const [x, y] = pose.axes, length = Math.hypot(...x) || 1;
      const along = x.map((v) => v / length), share = dot_product(along, y);
      const rest = y.map((v, k) => v - share * along[k]), width = Math.hypot(...rest) || 1;
      const across = rest.map((v) => v / width);
      pose.axes = [along, across, cross_product(along, across)];
      return pose;
    }

    // All that is ever drawn, so that nothing leaves the picture.
    function reach(add) {
      const rows_of = (p) => (p.at.some((x) => "pose" in x) ? a.poses.t : t);
      for (const p of a.points) rows_of(p).forEach((_, i) => { const q = place(p, i); if (q) add(q); });
      for (const shape of shapes) {
        const count = shape.at.some((x) => "pose" in x) ? a.poses.t.length : 1;
        for (let i = 0; i < count; i++) {
          const pose = pose_of(shape.at.map((c) => single(c, i, i)), turned);
          if (!pose) continue;
          const [length, width, height] = pose.size;
          for (const x of [0, length]) for (const y of [-width, width]) for (const z of [-height, height]) add(pose_point(pose, [x, y / 2, z / 2]));
        }
      }
      for (const arrow of arrows) a.poses.t.forEach((_, i) => add(vector_at(arrow, 0, i)));
    }
    const extent = extents(reach, is_space);

    // Arrows of one quantity have the same scale: the longest is a quarter of the picture.
    const longest = {};
    for (const arrow of arrows) {
      let most = longest[arrow.quantity] || 0;
      a.poses.t.forEach((_, i) => { most = Math.max(most, Math.hypot(...vector_at(arrow, 3, i))); });
      longest[arrow.quantity] = most;
    }
    const arrow_scale = (arrow) => 0.25 * Math.max(...extent.map((e) => e[1] - e[0])) / (longest[arrow.quantity] || 1);

    function draw_body(c, points, b, number) {
      let area = 0;
      c.beginPath();
      b.forEach((k, i) => {
        const p = points[k], q = points[b[(i + 1) % b.length]];
        area += p[0] * q[1] - q[0] * p[1];
        if (i) c.lineTo(p[0], p[1]);
        else c.moveTo(p[0], p[1]);
      });
      c.closePath();
      c.fillStyle = c.strokeStyle = colors[number % colors.length];
      c.globalAlpha = is_space && area > 0 ? 0.5 : 0.22; // the two sides of a plate differ
      c.fill();
      c.globalAlpha = 1;
      c.lineWidth = 1.5;
      c.stroke();
    }

    // Bodies, then links, then points; in space what is farther away first.
    function draw_mechanism(c, points, project, where) {
      const depth = (list) => list.reduce((sum, k) => sum + (points[k][2] || 0), 0) / list.length;
      const parts = [];
      for (const shape of shapes) {
        const pose = pose_at(shape, where);
        if (pose) draw_shape(parts, c, project, shape, pose);
      }
      for (const arrow of arrows) {
        const at_now = (k) => turned(arrow.at.slice(k, k + 3).map((x) => number_at(x, where)));
        draw_arrow(parts, c, project, arrow, at_now(0), at_now(3).map((x) => x * arrow_scale(arrow)));
      }
      a.bodies.forEach((b, number) => parts.push({ away: depth(b), draw: () => draw_body(c, points, b, number) }));
      for (const l of a.links) {
        parts.push({ away: depth(l), draw: () => {
          c.strokeStyle = "#1c2330";
          c.lineWidth = 3;
          c.lineCap = "round";
          line(c, [points[l[0]], points[l[1]]]);
          c.lineCap = "butt";
        } });
      }
      points.forEach((p, k) => {
        const is_fixed = a.points[k].at.every((x) => "value" in x);
        if (a.points[k].mark && isFinite(p[0] + p[1])) parts.push({ away: depth([k]), draw: () => dot(c, p, is_fixed ? "#fff" : "#c8511b") });
      });
      if (is_space) parts.sort((x, y) => y.away - x.away);
      for (const part of parts) part.draw();
    }

    function draw() {
      const d = picture.fit(), c = d.c;
      let project;
      picture.element.dataset.view = eye.yaw + " " + eye.pitch + " " + eye.zoom;
      if (is_space) project = space(d, extent, view.words, eye.yaw, eye.pitch, eye.zoom);
      else {
        const f = frame(d, extent[0], extent[1], ["x", "y"], true);
        project = (p) => [f.px(p[0]), f.py(p[1])];
      }
      const where = places(now);
      const points = a.points.map((p) => project(blend(p, where)));
      paths.forEach((path, k) => {
        if (!path) return;
        const all = path.map((p) => (p ? project(p) : null));
        c.lineWidth = 1;
        c.strokeStyle = "#b4c2d4";
        line(c, all);
        c.lineWidth = 1.4;
        c.strokeStyle = colors[k % colors.length];
        line(c, all.slice(0, where.row.i + 1).concat([points[k]]));
      });
      draw_mechanism(c, points, project, where);
      name_points(d, a, points, sides);
      clock.textContent = "t = " + show(now, 4);
    }

    function move(time) {
      now = time;
      draw();
      for (const f of followers) f();
      for (const u of plots) place_now(u);
    }

    function tick(stamp) {
      if (!running) return;
      let time = now + (last >= first ? 1 : -1) * Number(speed.value) * Math.min(0.1, (stamp - before) / 1000);
      before = stamp;
      if (last >= first ? time >= last : time <= last) { time = last; stop(); }
      scrub.value = String(1000 * (time - first) / (last - first));
      move(time);
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
    scrub.addEventListener("input", () => { stop(); move(first + (last - first) * Number(scrub.value) / 1000); });
    if (is_space) {
      const e = picture.element;
      e.style.cursor = "grab";
      e.style.touchAction = "none";
      e.addEventListener("pointerdown", (p) => e.setPointerCapture(p.pointerId));
      e.addEventListener("pointermove", (p) => {
        if (!p.buttons) return;
        eye.yaw += p.movementX * 0.01;
        eye.pitch = Math.max(-1.57, Math.min(1.57, eye.pitch + p.movementY * 0.01));
        draw();
      });
      e.addEventListener("wheel", (w) => {
        w.preventDefault();
        eye.zoom = Math.max(0.2, Math.min(50, eye.zoom * Math.exp(-0.002 * w.deltaY)));
        draw();
      }, { passive: false });
      e.addEventListener("dblclick", () => { eye = { ...initial }; draw(); });
    }
    now = first + (last - first) / 3;
    scrub.value = "333";
    redraws.push(draw);
    draw();
  }

  // --- tables ---

  function structure() {
    const s = result.structure, none = at("completion").querySelector(".none");
    if (none) none.closest(".wide").replaceWith(make("p", {}, "none"));
    if (!s) { remove("structure"); return; }
    const kept = result.ledger.constraints.filter((c) => c.kind === "invariant");
    if (kept.length) {
      at("completion").append(make("h3", {}, "Invariants"), make("div", { className: "wide" }, fill(make("table"), ["invariant", "largest residual", "in units", "where"],
        kept.slice(0, 200).map((c) => [code(c.equation), Number(show(c.max, 3)), c.scaled_max === null ? null : Number(show(c.scaled_max, 3)), c.where]))));
    }
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
    if (data.source) at("model").append(make("pre", { className: "source" }, data.source));
    if (data.source_size > data.source.length) at("model").append(make("p", {}, "The text goes on: " + data.source_size + " bytes in all."));
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

  function fit(wide) {
    for (const u of plots) u.setSize({ width: wide, height: u.height });
    for (const f of redraws) f();
  }
  let wait = 0;
  window.addEventListener("resize", () => {
    clearTimeout(wait);
    wait = setTimeout(() => fit(width()), 100);
  });
  const sheet = 980; // points of a landscape page
  window.addEventListener("beforeprint", () => fit(Math.min(sheet, width())));
  window.addEventListener("afterprint", () => fit(width()));

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
