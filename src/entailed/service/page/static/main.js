// The page: which view is shown, what the service offers, the key.

import { get } from "./api.js";
import { mountCheck } from "./check.js";
import { byId } from "./dom.js";
import { mountFigures } from "./figures.js";
import { askKey, mountKey } from "./key.js";
import { mountLedger } from "./ledger.js";
import { showEmpty } from "./notices.js";
import { showRecord } from "./record.js";

const TITLES = { check: "Check", ledger: "Ledger", figures: "Figures" };
const app = { askKey, go, offers: { ask: false, ledger: true, keys: false, policies: [] } };
const check = mountCheck(app);
const ledger = mountLedger(app);
const figures = mountFigures(app);
let shown = null;

/** Go to a view; its filters become part of the fragment, which is never sent to a server. */
function go(view, query) {
  const search = new URLSearchParams(query).toString();
  const wanted = `#${view}${search ? `?${search}` : ""}`;
  if (location.hash === wanted) route();
  else location.hash = wanted;
}

function route() {
  const [path, search = ""] = location.hash.slice(1).split("?");
  const [name, id = ""] = path.split("/");
  const view = Object.hasOwn(TITLES, name) ? name : "check";
  const query = Object.fromEntries(new URLSearchParams(search));
  for (const each of Object.keys(TITLES)) byId(`view-${each}`).hidden = each !== view;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${TITLES[view]} – Entailed`;
  if (shown !== null && shown !== view) byId(`title-${view}`).focus();
  shown = view;
  if (view === "ledger") showLedger(decoded(id), query);
  if (view === "figures") {
    if (app.offers.ledger) figures.show(query);
    else noLedger("figures-result");
  }
}

function showLedger(id, query) {
  byId("ledger-list").hidden = Boolean(id);
  byId("ledger-record").hidden = !id;
  if (!app.offers.ledger) noLedger(id ? "ledger-record" : "ledger-result");
  else if (id) showRecord(app, id);
  else ledger.show(query);
}

function noLedger(id) {
  showEmpty(byId(id), "This service keeps no ledger.");
}

function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** What the service offers; while it cannot be asked, the form stays as it is. */
async function learn() {
  const note = byId("no-service");
  try {
    const { data } = await get("/page/offers");
    app.offers = data;
    byId("key-open").hidden = !data.keys;
    check.configure(data);
    note.hidden = true;
  } catch {
    note.hidden = false;
    note.textContent = "The service behind this page does not answer. What you enter stays here; try again in a moment.";
  }
}

addEventListener("hashchange", route);
mountKey(async () => {
  await learn();
  if (shown !== "check") route();
});
await learn();
route();
