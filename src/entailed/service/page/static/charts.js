// Charts as inline SVG, drawn at the width they get, each with its numbers as a table.

import { fill, h, svg } from "./dom.js";

const HEIGHT = 220;
const LEFT = 52;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 30;
const PATTERNS = { flag: "diagonal", suppress: "dots", regenerate: "diagonal", widen: "dots", block: "cross", contradicted: "cross", related: "diagonal", missing: "dots" };

let made = 0;

/** A place for a chart that is drawn anew when its width changes. `draw(width)` gives an SVG. */
function drawn(draw) {
  const place = h("div", { class: "chart" });
  let width = 0;
  new ResizeObserver(([entry]) => {
    const now = Math.max(260, Math.floor(entry.contentRect.width));
    if (now === width) return;
    width = now;
    fill(place, draw(width));
  }).observe(place);
  return place;
}

/** The patterns that go over the colours; every chart has its own, by id. */
function patterns(scope) {
  const pattern = (name, ...shapes) => svg("pattern", {
    id: `${scope}-${name}`, width: 7, height: 7, patternUnits: "userSpaceOnUse",
  }, shapes);
  return svg("defs", {},
    pattern("diagonal", svg("path", { class: "hatch", d: "M-1 1 l2 -2 M0 7 l7 -7 M6 8 l2 -2" })),
    pattern("cross", svg("path", { class: "hatch", d: "M0 7 l7 -7 M0 0 l7 7" })),
    pattern("dots", svg("circle", { class: "dots", cx: 3.5, cy: 3.5, r: 1.4 })));
}

/** A block of colour with its pattern. */
function block(scope, name, x, y, width, height, title) {
  const pattern = PATTERNS[name];
  const at = { x, y, width: Math.max(0, width), height: Math.max(0, height) };
  return svg("g", { class: `tone-${name}` },
    title && svg("title", {}, title),
    svg("rect", { ...at, class: "segment" }),
    pattern && svg("rect", { ...at, fill: `url(#${scope}-${pattern})` }));
}

/** What the colours and patterns mean. `names` are `[code, words]`. */
export function legend(names) {
  const scope = `key${made += 1}`;
  return h("ul", { class: "key-list" }, names.map(([name, words], at) => h("li", {},
    svg("svg", { viewBox: "0 0 24 14", "aria-hidden": "true" }, at === 0 && patterns(scope), block(scope, name, 0, 0, 24, 14)), words)));
}

/** Horizontal scale for `total` columns between the margins. */
function columns(total, width) {
  const inner = width - LEFT - RIGHT;
  const step = inner / Math.max(1, total);
  return { step, inner, center: (at) => LEFT + step * (at + 0.5) };
}

function frame(width, title, ticks, labels, scale, x) {
  const room = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor((width - LEFT) / 90))));
  return [
    ticks.map(([value, words]) => {
      const y = scale(value);
      return [svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
        svg("text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, words)];
    }),
    svg("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
    labels.map((words, at) => (at % room ? null : svg("text", {
      x: Math.min(x(at), width - 34), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle",
    }, words))),
  ];
}

function image(width, title, ...parts) {
  return svg("svg", { role: "img", "aria-label": title, viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT }, parts);
}

/**
 * Columns of shares. `rows` are `{label, total, parts: {code: count}}`, `names` `[code, words]`
 * from the bottom up.
 */
export function shareColumns(title, rows, names) {
  const scope = `chart${made += 1}`;
  const scale = (share) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  return drawn((width) => {
    const x = columns(rows.length, width);
    const thick = Math.min(46, x.step * 0.72);
    const blocks = rows.map((row, at) => {
      let below = 0;
      return names.map(([name, words]) => {
        const part = row.parts[name] ?? 0;
        if (!part || !row.total) return null;
        const from = below / row.total;
        below += part;
        const top = scale(below / row.total);
        const told = `${row.label}: ${words} ${part} of ${row.total}`;
        return block(scope, name, x.center(at) - thick / 2, top, thick, scale(from) - top, told);
      });
    });
    const ticks = [[0, "0%"], [0.5, "50%"], [1, "100%"]];
    return image(width, title, patterns(scope), frame(width, title, ticks, rows.map((r) => r.label), scale, x.center), blocks);
  });
}

/** Lines over periods. `series` are `{name, words, values}`, a value for each label. */
export function lines(title, labels, series, unit) {
  const highest = Math.max(...series.flatMap((one) => one.values), 0);
  const ticks = niceTicks(highest);
  const most = ticks.at(-1);
  const scale = (value) => HEIGHT - BOTTOM - (most ? value / most : 0) * (HEIGHT - TOP - BOTTOM);
  return drawn((width) => {
    const x = columns(labels.length, width);
    const paths = series.map(({ name, words, values }) => [
      svg("path", { class: `line line-${name}`, d: values.map((v, at) => `${at ? "L" : "M"}${x.center(at)} ${scale(v)}`).join("") }),
      values.map((value, at) => {
        const told = svg("title", {}, `${labels[at]}: ${words} ${value.toFixed(1)} ${unit}`);
        const [cx, cy] = [x.center(at), scale(value)];
        return name === "p50" ? svg("circle", { class: "point-p50", cx, cy, r: 4 }, told)
          : svg("rect", { class: "point-p95", x: cx - 4, y: cy - 4, width: 8, height: 8 }, told);
      }),
    ]);
    const marks = ticks.map((value) => [value, `${value} ${unit}`]);
    return image(width, title, frame(width, title, marks, labels, scale, x.center), paths);
  });
}

/** A legend for lines. */
export function lineLegend(series) {
  return h("ul", { class: "key-list" }, series.map(({ name, words }) => h("li", {},
    svg("svg", { viewBox: "0 0 24 14", "aria-hidden": "true" },
      svg("path", { class: `line line-${name}`, d: "M0 7H24" }),
      name === "p50" ? svg("circle", { class: "point-p50", cx: 12, cy: 7, r: 4 })
        : svg("rect", { class: "point-p95", x: 8, y: 3, width: 8, height: 8 })), words)));
}

/** One bar that fills `share` of its width, for a cell of a table. */
export function shareBar(share, name) {
  const scope = `bar${made += 1}`;
  return svg("svg", { class: "share-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    patterns(scope), svg("rect", { class: "bar-track", width: 100, height: 10 }), block(scope, name, 0, 0, share * 100, 10));
}

/** Round steps from 0 to at least `highest`: three to six of them. */
export function niceTicks(highest) {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const ticks = [];
  for (let n = 0; ticks.length === 0 || ticks.at(-1) < highest; n += 1) ticks.push(Number((n * step).toPrecision(6)));
  return ticks;
}

/** The numbers behind a chart, folded away for the eye and there for screen readers. */
export function numbers(caption, heads, rows, open = false) {
  return h("details", { class: "figures-table", open }, h("summary", {}, "The numbers as a table"),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
      h("table", { class: "plain" }, h("caption", {}, caption),
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first),
          rest.map((value) => h("td", { class: "number" }, value))))))));
}
