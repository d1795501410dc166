// The passages, and in them the places that bear on a claim.

import { emphasised } from "./answer.js";
import { h, plural, scrollBehavior } from "./dom.js";
import { Points, cut } from "./offsets.js";
import { LABELS, labelOf, worst } from "./words.js";

const OPEN_PASSAGES = 12; // with more, those that no claim touches are folded away

/** The places to show for a claim: what supports or opposes it, else what its findings point at. */
export function placesOf(verdict) {
  const found = verdict.support.length ? verdict.support : verdict.reasons.flatMap((r) => r.evidence);
  const seen = new Set();
  return found.filter((place) => {
    const name = JSON.stringify([place.passage_id, place.span.start, place.span.end]);
    return !seen.has(name) && seen.add(name);
  });
}

const READER = new Intl.Segmenter(undefined, { granularity: "sentence" });
const NEAR = 1000; // UTF-16 units on each side in which a sentence is looked for

/** `{before, words, after}`: the words at a place in their sentence; null without the passage. */
export function quoteAt(report, place) {
  const passage = report.evidence.passages.find((p) => p.id === place.passage_id);
  if (!passage) return null;
  const { text } = passage;
  const points = new Points(text);
  const [start, end] = [points.at(place.span.start), points.at(place.span.end)];
  const from = Math.max(0, start - NEAR);
  const sentences = [...READER.segment(text.slice(from, end + NEAR))]
    .map(({ index, segment }) => [from + index, from + index + segment.length])
    .filter(([first, last]) => first < end && start < last);
  const first = Math.min(start, ...sentences.map(([at]) => at));
  const last = Math.max(end, ...sentences.map(([, at]) => at));
  return { before: text.slice(first, start).trimStart(), words: text.slice(start, end), after: text.slice(end, last).trimEnd() };
}

/** The passages of a report. `show(index)` marks what bears on one claim, null what bears on any. */
export class Evidence {
  constructor(report, box) {
    this.report = report;
    this.box = box; // what scrolls
    this.shown = null;
    this.touched = this.#touched();
    this.views = new Map();
    this.node = h("div", { class: "passages" }, this.#build());
  }

  /** Mark the places of a claim and bring the first into view; for null, those of all claims. */
  show(index) {
    const before = this.shown;
    this.shown = index;
    for (const view of this.views.values()) {
      const had = before === null || view.marks.some((mark) => mark.key === before);
      const has = index === null || view.marks.some((mark) => mark.key === index);
      if (had || has) this.#paint(view);
    }
    if (index !== null) this.reveal(placesOf(this.report.verdicts[index])[0]);
  }

  /** Bring a place of the open claim into view; gives its element, or null where there is none. */
  reveal(place) {
    const view = place && this.views.get(place.passage_id);
    if (!view) return null;
    for (let outer = view.article.parentElement; outer; outer = outer.parentElement) {
      if (outer.tagName === "DETAILS") outer.open = true;
    }
    const starts = [...view.text.querySelectorAll("mark")];
    const mark = starts.find((m) => Number(m.dataset.start) >= place.span.start) ?? view.article;
    this.#scroll(mark);
    return mark;
  }

  /** Within the box at once, then the window where the box itself is not in view. */
  #scroll(node) {
    const { box } = this;
    if (box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== "visible") {
      const inner = box.getBoundingClientRect();
      const offset = node.getBoundingClientRect().top - inner.top;
      box.scrollTop += offset - inner.height / 4;
    }
    const at = node.getBoundingClientRect();
    const wide = matchMedia("(min-width: 60rem)").matches;
    if (wide && (at.top < 0 || at.bottom > innerHeight)) {
      node.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
    }
  }

  #touched() {
    const touched = new Map();
    this.report.verdicts.forEach((verdict, key) => {
      for (const { passage_id: id, span } of placesOf(verdict)) {
        if (!touched.has(id)) touched.set(id, []);
        touched.get(id).push({ start: span.start, end: span.end, key });
      }
    });
    return touched;
  }

  #build() {
    const { passages } = this.report.evidence;
    if (!passages.length) return h("p", { class: "soft" }, "No passages were given.");
    const many = passages.length > OPEN_PASSAGES;
    const built = passages.map((passage) => [passage, this.#passage(passage)]);
    const first = built.filter(([p]) => !many || this.touched.has(p.id)).map(([, node]) => node);
    const rest = built.filter(([p]) => many && !this.touched.has(p.id)).map(([, node]) => node);
    if (!rest.length) return first;
    const words = `${plural(rest.length, "more passage")} that no claim rests on`;
    return [...first, h("details", {}, h("summary", {}, words), rest)];
  }

  #passage(passage) {
    const text = h("p", { class: "text", dir: "auto" });
    const about = [passage.title, passage.source, passage.date, passage.version].filter(Boolean);
    const article = h("article", { class: "passage" },
      h("h4", {}, `[${passage.id}]`),
      about.length || passage.url
        ? h("p", { class: "source" }, [...new Set(about)].join(" · "), about.length && passage.url ? " · " : "", link(passage.url))
        : null,
      text);
    const marks = this.touched.get(passage.id) ?? [];
    const stressed = this.#stressed(passage.id);
    const view = { points: new Points(passage.text), text, article, marks, stressed };
    // Ids are unique in frozen evidence; of a file that says otherwise the first counts.
    if (!this.views.has(passage.id)) this.views.set(passage.id, view);
    this.#paint(view);
    return article;
  }

  /** Places inside the sentences that a failed check points at: the other number, the other name. */
  #stressed(id) {
    return this.report.verdicts.flatMap((verdict, key) => verdict.reasons
      .filter((r) => r.outcome === "fail")
      .flatMap((r) => r.evidence)
      .filter((place) => place.passage_id === id)
      .map((place) => ({ ...place.span, key })));
  }

  #paint({ points, text, article, marks, stressed }) {
    const { verdicts } = this.report;
    const wanted = this.shown === null ? marks : marks.filter((mark) => mark.key === this.shown);
    const strong = this.shown === null ? [] : stressed.filter((mark) => mark.key === this.shown);
    const built = document.createDocumentFragment();
    for (const piece of cut(points.length, wanted)) {
      const words = emphasised(points, piece, strong);
      if (!piece.keys.length) built.append(...words);
      else {
        const label = worst(piece.keys.map((key) => labelOf(verdicts[key])));
        const names = piece.keys.map((key) => `${LABELS[labelOf(verdicts[key])].sign}${key + 1}`).join(" ");
        built.append(h("mark", { class: `${label}${this.shown === null ? "" : " active"}`, "data-start": piece.start },
          words, h("sup", { "aria-hidden": "true" }, names)));
      }
    }
    text.replaceChildren(built);
    article.classList.toggle("touched", this.shown !== null && wanted.length > 0);
  }
}

/** An address as a link where it is one of the web, else as text. */
function link(address) {
  if (!address) return null;
  let url = null;
  try {
    url = new URL(address);
  } catch { /* not an address */ }
  if (!url || !["http:", "https:"].includes(url.protocol)) return address;
  return h("a", { href: url.href, rel: "noopener noreferrer nofollow", target: "_blank" }, address);
}
