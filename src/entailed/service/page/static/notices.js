// Empty, loading and error states: one look for all views, each with the next thing to do.

import { ApiError } from "./api.js";
import { fill, h, plural } from "./dom.js";

const busy = new WeakMap(); // the latest thing under way in each place

/** Nothing is there yet, or nothing matches. */
export function showEmpty(place, title, ...details) {
  fill(place, h("div", { class: "notice" }, h("p", { class: "notice-title" }, title), details));
}

/** Something is under way; the count of seconds is for the eye alone. Gives `{end, say(title)}`. */
export function showLoading(place, title, onStop) {
  const words = h("span", {}, title);
  const clock = h("span", { class: "clock", "aria-hidden": "true" });
  const stop = onStop && h("button", { type: "button", click: onStop }, "Stop");
  fill(place, h("div", { class: "notice loading", role: "status" },
    h("span", { class: "spinner", "aria-hidden": "true" }), h("p", { class: "notice-title" }, words, clock), stop));
  place.setAttribute("aria-busy", "true");
  busy.set(place, clock);
  const began = performance.now();
  const timer = setInterval(() => {
    clock.textContent = ` ${Math.round((performance.now() - began) / 1000)} s`;
  }, 1000);
  const end = () => {
    clearInterval(timer);
    if (busy.get(place) === clock) place.removeAttribute("aria-busy");
  };
  return { end, say: (next) => fill(words, next) };
}

/**
 * What went wrong and what can be done. `retry` is called by the button; after a Retry-After the
 * button waits that long. `askKey` opens the dialog for a key.
 */
export function showError(place, error, { retry = null, askKey = null } = {}) {
  const { title, advice } = told(error);
  const parts = [h("p", { class: "notice-title" }, title), advice && h("p", {}, advice)];
  if (error.message && error.kind !== "network") parts.push(h("p", { class: "said" }, error.message));
  if (error.expected) parts.push(h("p", { class: "said" }, "Expected: ", error.expected));
  if (error.got) parts.push(h("p", { class: "said" }, "Got: ", error.got));
  const buttons = [];
  if (needsKey(error) && askKey) {
    buttons.push(h("button", { type: "button", class: "primary", click: () => askKey(retry) }, "Enter a key"));
  } else if (retry) buttons.push(retryButton(retry, error.wait));
  if (buttons.length) parts.push(h("p", { class: "buttons" }, buttons));
  fill(place, h("div", { class: "notice error", role: "alert" }, parts));
}

/** Whether another key may help. */
export function needsKey(error) {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

function retryButton(retry, wait) {
  const button = h("button", { type: "button", click: retry }, "Try again");
  if (!wait) return button;
  let left = wait;
  const tick = () => {
    button.disabled = left > 0;
    button.textContent = left > 0 ? `Try again in ${left} s` : "Try again";
    left -= 1;
    if (left >= -1 && (button.isConnected || left > wait - 3)) setTimeout(tick, 1000);
  };
  tick();
  return button;
}

function told(error) {
  if (!(error instanceof ApiError)) {
    return { title: "This page could not show what came", advice: "Reload it; if that does not help, tell whoever runs the service." };
  }
  if (error.kind === "network") {
    return { title: "The service cannot be reached", advice: "It may be stopped, or the connection is down. Nothing was lost here." };
  }
  if (error.kind === "broken") {
    return { title: "The service broke off", advice: "Try again in a moment." };
  }
  if (error.kind === "malformed") {
    return { title: "The service sent something that is not JSON", advice: "Something between this page and the service may have answered in its place." };
  }
  return byStatus(error);
}

function byStatus({ status, wait }) {
  const again = wait ? `The service asks to wait ${plural(wait, "second")}.` : "Try again in a moment.";
  const known = {
    400: { title: "The service could not read the request", advice: "" },
    401: { title: "The service wants a key", advice: "Enter the API key that you were given." },
    403: { title: "This key may not do that", advice: "Enter another key." },
    404: { title: "There is no such thing here", advice: "" },
    408: { title: "The service gave up waiting", advice: again },
    410: { title: "The texts have been erased", advice: "" },
    413: { title: "This is too large for the service", advice: "Leave out passages that have nothing to do with the answer, or shorten the answer." },
    422: { title: "The service could not read the request", advice: "" },
    429: { title: "Too many requests", advice: again },
    503: { title: "The service is busy or not ready", advice: again },
    504: { title: "The check took too long", advice: "Send a shorter answer, or fewer passages." },
  };
  return known[status] ?? { title: `The service failed (${status})`, advice: again };
}
