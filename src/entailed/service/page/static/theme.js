"use strict";
// Runs before the page is painted, so that a chosen theme does not flash the other one first.
(() => {
  const NAME = "entailed-theme";
  const root = document.documentElement;
  let chosen = "";
  try { chosen = localStorage.getItem(NAME) || ""; } catch { /* keeps nothing */ }
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(chosen);
  document.addEventListener("DOMContentLoaded", () => {
    const field = document.getElementById("theme");
    if (!field) return;
    field.value = root.dataset.theme || "";
    field.addEventListener("change", () => {
      apply(field.value);
      try {
        if (field.value) localStorage.setItem(NAME, field.value);
        else localStorage.removeItem(NAME);
      } catch { /* keeps nothing */ }
    });
  });
})();
