// What came of a question: the text that may be shown, and the answers that led to it.

import { changesCard } from "./changes.js";
import { fill, h, plural } from "./dom.js";
import { isReport, showReport } from "./report.js";
import { CAUSES, LABELS, OUTCOMES, wordsOf } from "./words.js";

/**
 * Show an outcome in `place`; `buttons(report, recordId)` go into the head of a report. Gives
 * `{node, report}`; the report is null where nothing was verified.
 */
export function showOutcome(place, data, buttons) {
  const { outcome, record_id: recordId } = data;
  const attempts = (outcome.attempts ?? []).filter((attempt) => isReport(attempt.report));
  const inner = h("div", {});
  const node = h("div", { class: "outcome" }, head(outcome), tabs(outcome, attempts, inner, buttons, recordId), inner);
  fill(place, node);
  return { node, report: isReport(outcome.report) ? outcome.report : null };
}

function head(outcome) {
  const status = wordsOf(OUTCOMES, outcome.status);
  const because = wordsOf(CAUSES, outcome.because);
  const attempts = outcome.attempts ?? [];
  const written = attempts.filter((attempt) => attempt.answer).length;
  return h("header", { class: `banner ${status.label}` }, h("div", {},
    h("p", { class: "eyebrow" }, "Answer"),
    h("h2", { class: "status", tabindex: "-1" },
      h("span", { class: "sign", "aria-hidden": "true" }, LABELS[status.label].sign), " ", status.words),
    h("p", { class: "meta" }, `${because} · ${plural(written, "answer")} written`),
    h("p", { class: "text shown", dir: "auto" }, outcome.text)));
}

/** One button for each report: on the shown text, and on each answer that was written. */
function tabs(outcome, attempts, inner, buttons, recordId) {
  const choices = attempts.map((attempt, at) => ({
    words: `Answer ${attempt.number ?? at + 1} as written`,
    report: attempt.report,
    changes: changesCard(attempt.answer, outcome.text, {
      policy: attempt.report.policy, action: attempt.report.action, titles: ["As the model wrote it", "What is shown"],
    }),
  }));
  if (isReport(outcome.report) && !attempts.some((a) => a.report.answer === outcome.report.answer)) {
    choices.push({ words: "The text that is shown", report: outcome.report, changes: null });
  }
  if (!choices.length) return null;
  const group = h("div", { class: "chips", role: "group", "aria-label": "Which text" });
  const choose = (at) => {
    [...group.children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === at)));
    const { words, report, changes } = choices[at];
    // The record is of the report on the last answer that was verified.
    const recorded = report.answer === outcome.report?.answer;
    showReport(inner, report, { heading: words, changes, buttons: buttons(report, recorded ? recordId : null) });
  };
  fill(group, choices.map(({ words }, at) => h("button", { type: "button", class: "chip", click: () => choose(at) }, words)));
  choose(choices.length - 1);
  return choices.length > 1 ? group : null;
}
