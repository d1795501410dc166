// A report on the page: what came of it, the answer, the open claim, the passages, the policy.

import { Answer } from "./answer.js";
import { changesCard } from "./changes.js";
import { ClaimPanel } from "./claim.js";
import { ClaimsList } from "./claims-list.js";
import { announce, fill, h, plural, reveal, scrollBehavior } from "./dom.js";
import { Evidence } from "./evidence.js";
import { ACTIONS, LABELS, STATUSES, findingWords, isClean, labelOf, summary, wordsOf } from "./words.js";

/** Whether `data` has the form of a report, as far as this page reads it. */
export function isReport(data) {
  return Boolean(data) && typeof data.answer === "string" && Array.isArray(data.verdicts)
    && Array.isArray(data.evidence?.passages) && typeof data.status === "string"
    && data.verdicts.every((v) => v?.claim?.span && Array.isArray(v.reasons) && Array.isArray(v.support));
}

/**
 * Show a report in `place`. `heading` names it; `buttons` go into its head; `before` stands under
 * the head; `changes` is a card in the place of the usual one. Gives the view.
 */
export function showReport(place, report, { heading = "Result", buttons = [], before = [], changes = null } = {}) {
  const view = new ReportView(report, { heading, buttons, before, changes });
  fill(place, view.node);
  return view;
}

class ReportView {
  constructor(report, parts) {
    this.report = report;
    this.index = null;
    this.answer = new Answer(report, (index, how) => this.open(index, how));
    this.panel = new ClaimPanel(report, {
      go: (step) => this.open(this.index + step, "panel"),
      close: () => this.close(),
      back: () => this.#back(),
      reveal: (place) => this.#reveal(place),
    });
    const box = h("section", { class: "card evidence" }, h("h3", {}, "Passages"));
    this.evidence = new Evidence(report, box);
    box.append(this.evidence.node);
    this.list = report.verdicts.length ? new ClaimsList(report, (index) => this.open(index, "list")) : null;
    this.node = h("div", { class: "report", keydown: (event) => this.#key(event) },
      this.#head(parts), parts.before,
      h("div", { class: "sides" },
        this.#answerCard(),
        h("div", { class: "aside" }, this.panel.node, box),
        parts.changes ?? this.#changes()),
      this.list?.node, notes(report), how(report));
  }

  /** Open a claim. `how`: "mouse" and "keyboard" in the answer, "panel", "list". */
  open(index, how) {
    if (index < 0 || index >= this.report.verdicts.length) return;
    if (how === "keyboard" && index === this.index && document.activeElement === this.answer.badges[index]) {
      this.panel.heading.focus();
      return;
    }
    this.#select(index);
    announce(this.panel.words(index));
    const narrow = !matchMedia("(min-width: 60rem)").matches;
    if (how === "list" || (narrow && how === "mouse")) reveal(this.panel.node, "start");
    if (how === "panel" || how === "list") this.panel.heading.focus({ preventScroll: how === "list" });
  }

  /** Close the open claim; the focus goes back to it in the answer. */
  close() {
    const { index } = this;
    if (index === null) return;
    const inside = this.panel.node.contains(document.activeElement);
    this.#select(null);
    if (inside) this.answer.focus(index);
  }

  #select(index) {
    this.index = index;
    this.answer.select(index);
    this.panel.show(index);
    this.list?.select(index);
    this.evidence.show(index);
  }

  /** The next claim that is not clean, after the open one, round the end. */
  #problem() {
    const total = this.report.verdicts.length;
    const start = this.index === null ? 0 : this.index + 1;
    for (let step = 0; step < total; step += 1) {
      const index = (start + step) % total;
      if (isClean(this.report.verdicts[index])) continue;
      this.open(index, "next");
      this.answer.badges[index].scrollIntoView({ block: "center", behavior: scrollBehavior() });
      return;
    }
  }

