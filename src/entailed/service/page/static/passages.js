// The passages of a request: one box each, or all of them as JSON.

import { announce, byId, fill, h, hidden, plural } from "./dom.js";

const MOST_BOXES = 100; // with more, the JSON is handier and the page stays quick
const ABOUT = ["source", "title", "url", "date", "version"];

/** The list of boxes and the field for JSON, and the switch between them. */
export class Passages {
  constructor() {
    this.boxes = byId("passage-boxes");
    this.json = byId("passages-json");
    this.made = 0;
    byId("passage-add").addEventListener("click", () => this.#add({}, true));
    for (const radio of document.getElementsByName("passages-as")) {
      radio.addEventListener("change", () => this.#switch(radio.value));
    }
    this.#add({});
  }

  /** Whether they are given as JSON. */
  get asJson() {
    return document.querySelector("input[name=passages-as]:checked").value === "json";
  }

  /** The passages as JSON text, to stand in a request. Throws SyntaxError for what is not JSON. */
  text() {
    if (!this.asJson) return JSON.stringify(this.#items());
    const text = this.json.value.trim();
    if (!text) return "[]";
    JSON.parse(text);
    // As it was written: large numbers in metadata would not survive being parsed.
    return text;
  }

  /** Put passages in the place of what is there: a list the boxes can hold, else any JSON value. */
  set(items) {
    const plain = Array.isArray(items) ? items.map(boxable) : null;
    if (!plain || plain.includes(null) || plain.length > MOST_BOXES) {
      this.json.value = JSON.stringify(items, null, 2);
      this.#mode("json");
      return;
    }
    this.#mode("boxes");
    fill(this.boxes);
    this.made = 0;
    for (const item of plain) this.#add(item);
    if (!plain.length) this.#add({});
  }

  /** Put passages behind those that are there. */
  append(items) {
    const before = this.asJson ? JSON.parse(this.json.value.trim() || "[]") : this.#items();
    this.set([...(Array.isArray(before) ? before : [before]), ...items]);
  }

  /** Take everything out. */
  clear() {
    this.json.value = "";
    this.set([]);
  }

  #items() {
    return [...this.boxes.children].map((box) => {
      const value = (name) => box.querySelector(`[data-field=${name}]`).value;
      const item = { ...JSON.parse(box.dataset.rest) };
      if (value("id").trim()) item.id = value("id").trim();
      item.text = value("text");
      for (const name of ABOUT) if (value(name).trim()) item[name] = value(name).trim();
      return item;
    }).filter((item) => item.text.trim());
  }

  #add(item, focus = false) {
    this.made += 1;
    const number = this.made;
    const field = (name, tag, attributes = {}) => {
      const node = h(tag, { "data-field": name, autocomplete: "off", spellcheck: "false", ...attributes });
      node.value = item[name] ?? "";
      return node;
    };
    const about = [item.title, item.source, item.date].filter(Boolean).join(" · ");
    const box = h("li", { class: "passage-box" },
      h("div", { class: "row" },
        h("label", { class: "id-field" }, h("span", {}, "Id"), field("id", "input", { type: "text" })),
        h("button", { type: "button", class: "quiet", click: () => this.#remove(box) }, "Remove", hidden(` passage ${number}`))),
      h("label", {}, h("span", { class: "sr-only" }, `Text of passage ${number}`),
        field("text", "textarea", { rows: 4, dir: "auto", spellcheck: "true", placeholder: "The passage, exactly as the model saw it" })),
      h("details", {}, h("summary", {}, about || "Source, title, date"),
        h("div", { class: "about" }, ABOUT.map((name) => h("label", {},
          h("span", {}, name === "url" ? "URL" : name[0].toUpperCase() + name.slice(1)), field(name, "input", { type: "text" }))))));
    const known = new Set(["id", "text", ...ABOUT]);
    box.dataset.rest = JSON.stringify(Object.fromEntries(Object.entries(item).filter(([name]) => !known.has(name))));
    if (!("id" in item)) box.querySelector("[data-field=id]").value = this.#freeId();
    this.boxes.append(box);
    if (focus) box.querySelector("textarea").focus();
  }

  #remove(box) {
    const next = box.nextElementSibling ?? box.previousElementSibling;
    box.remove();
    if (!this.boxes.children.length) this.#add({});
    (next?.querySelector("textarea") ?? byId("passage-add")).focus();
    announce(`Removed; ${plural(this.boxes.children.length, "passage")} left.`);
  }

  #freeId() {
    const used = new Set([...this.boxes.querySelectorAll("[data-field=id]")].map((field) => field.value));
    let number = 1;
    while (used.has(String(number))) number += 1;
    return String(number);
  }

  /** Go over to the other form with what is there; JSON that boxes cannot hold stays JSON. */
  #switch(wanted) {
    if (wanted === "json") {
      const items = this.#items();
      this.json.value = items.length ? JSON.stringify(items, null, 2) : "";
      this.#mode("json");
      return;
    }
    let items;
    try {
      items = JSON.parse(this.json.value.trim() || "[]");
    } catch (error) {
      this.#mode("json");
      this.#say(`This is not JSON yet: ${error.message}`);
      return;
    }
    this.set(items);
    if (this.asJson) this.#say("These passages have a form that the boxes cannot hold; they can be sent as they are.");
  }

  #mode(wanted) {
    for (const radio of document.getElementsByName("passages-as")) radio.checked = radio.value === wanted;
    byId("passages-boxed").hidden = wanted !== "boxes";
    byId("passages-raw").hidden = wanted !== "json";
    byId("passages-note").textContent = "";
  }

  #say(words) {
    byId("passages-note").textContent = words;
  }
}

/** An item as a box can hold it; null for one it cannot. */
function boxable(item) {
  if (typeof item === "string") return { text: item };
  if (!item || typeof item !== "object" || typeof item.text !== "string") return null;
  const plain = { ...item };
  for (const name of ["id", ...ABOUT]) {
    if (plain[name] === null || plain[name] === undefined) delete plain[name];
    else if (typeof plain[name] !== "string") return null;
  }
  return plain;
}
