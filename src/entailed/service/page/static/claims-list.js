// All claims in order, to be narrowed to one label.

import { count, fill, h } from "./dom.js";
import { LABELS, findingWords, isClean, labelOf } from "./words.js";

/** The card with the list. `open(index)` is called for a claim that is chosen. */
export class ClaimsList {
  constructor(report, open) {
    this.report = report;
    this.wanted = null;
    this.active = null;
    this.items = report.verdicts.map((verdict, index) => item(verdict, index, open));
    this.list = h("ol", { class: "claims" }, this.items);
    this.node = h("details", { class: "card claims-card", open: report.verdicts.length <= 40 },
      h("summary", {}, h("h3", {}, `All claims (${count(report.verdicts.length)})`)),
      this.#filters(), this.list);
  }

  /** Mark a claim as the open one, or none for null. */
  select(index) {
    const before = this.items[this.active];
    before?.classList.remove("active");
    before?.firstChild.removeAttribute("aria-current");
    this.active = index;
    if (index === null) return;
    this.items[index].classList.add("active");
    this.items[index].firstChild.setAttribute("aria-current", "true");
  }

  #filters() {
    const counts = new Map();
    for (const verdict of this.report.verdicts) {
      counts.set(labelOf(verdict), (counts.get(labelOf(verdict)) ?? 0) + 1);
    }
    if (counts.size < 2) return null;
    const group = h("div", { class: "chips", role: "group", "aria-label": "Show only claims that are" });
    const buttons = Object.keys(LABELS).filter((label) => counts.has(label)).map((label) => h("button", {
      type: "button", class: `badge ${label}`, "aria-pressed": "false", "data-label": label,
      click: () => this.#narrow(this.wanted === label ? null : label, group),
    }, h("span", { "aria-hidden": "true" }, `${LABELS[label].sign} `), `${counts.get(label)} ${LABELS[label].words}`));
    return fill(group, buttons);
  }

  #narrow(label, group) {
    this.wanted = label;
    for (const button of group.children) {
      button.setAttribute("aria-pressed", String(button.dataset.label === label));
    }
    this.report.verdicts.forEach((verdict, index) => {
      this.items[index].hidden = label !== null && labelOf(verdict) !== label;
    });
  }
}

function item(verdict, index, open) {
  const label = labelOf(verdict);
  const failed = verdict.reasons.find((r) => r.outcome === "fail");
  const fault = label === "supported" && !isClean(verdict);
  return h("li", { class: label },
    h("button", { type: "button", class: "claim-row", click: () => open(index) },
      h("span", { class: `badge ${label}` },
        h("span", { "aria-hidden": "true" }, `${LABELS[label].sign}\u00a0`), `${index + 1} ${LABELS[label].words}${fault ? ", with a fault" : ""}`),
      h("span", { class: "claim-words", dir: "auto" }, verdict.claim.text),
      failed ? h("span", { class: "soft" }, findingWords(failed).head) : null));
}
