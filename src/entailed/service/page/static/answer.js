// The answer with its claims marked: colour, underline style, sign and number say the same thing.

import { h, hidden } from "./dom.js";
import { Points, cut } from "./offsets.js";
import { LABELS, isClean, labelOf, worst } from "./words.js";

/** The marked answer of a report. `open(index, how)` is called for a claim that is chosen. */
export class Answer {
  constructor(report, open) {
    this.report = report;
    this.open = open;
    this.pieces = report.verdicts.map(() => []);
    this.badges = report.verdicts.map(() => null);
    this.active = null;
    this.text = h("p", {
      class: "text answer-text", dir: "auto", keydown: (event) => this.#key(event),
    });
    this.#build();
    this.stop = 0; // the claim that Tab comes to
    if (this.badges.length) this.badges[0].tabIndex = 0;
  }

  /** Mark a claim as the open one, or none for null. */
  select(index) {
    if (this.active !== null) this.#set(this.active, false);
    this.active = index;
    if (index === null) return;
    this.#set(index, true);
    this.#rove(index);
  }

  /** Put the focus on a claim. */
  focus(index) {
    this.#rove(index);
    this.badges[index].focus();
  }

  #build() {
    const { report } = this;
    const points = new Points(report.answer);
    this.ends = report.verdicts.map((v) => Math.min(v.claim.span.end, points.length));
    const marks = report.verdicts.map((v, key) => ({ ...v.claim.span, key }));
    const faults = report.verdicts.map((v) => v.reasons.filter((r) => r.outcome === "fail" && r.claimed));
    const built = document.createDocumentFragment();
    for (const piece of cut(points.length, marks)) {
      const stressed = piece.keys.flatMap((key) => faults[key].map((f) => ({ ...f.claim_span, key: 0 })));
      const words = emphasised(points, piece, stressed);
      built.append(...(piece.keys.length ? [this.#piece(piece, words)] : words));
    }
    // A claim that covers no character of the answer still has its sign, at the end.
    this.badges.forEach((badge, key) => { if (!badge) built.append(" ", this.#badge(key)); });
    this.text.append(built);
  }

  #piece({ keys, end }, words) {
    const { verdicts } = this.report;
    const label = worst(keys.map((key) => labelOf(verdicts[key])));
    const ending = keys.filter((key) => this.ends[key] === end);
    const tail = ending.length ? lastWord(words) : null;
    const node = h("span", { class: `claim ${label}` }, h("span", { class: "words" }, words),
      h("span", { class: "tail" }, tail && h("span", { class: "words" }, tail), ending.map((key) => this.#badge(key))));
    node.addEventListener("click", (event) => {
      if (event.target.closest("button") || !getSelection().isCollapsed) return;
      const after = keys[keys.indexOf(this.active) + 1];
      const first = keys.find((key) => labelOf(verdicts[key]) === label);
      this.open(keys.includes(this.active) && after !== undefined ? after : first, "mouse");
    });
    for (const key of keys) this.pieces[key].push(node);
    return node;
  }

  #badge(key) {
    const verdict = this.report.verdicts[key];
    const label = labelOf(verdict);
    const fault = label === "supported" && !isClean(verdict);
    const badge = h("button", {
      type: "button", class: `badge ${label}`, tabindex: "-1", "aria-pressed": "false",
      click: (event) => this.open(key, event.detail === 0 ? "keyboard" : "mouse"),
    },
    hidden(`Claim ${key + 1}, ${LABELS[label].words}${fault ? ", with a fault" : ""}: ${verdict.claim.text}`),
    h("span", { "aria-hidden": "true" }, `${LABELS[label].sign}\u00a0${key + 1}${fault ? "\u00a0!" : ""}`));
    this.badges[key] = badge;
    return badge;
  }

  #set(index, on) {
    for (const piece of this.pieces[index]) piece.classList.toggle("active", on);
    this.badges[index].setAttribute("aria-pressed", String(on));
  }

  /** Of all claims only one is a stop of the Tab key; arrows go from claim to claim. */
  #rove(index) {
    this.badges[this.stop].tabIndex = -1;
    this.stop = index;
    this.badges[index].tabIndex = 0;
  }

  #key(event) {
    const here = this.badges.indexOf(event.target);
    if (here < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = this.badges.length - 1;
    const to = {
      ArrowRight: Math.min(here + 1, last), ArrowDown: Math.min(here + 1, last),
      ArrowLeft: Math.max(here - 1, 0), ArrowUp: Math.max(here - 1, 0), Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.focus(to);
    if (this.active !== null) this.open(to, "keyboard");
  }
}

/** The last word of a claim, taken out of its nodes so that it stays in one line with the sign. */
function lastWord(words) {
  const node = words.at(-1);
  const found = /\s(\S{1,24})$/.exec(node.textContent);
  if (!found) return null;
  const tail = node.cloneNode();
  tail.textContent = found[1];
  node.textContent = node.textContent.slice(0, -found[1].length);
  return tail;
}

/** The text of a piece as nodes, what lies inside `marks` emphasised. */
export function emphasised(points, { start, end }, marks) {
  const inside = marks
    .filter((mark) => mark.start < end && start < mark.end)
    .map((mark) => ({ start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start, key: 0 }));
  return cut(end - start, inside).map((piece) => {
    const text = points.slice(start + piece.start, start + piece.end);
    return piece.keys.length ? h("strong", { class: "point" }, text) : h("span", {}, text);
  });
}
