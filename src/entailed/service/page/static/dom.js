// Elements are built from values alone: every text goes in as a text node, never as markup.

const SVG = "http://www.w3.org/2000/svg";
// What a page must not be steered by: control characters, lone surrogates, direction overrides.
const STEERING = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** `text` with steering characters shown as U+FFFD; its length in UTF-16 units stays. */
export function visible(text) {
  return String(text).replace(STEERING, (char) => (char === "\n" || char === "\t" ? char : "\ufffd"));
}

/**
 * An HTML element. An attribute that is null, undefined or false is left out, true is empty;
 * a function is a listener for the event of that name. Children are nodes, texts, or lists of them.
 */
export function h(name, attributes = {}, ...children) {
  return build(document.createElement(name), attributes, children);
}

/** An SVG element, by the same rules. */
export function svg(name, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, name), attributes, children);
}

function build(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key, value);
    else node.setAttribute(key, value === true ? "" : visible(value));
  }
  put(node, children);
  return node;
}

function put(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
}

/** Put `children` in the place of whatever `node` holds. */
export function fill(node, ...children) {
  node.replaceChildren();
  put(node, children);
  return node;
}

/** Text for screen readers only. */
export function hidden(text) {
  return h("span", { class: "sr-only" }, text);
}

/** The element with this id; it is part of the page, so its absence is a mistake of ours. */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`no element #${id}`);
  return node;
}

/** How scrolling should look to someone who asked for less motion. */
export function scrollBehavior() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}

/** Bring `node` into view within its own scrolling box, and the box into view where it is not. */
export function reveal(node, block = "nearest") {
  node.scrollIntoView({ block, inline: "nearest", behavior: scrollBehavior() });
}

/** Say something to screen readers without moving the focus. */
export function announce(text) {
  const region = byId("announcer");
  region.textContent = "";
  // A region that is filled in the same task as it is emptied is not read again.
  setTimeout(() => { region.textContent = visible(text); }, 50);
}

/** A whole number with separators. */
export function count(number) {
  return Number(number).toLocaleString("en");
}

/** "1 claim", "2 claims". */
export function plural(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** A share as a percentage: whole, but never 0 or 100 for what is neither. */
export function percent(share) {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return "<1%";
  if (whole === 100 && share < 1) return ">99%";
  return `${whole}%`;
}
