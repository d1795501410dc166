// The records of the ledger: filtered, a page at a time.

import { ApiError, get } from "./api.js";
import { announce, byId, fill, h, plural } from "./dom.js";
import { dayAfter, dayStart, readForm, shortTime, writeForm } from "./filters.js";
import { showEmpty, showError, showLoading } from "./notices.js";
import { ACTIONS, LABELS, STATUSES, wordsOf } from "./words.js";

const PAGE = 25;
let latest = 0;

/** Wire the view. `app` has `askKey(retry)` and `go(view, query)`. */
export function mountLedger(app) {
  const form = byId("ledger-form");
  options(form.elements.status, Object.entries(STATUSES).map(([code, { words }]) => [code, words.toLowerCase()]));
  options(form.elements.action, Object.entries(ACTIONS));
  options(form.elements.label, Object.entries(LABELS).map(([code, { words }]) => [code, words]));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    app.go("ledger", readForm(form));
  });
  form.addEventListener("reset", () => setTimeout(() => app.go("ledger", {})));
  return { show: (query) => show(app, form, query) };
}

function options(field, entries) {
  field.append(...entries.map(([code, words]) => h("option", { value: code }, words)));
}

async function show(app, form, query) {
  writeForm(form, query);
  const place = byId("ledger-result");
  const mine = latest += 1;
  const loading = showLoading(place, "Reading the ledger");
  try {
    const { data } = await get("/v1/records", {
      status: query.status, action: query.action, label: query.label, source: query.source,
      since: dayStart(query.since), until: dayAfter(query.until),
      after: query.after, limit: PAGE, newest_first: "true",
    });
    if (mine !== latest) return;
    list(app, place, query, data);
  } catch (error) {
    if (mine !== latest) return;
    if (!(error instanceof ApiError)) console.error(error);
    showError(place, error, { retry: () => show(app, form, query), askKey: app.askKey });
  } finally {
    if (mine === latest) loading.end();
  }
}

function list(app, place, query, { records, next }) {
  const filtered = Object.keys(query).some((name) => name !== "after");
  if (!records.length) {
    const [title, advice] = query.after ? ["No older records.", "Go back to the newest."]
      : filtered ? ["No record matches.", "Take a filter away, or widen the time."]
        : ["The ledger is empty.", "Every answer that is checked becomes a record."];
    showEmpty(place, title, h("p", {}, advice), paging(app, query, null));
    return;
  }
  const heads = ["No.", "Time (UTC)", "Status", "Action", "Supported", "Answer"];
  fill(place,
    h("div", { class: "card records-card" }, h("table", { class: "records" },
      h("caption", { class: "sr-only" }, "Records, newest first"),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, records.map(row)))),
    paging(app, query, next));
  announce(`${plural(records.length, "record")}.`);
}

function row(record) {
  const { summary } = record;
  const status = wordsOf(STATUSES, summary.status);
  const clean = summary.verdicts.filter((v) => v.clean).length;
  const words = record.erased ? h("em", { class: "soft" }, "texts erased")
    : h("span", { class: "words-of", dir: "auto" }, record.report?.answer?.trim().slice(0, 300) || h("em", { class: "soft" }, "empty"));
  return h("tr", {},
    h("td", { class: "number" }, h("a", {
      href: `#ledger/${encodeURIComponent(record.id)}`, "aria-label": `Open record ${record.sequence}`,
    }, `#${record.sequence}`)),
    h("td", {}, h("time", { datetime: record.created_at }, shortTime(record.created_at))),
    h("td", {}, h("span", { class: `badge ${status.label}` },
      h("span", { "aria-hidden": "true" }, `${LABELS[status.label].sign} `), status.words)),
    h("td", {}, wordsOf(ACTIONS, summary.action)),
    summary.verdicts.length ? h("td", { class: "number", "data-name": "supported" }, `${clean} of ${summary.verdicts.length}`)
      : h("td", { class: "number" }, "no claims"),
    h("td", {}, words));
}

function paging(app, query, next) {
  const { after, ...rest } = query;
  if (!after && next === null) return null;
  return h("div", { class: "paging" },
    after ? h("button", { type: "button", click: () => app.go("ledger", rest) }, "Newest") : h("span", {}),
    next !== null && next !== undefined
      ? h("button", { type: "button", click: () => app.go("ledger", { ...rest, after: String(next) }) }, "Older records") : null);
}
