"use strict";
// Adds highlighting on both sides at once; without it the links and :target do the same.
(() => {
  const keys = (element) => (element.dataset.claims || "").split(" ").filter(Boolean);
  const marked = [...document.querySelectorAll("[data-claims]")];
  let pinned = [];
  const show = (wanted) => {
    for (const element of marked) {
      element.classList.toggle("active", keys(element).some((key) => wanted.includes(key)));
    }
  };
  const reveal = () => {
    const there = document.querySelector(".evidence mark.active");
    if (!there) return;
    for (let outer = there.parentElement; outer; outer = outer.parentElement) {
      if (outer.tagName === "DETAILS") outer.open = true;
    }
    there.scrollIntoView({ block: "nearest" });
  };
  for (const element of marked) {
    element.addEventListener("mouseenter", () => show(keys(element)));
    element.addEventListener("mouseleave", () => show(pinned));
    element.addEventListener("focusin", () => { show(keys(element)); reveal(); });
    element.addEventListener("focusout", () => show(pinned));
    const pin = () => {
      const wanted = keys(element);
      pinned = pinned.join() === wanted.join() ? [] : wanted;
      show(pinned);
      if (element.closest(".answer")) reveal();
    };
    element.addEventListener("click", (event) => { if (!event.target.closest("a")) pin(); });
    element.addEventListener("keydown", (event) => {
      if (event.target !== element || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      pin();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { pinned = []; show(pinned); }
  });
})();