  #back() {
    if (this.index === null) return;
    this.answer.focus(this.index);
    this.answer.badges[this.index].scrollIntoView({ block: "center", behavior: scrollBehavior() });
  }

  #reveal(place) {
    const mark = this.evidence.reveal(place);
    if (!mark) return;
    if (!matchMedia("(min-width: 60rem)").matches) mark.scrollIntoView({ block: "center", behavior: scrollBehavior() });
    announce(`Passage ${place.passage_id} is in view.`);
  }

  #key(event) {
    if (event.key !== "Escape" || this.index === null || event.defaultPrevented) return;
    event.preventDefault();
    this.close();
  }

  #head({ heading, buttons }) {
    const { report } = this;
    const status = wordsOf(STATUSES, report.status);
    const counts = Object.keys(LABELS)
      .map((label) => [label, report.verdicts.filter((v) => labelOf(v) === label).length])
      .filter(([, number]) => number);
    const problems = report.verdicts.filter((v) => !isClean(v)).length;
    return h("header", { class: `banner ${status.label ?? "unchecked"}` },
      h("div", {},
        h("p", { class: "eyebrow" }, heading),
        h("h2", { tabindex: "-1", class: "status" },
          h("span", { class: "sign", "aria-hidden": "true" }, LABELS[status.label].sign), " ", status.words),
        h("p", { class: "meta" }, `${summary(report)} · policy ${report.policy}: ${wordsOf(ACTIONS, report.action)}`),
        counts.length ? h("ul", { class: "legend" }, counts.map(([label, number]) => h("li", {},
          h("span", { class: `badge ${label}` }, h("span", { "aria-hidden": "true" }, `${LABELS[label].sign} `),
            `${number} ${LABELS[label].words}`)))) : null),
      h("div", { class: "buttons" },
        problems ? h("button", { type: "button", class: "primary", click: () => this.#problem() }, "Next problem") : null,
        buttons));
  }

  #answerCard() {
    const { report } = this;
    const hint = report.verdicts.length
      ? "Click a claim, or go into the answer with Tab and use arrow keys and Enter. Unmarked text makes no claim."
      : "";
    return h("section", { class: "card answer" }, h("h3", {}, "Answer"),
      report.question.trim() ? h("p", { class: "asked" }, h("span", { class: "soft" }, "Question: "),
        h("span", { dir: "auto" }, report.question)) : null,
      report.answer ? this.answer.text : h("p", { class: "soft" }, "The answer is empty."),
      hint ? h("p", { class: "hint" }, hint) : null);
  }

  #changes() {
    const { answer, repaired_answer: output, policy, action } = this.report;
    return changesCard(answer, output, { policy, action });
  }
}

function notes(report) {
  const lines = [
    ...report.findings.map((finding) => Object.values(findingWords(finding)).filter(Boolean).join(": ")),
    ...report.failures.map((f) => `${f.stage} failed: ${f.message}`),
  ];
  if (!lines.length) return null;
  return h("section", { class: "card" }, h("h3", {}, "Notes"), h("ul", { class: "reasons" }, lines.map((l) => h("li", {}, l))));
}

function how(report) {
  const timings = report.timings ?? [];
  const total = timings.reduce((sum, t) => sum + t.milliseconds, 0);
  return h("details", { class: "card how" }, h("summary", {}, h("h3", {}, "How this was checked")),
    h("p", { class: "soft" }, `${plural(report.verdicts.length, "claim")} against ${plural(report.evidence.passages.length, "passage")}`,
      timings.length ? ` in ${total.toFixed(1)} ms` : "", "."),
    timings.length ? h("p", { class: "soft" }, timings.map((t) => `${t.stage} ${t.milliseconds.toFixed(1)} ms`).join(" · ")) : null,
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Components" },
      h("table", {}, h("thead", {}, h("tr", {}, ["Stage", "Component", "Version", "Digest"].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", {}, (report.components ?? []).map((c) => h("tr", {},
          [c.stage, c.name, c.version, c.digest].map((t) => h("td", {}, t))))))),
    h("p", { class: "digest soft" }, `Evidence ${report.evidence.digest}`));
}

