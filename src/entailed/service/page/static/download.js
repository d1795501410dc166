// Files made in the page, and the buttons that make them.

import { ApiError, post } from "./api.js";
import { h } from "./dom.js";

/** Let the browser save `value` as JSON under `name`. */
export function download(name, value) {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  const link = document.createElement("a");
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The buttons in the head of a report: both kinds of JSON, and its record where there is one. */
export function reportButtons(report, recordId = null) {
  const note = h("span", { class: "soft", role: "status" });
  const audit = async () => {
    note.textContent = "";
    try {
      download("audit.json", (await post("/page/audit", report)).data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      note.textContent = `The audit could not be made. ${error.message}`;
    }
  };
  return [
    h("button", { type: "button", click: () => download("report.json", report) }, "Download JSON"),
    h("button", { type: "button", click: audit }, "Download audit JSON"),
    recordId && h("a", { class: "button", href: `#ledger/${encodeURIComponent(recordId)}` }, "Open its record"),
    note,
  ];
}
