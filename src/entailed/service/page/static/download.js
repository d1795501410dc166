// Files made in the page.

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
