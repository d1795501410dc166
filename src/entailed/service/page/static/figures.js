// Figures over the ledger: outcomes over time, failures by source, latency.

import { ApiError, get } from "./api.js";
import { legend, lineLegend, lines, numbers, shareBar, shareColumns } from "./charts.js";
import { announce, byId, count, fill, h, percent, plural } from "./dom.js";
import { dayAfter, dayStart, readForm, writeForm } from "./filters.js";
import { showEmpty, showError, showLoading } from "./notices.js";
import { ACTIONS, LABELS, STATUSES, wordsOf } from "./words.js";

const MOST_PERIODS = 90; // more columns than this cannot be told apart; the table has them all

/** Wire the view. `app` has `askKey(retry)` and `go(view, query)`. */
export function mountFigures(app) {
  const form = byId("figures-form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    app.go("figures", readForm(form));
  });
  form.addEventListener("reset", () => setTimeout(() => app.go("figures", {})));
  return { show: (query) => show(app, form, query) };
}

let latest = 0;

async function show(app, form, query) {
  writeForm(form, { every: "day", ...query });
  const place = byId("figures-result");
  const mine = latest += 1;
  const loading = showLoading(place, "Counting");
  try {
    const { data } = await get("/v1/stats", {
      every: query.every ?? "day", source: query.source, since: dayStart(query.since), until: dayAfter(query.until),
    });
    if (mine !== latest) return;
    if (!data.records) {
      showEmpty(place, "No records to count.", h("p", {}, "Every checked answer becomes a record once a ledger is configured."));
      return;
    }
    fill(place, tiles(data), h("div", { class: "charts" }, outcomes(data), sources(data), latency(data), labels(data), statuses(data)));
    announce(`Figures of ${plural(data.records, "record")}.`);
  } catch (error) {
    if (mine !== latest) return;
    if (!(error instanceof ApiError)) console.error(error);
    showError(place, error, { retry: () => show(app, form, query), askKey: app.askKey });
  } finally {
    if (mine === latest) loading.end();
  }
}

function tiles(data) {
  const claims = Object.values(data.labels).reduce((sum, n) => sum + n, 0);
  const shown = [
    [count(data.records), data.erased ? `records, ${data.erased} erased` : "records"],
    [count(claims), "claims"],
    [percent((data.actions.pass ?? 0) / data.records), "of answers passed"],
    [claims ? percent((data.labels.supported ?? 0) / claims) : "–", "of claims supported"],
    data.latency && [`${round(data.latency.p50)} ms`, `median, 95th ${round(data.latency.p95)} ms`],
  ].filter(Boolean);
  return h("ul", { class: "tiles" }, shown.map(([value, words]) => h("li", { class: "tile" }, h("strong", {}, value), h("span", {}, words))));
}

function outcomes(data) {
  const names = Object.keys(ACTIONS).concat(Object.keys(data.actions).filter((a) => !Object.hasOwn(ACTIONS, a)))
    .filter((action) => data.actions[action]).map((action) => [action, wordsOf(ACTIONS, action)]);
  const rows = data.periods.map((p) => ({ label: day(p.start), total: p.records, parts: p.actions }));
  const title = "Share of each outcome over time";
  return card(title, true,
    shareColumns(`${title}; the numbers are in the table below`, rows.slice(-MOST_PERIODS), names), legend(names), cutNote(rows),
    numbers("Answers by period (UTC) and what the policy did", ["Period", "Records", ...names.map(([, words]) => words)],
      data.periods.map((p) => [day(p.start), count(p.records), ...names.map(([name]) => withShare(p.actions[name] ?? 0, p.records))])
        .concat([["all", count(data.records), ...names.map(([name]) => withShare(data.actions[name] ?? 0, data.records))]])));
}

function sources(data) {
  const rows = data.sources.map((one) => h("tr", {},
    h("th", { scope: "row", class: "name" }, sourceName(one.source)),
    h("td", {}, shareBar(one.failed / one.claims, "contradicted")),
    h("td", { class: "number" }, `${one.failed} of ${one.claims}`),
    h("td", { class: "number" }, percent(one.failed / one.claims))));
  return card("Failures by source", false, h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Failures by source" },
    h("table", { class: "plain" },
      h("caption", {}, "Claims that rest on a source, and those of them at fault"),
      h("thead", {}, h("tr", {}, ["Source", "Share", "At fault", "Rate"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows))));
}

function latency(data) {
  const periods = data.periods.filter((p) => p.latency);
  if (!periods.length) return null;
  const shown = periods.slice(-MOST_PERIODS);
  const series = [
    { name: "p50", words: "median", values: shown.map((p) => p.latency.p50) },
    { name: "p95", words: "95th percentile", values: shown.map((p) => p.latency.p95) },
  ];
  const title = "Time a check took";
  return card(title, false,
    lines(`${title}; the numbers are in the table below`, shown.map((p) => day(p.start)), series, "ms"), lineLegend(series), cutNote(periods),
    numbers("Milliseconds by period (UTC)", ["Period", "Records", "Median", "95th", "99th", "Longest"],
      periods.map((p) => [day(p.start), p.latency.records, p.latency.p50, p.latency.p95, p.latency.p99, p.latency.maximum])
        .concat(data.latency ? [["all", data.latency.records, data.latency.p50, data.latency.p95, data.latency.p99, data.latency.maximum]] : [])
        .map(([name, records, ...times]) => [name, count(records), ...times.map((t) => t.toFixed(1))])));
}

function labels(data) {
  return counted("Claims by verdict", "Verdict", "Claims", Object.keys(LABELS).map((name) => [name, LABELS[name].words, data.labels[name] ?? 0, name]));
}

function statuses(data) {
  return counted("Answers by status", "Status", "Answers", Object.keys(STATUSES).map((name) => [
    name, STATUSES[name].words, data.statuses[name] ?? 0, STATUSES[name].label,
  ]));
}

function counted(title, kind, what, rows) {
  const total = rows.reduce((sum, [, , number]) => sum + number, 0);
  return card(title, false, h("table", { class: "plain" }, h("caption", { class: "sr-only" }, title),
    h("thead", {}, h("tr", {}, [kind, "Share", what].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(([, words, number, tone]) => h("tr", {}, h("th", { scope: "row" }, words),
      h("td", {}, shareBar(total ? number / total : 0, tone)), h("td", { class: "number" }, withShare(number, total)))))));
}

function card(title, wide, ...parts) {
  return h("section", { class: wide ? "card wide" : "card" }, h("h2", { class: "card-title" }, title), parts);
}

function cutNote(rows) {
  return rows.length > MOST_PERIODS ? h("p", { class: "soft" }, `The last ${MOST_PERIODS} periods are drawn.`) : null;
}

function withShare(number, total) {
  return total ? `${count(number)} (${percent(number / total)})` : count(number);
}

function sourceName(source) {
  if (source === null) return h("em", {}, "erased");
  return source === "" ? h("em", {}, "no source") : source;
}

/** "2026-11-30T08" as "11-30 08h"; days and months as they are. */
function day(start) {
  const [date, hour] = start.split("T");
  return hour === undefined ? date : `${date.slice(5)} ${hour}h`;
}

function round(milliseconds) {
  return milliseconds < 10 ? milliseconds.toFixed(1) : count(Math.round(milliseconds));
}
