// Filters of the list of answers; without JavaScript the whole list is there.
(() => {
  const bar = document.querySelector(".choose");
  if (!bar) return;
  bar.hidden = false;
  const category = bar.querySelector("[name=category]");
  const kind = bar.querySelector("[name=kind]");
  const rows = [...document.querySelectorAll(".row")];
  const count = bar.querySelector("output");
  const apply = () => {
    let shown = 0;
    for (const row of rows) {
      const fits = (!category.value || row.dataset.category === category.value)
        && (!kind.value || row.dataset.kind === kind.value);
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    count.textContent = `${shown} of ${rows.length} answers`;
  };
  category.addEventListener("change", apply);
  kind.addEventListener("change", apply);
  apply();
})();
