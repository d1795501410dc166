// One claim in full: label, reasons in words, scores, and the words of the passages.

import { fill, h, hidden, plural, svg } from "./dom.js";
import { placesOf, quoteAt } from "./evidence.js";
import { LABELS, findingWords, isClean, labelOf } from "./words.js";

const MOST_PLACES = 6;

/** The panel for the open claim. `actions`: `go(step)`, `close()`, `reveal(place)`, `back()`. */
export class ClaimPanel {
  constructor(report, actions) {
    this.report = report;
    this.actions = actions;
    this.node = h("section", { class: "card claim-panel", "aria-label": "Open claim" });
    this.show(null);
  }

  /** Show a claim, or what to do for null. */
  show(index) {
    if (index === null) {
      const total = this.report.verdicts.length;
      fill(this.node, h("h3", {}, "Claim"), h("p", { class: "soft" }, total
        ? "Choose a marked claim in the answer to see what the passages say about it."
        : "The answer makes no claim that can be checked."));
      return;
    }
    const verdict = this.report.verdicts[index];
    const label = labelOf(verdict);
    this.heading = h("h3", { tabindex: "-1" }, `Claim ${index + 1} of ${this.report.verdicts.length}`);
    fill(this.node,
      h("div", { class: "panel-head" }, this.heading, this.#buttons(index)),
      h("p", { class: `verdict ${label}` }, h("span", { class: `badge ${label}` },
        h("span", { "aria-hidden": "true" }, `${LABELS[label].sign}\u00a0`), LABELS[label].words)),
      h("blockquote", { class: "text", dir: "auto" }, verdict.claim.text),
      this.#why(verdict), this.#places(verdict), scores(verdict), citations(verdict.claim));
    this.node.scrollTop = 0;
  }

  /** What a screen reader is told when a claim opens. */
  words(index) {
    const verdict = this.report.verdicts[index];
    const failed = verdict.reasons.filter((r) => r.outcome === "fail");
    const reasons = failed.slice(0, 2).map((r) => Object.values(findingWords(r)).filter(Boolean).join(": "));
    const label = LABELS[labelOf(verdict)];
    return [`Claim ${index + 1}, ${label.words}.`, ...(reasons.length ? reasons : [label.why]),
      `${plural(placesOf(verdict).length, "place")} in the passages.`].join(" ");
  }

  #buttons(index) {
    const { go, close, back } = this.actions;
    const last = this.report.verdicts.length - 1;
    const button = (words, sign, click, off = false) =>
      h("button", { type: "button", class: "icon", title: words, "aria-label": words, disabled: off, click }, sign);
    return h("div", { class: "panel-buttons" },
      h("button", { type: "button", class: "only-narrow", click: back }, "Back", hidden(" to the answer")),
      button("Previous claim", "‹", () => go(-1), index === 0),
      button("Next claim", "›", () => go(1), index === last),
      button("Close the claim", "×", close));
  }

  #why(verdict) {
    const shown = verdict.reasons.filter((r) => r.outcome !== "pass");
    const passed = verdict.reasons.filter((r) => r.outcome === "pass");
    const own = shown.some((r) => r.outcome === "fail") && !(verdict.label === "supported") ? null
      : h("p", {}, isClean(verdict) || verdict.label !== "supported" ? LABELS[labelOf(verdict)].why
        : "The passages entail this claim, but something about it is at fault.");
    return h("div", { class: "why" }, h("h4", {}, "Why"), own,
      shown.length ? h("ul", { class: "reasons" }, shown.map(reason)) : null,
      passed.length ? h("details", {}, h("summary", {}, `${plural(passed.length, "thing")} confirmed`),
        h("ul", { class: "reasons" }, passed.map(reason))) : null);
  }

  #places(verdict) {
    const places = placesOf(verdict);
    if (!places.length) return null;
    const title = { supported: "Supported by", contradicted: "Contradicted by" }[verdict.label] ?? "Nearest text";
    const items = places.slice(0, MOST_PLACES).map((place) => h("li", {},
      h("button", { type: "button", class: "place", click: () => this.actions.reveal(place) },
        h("span", { class: "place-id" }, `[${place.passage_id}]`), " ",
        quote(quoteAt(this.report, place)), hidden("; show it in its passage"))));
    const rest = places.length - items.length;
    return h("div", {}, h("h4", {}, title), h("ul", { class: "places" }, items),
      rest ? h("p", { class: "soft" }, `and ${plural(rest, "more place")}`) : null);
  }
}

function quote(found) {
  if (!found) return h("em", {}, "no such passage");
  const { before, words, after } = found;
  return h("q", { dir: "auto" }, before || null, before || after ? h("strong", {}, words) : words, after || null);
}

function reason(finding) {
  const { head, body } = findingWords(finding);
  return h("li", { class: finding.outcome }, h("strong", {}, head), body ? `: ${body}` : "", " ",
    h("code", { title: "the check that says so" }, finding.check));
}

/** Probabilities and the score the label was decided by, as bars and numbers. */
function scores(verdict) {
  const rows = [];
  if (verdict.score !== null) rows.push(["support, calibrated", verdict.score, "score"]);
  const { entailment } = verdict;
  if (entailment) {
    rows.push(["entailment", entailment.entailment, "supported"],
      ["neutral", entailment.neutral, "unchecked"], ["contradiction", entailment.contradiction, "contradicted"]);
  }
  if (!rows.length) return h("div", {}, h("h4", {}, "Scores"), h("p", { class: "soft" }, "A check decided; no score was needed."));
  return h("div", {}, h("h4", {}, "Scores"),
    h("table", { class: "scores" }, h("tbody", {}, rows.map(([name, value, tone]) => h("tr", {},
      h("th", { scope: "row" }, name), h("td", { class: "bar-cell" }, bar(value, tone)),
      h("td", { class: "number" }, value.toFixed(3)))))),
    entailment?.truncated ? h("p", { class: "soft" }, "The model could not read the passage at full length.") : null);
}

function bar(value, tone) {
  return svg("svg", { class: `bar ${tone}`, viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-track", width: 100, height: 8, rx: 2 }),
    svg("rect", { class: "bar-value", width: Math.max(0, Math.min(1, value)) * 100, height: 8, rx: 2 }));
}

function citations(claim) {
  const ids = [...new Set(claim.citations.flatMap((c) => c.ids))];
  const unknown = [...new Set(claim.citations.flatMap((c) => c.unknown))];
  if (!ids.length && !unknown.length) return null;
  return h("p", { class: "soft" }, "Cites ", ids.map((id) => `[${id}]`).join(", "),
    ids.length && unknown.length ? ", and " : "",
    unknown.length ? `${unknown.map((id) => `[${id}]`).join(", ")}, which ${unknown.length === 1 ? "is no passage" : "are no passages"} that was given` : "", ".");
}
