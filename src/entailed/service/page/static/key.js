// The dialog for an API key. The key goes into the Authorization header and nowhere else.

import { hasKey, useKey } from "./api.js";
import { announce, byId } from "./dom.js";

let then = null;

/** Open the dialog; `after` is called once a key is in use. */
export function askKey(after = null) {
  then = typeof after === "function" ? after : null;
  byId("key-value").value = "";
  byId("key-forget").hidden = !hasKey();
  byId("key-dialog").showModal();
  byId("key-value").focus();
}

/** Wire the dialog and its button; `changed` is called whenever another key, or none, is in use. */
export function mountKey(changed) {
  const dialog = byId("key-dialog");
  byId("key-open").addEventListener("click", () => askKey());
  byId("key-cancel").addEventListener("click", () => dialog.close());
  byId("key-forget").addEventListener("click", () => {
    useKey("", false);
    settle(changed, "The key is forgotten.");
  });
  byId("key-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const value = byId("key-value").value.trim();
    if (!value) return;
    useKey(value, byId("key-keep").checked);
    settle(changed, "The key is in use.");
  });
  // Whatever closes the dialog, the key does not stay in its field.
  dialog.addEventListener("close", () => { byId("key-value").value = ""; });
  label();
}

function settle(changed, words) {
  byId("key-dialog").close();
  label();
  announce(words);
  const after = then;
  then = null;
  changed();
  if (hasKey() && after) after();
}

function label() {
  byId("key-open").textContent = hasKey() ? "Key: set" : "Key: none";
}
