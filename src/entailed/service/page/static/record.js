// One record of the ledger: where it stands, its report, and the same answer checked again.

import { ApiError, get, post } from "./api.js";
import { announce, byId, fill, h, plural } from "./dom.js";
import { download, reportButtons } from "./download.js";
import { shortTime } from "./filters.js";
import { showError, showLoading } from "./notices.js";
import { isReport, showReport } from "./report.js";
import { ACTIONS, LABELS, REASONS, STATUSES, wordsOf } from "./words.js";

const MOST_DIFFERENCES = 200;
let latest = 0;

/** Show the record with this id. `app` has `askKey(retry)`. */
export async function showRecord(app, id) {
  const place = byId("ledger-record");
  const content = h("div", {});
  fill(place, h("a", { class: "back", href: "#ledger" }, "‹ All records"), content);
  const mine = latest += 1;
  const loading = showLoading(content, "Reading the record");
  try {
    const { data } = await get(address(id));
    if (mine === latest) show(app, content, data);
  } catch (error) {
    if (mine !== latest) return;
    if (!(error instanceof ApiError)) console.error(error);
    showError(content, error, { retry: () => showRecord(app, id), askKey: app.askKey });
  } finally {
    loading.end();
  }
}

function address(id) {
  return `/v1/records/${encodeURIComponent(id)}`;
}

function show(app, place, record) {
  const result = h("div", { class: "replay-result" });
  const replay = h("button", {
    type: "button", class: "primary", disabled: record.erased,
    click: () => run(app, record, result, replay),
  }, "Replay");
  const about = h("section", { class: "card" },
    h("div", { class: "panel-head" }, h("h2", { tabindex: "-1" }, `Record #${record.sequence}`),
      h("div", { class: "buttons" }, replay,
        h("button", { type: "button", click: () => download(`record-${record.sequence}.json`, record) }, "Download the record"))),
    details(record), result);
  const report = h("div", {});
  fill(place, about, report);
  if (isReport(record.report)) showReport(report, record.report, {
    heading: `Report of record #${record.sequence}`, buttons: reportButtons(record.report),
  });
  else report.append(left(record));
  about.querySelector("h2").focus({ preventScroll: true });
  announce(`Record ${record.sequence}, ${wordsOf(STATUSES, record.summary.status).words}.`);
}

function details(record) {
  const rows = [
    ["Id", h("span", { class: "digest-value" }, record.id)],
    ["Time", h("time", { datetime: record.created_at }, `${shortTime(record.created_at)} UTC`)],
    ["Status", `${wordsOf(STATUSES, record.summary.status).words}, policy ${record.summary.policy}: ${wordsOf(ACTIONS, record.summary.action)}`],
    ["Written by", `entailed ${record.library}`],
    ["Digest", h("span", { class: "digest-value" }, record.digest)],
    ["Follows", h("span", { class: "digest-value" }, record.previous)],
    ...Object.entries(record.attributes ?? {}).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  ];
  return h("dl", { class: "record-about" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** What an erasure leaves: labels, scores and reasons, no words. */
function left(record) {
  const rows = record.summary.verdicts.map((verdict, at) => {
    const label = Object.hasOwn(LABELS, verdict.label) ? verdict.label : "unchecked";
    const failed = verdict.reasons.filter((r) => r.outcome === "fail" && r.reason).map((r) => wordsOf(REASONS, r.reason));
    return h("tr", {}, h("td", {}, String(at + 1)),
      h("td", {}, h("span", { class: `badge ${label}` }, h("span", { "aria-hidden": "true" }, `${LABELS[label].sign} `), LABELS[label].words)),
      h("td", { class: "number" }, verdict.score === null ? "–" : verdict.score.toFixed(3)), h("td", {}, failed.join("; ")));
  });
  return h("section", { class: "card" }, h("h2", {}, record.erased ? "The texts have been erased" : "The report has a form this page does not read"),
    h("p", { class: "soft" }, "What is left of its verdicts:"),
    h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ["Claim", "Label", "Score", "Reasons"].map((t) => h("th", { scope: "col" }, t)))),
      h("tbody", {}, rows)));
}

async function run(app, record, result, button) {
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true"; // one that is disabled would lose the focus
  const loading = showLoading(result, "Checking again with the frozen passages");
  try {
    const { data } = await post(`${address(record.id)}/replay`, "{}");
    outcome(result, data);
  } catch (error) {
    if (!(error instanceof ApiError)) console.error(error);
    showError(result, error, { retry: () => run(app, record, result, button), askKey: app.askKey });
  } finally {
    loading.end();
    button.ariaDisabled = "false";
  }
}

function outcome(place, replay) {
  const same = replay.differences.length === 0;
  const changed = replay.changes.length ? `${plural(replay.changes.length, "component")} changed` : "no component changed";
  const told = same ? "the same report" : plural(replay.differences.length, "difference");
  announce(`Replayed: ${told}, ${changed}.`);
  fill(place,
    h("p", { class: `outcome-line ${same ? "supported" : "contradicted"}` },
      h("span", { class: "badge" }, h("span", { "aria-hidden": "true" }, same ? "= " : "≠ "), told),
      h("span", {}, changed)),
    replay.changes.length ? table("Components that are not those of the record", ["Stage", "Component", "In the record", "Now"],
      replay.changes.map((c) => [c.stage, c.name, component(c.stored), component(c.replayed)])) : null,
    same ? null : table("What came out otherwise", ["Where", "In the record", "Now"],
      replay.differences.slice(0, MOST_DIFFERENCES).map((d) => [
        d.path, d.stored_absent ? "(absent)" : shown(d.stored), d.replayed_absent ? "(absent)" : shown(d.replayed),
      ])),
    replay.differences.length > MOST_DIFFERENCES ? h("p", { class: "soft" }, `The first ${MOST_DIFFERENCES} are shown.`) : null);
}

function table(caption, heads, rows) {
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    h("table", { class: "plain" }, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, at) => h("td", { class: at ? "" : "path" }, cell)))))));
}

function component(side) {
  return side ? [side[0], String(side[1]).slice(0, 19)].join(" ").trim() : "(absent)";
}

function shown(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}
