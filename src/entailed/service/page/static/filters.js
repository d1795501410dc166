// Filters between their form, the address and the API. Days are days in UTC, as in the ledger.

/** The fields of a form that hold something, as an object. */
export function readForm(form) {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
}

/** Put values into the fields of a form; a field without one becomes empty. */
export function writeForm(form, values) {
  for (const field of form.elements) {
    if (field.name) field.value = values[field.name] ?? "";
  }
}

/** The moment a day begins, for the API. */
export function dayStart(date) {
  return date ? `${date}T00:00:00Z` : "";
}

/** The moment after a day, so that "until" includes the day that was chosen. */
export function dayAfter(date) {
  if (!date) return "";
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return "";
  day.setUTCDate(day.getUTCDate() + 1);
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`;
}

/** "2026-11-30 08:15:02" of an ISO time, in UTC. */
export function shortTime(iso) {
  return String(iso).slice(0, 19).replace("T", " ");
}
