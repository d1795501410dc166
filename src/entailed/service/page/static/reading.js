// Files a person hands over: what they hold, told by their ending and their form.

import { isReport } from "./report.js";

export class FileError extends Error {}

/** The text of a file. Throws FileError for what is not UTF-8. */
export async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new FileError(`${file.name}: expected UTF-8 text; convert the file to UTF-8`);
  }
}

/**
 * What a file holds: `{kind: "report", report}`, `{kind: "request", request}`,
 * `{kind: "passages", items}` or `{kind: "text", text, name}`. Throws FileError.
 */
export async function contentOf(file) {
  const text = await textOf(file);
  const name = file.name.replace(/\.[^.]*$/, "") || file.name;
  if (/\.json$/i.test(file.name)) return jsonContent(parsed(text, file.name));
  if (/\.(jsonl|ndjson)$/i.test(file.name)) {
    const lines = text.split("\n").map((line, at) => [line, at + 1]).filter(([line]) => line.trim());
    return { kind: "passages", items: lines.map(([line, at]) => parsed(line, `${file.name}, line ${at}`)) };
  }
  return { kind: "text", text, name, file: file.name };
}

function jsonContent(data) {
  if (isReport(data)) return { kind: "report", report: data };
  if (isReport(data?.report)) return { kind: "report", report: data.report };
  if (data && typeof data.answer === "string" && "passages" in data) return { kind: "request", request: data };
  return { kind: "passages", items: data };
}

function parsed(text, where) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileError(`${where}: not JSON: ${error.message}`);
  }
}

/** Let files be dropped on `zone`; `take(files)` gets them. */
export function dropZone(zone, take) {
  let depth = 0;
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  zone.addEventListener("dragenter", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    depth += 1;
    zone.classList.add("drop");
  });
  zone.addEventListener("dragover", (event) => { if (carries(event)) event.preventDefault(); });
  zone.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) zone.classList.remove("drop");
  });
  zone.addEventListener("drop", (event) => {
    depth = 0;
    zone.classList.remove("drop");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.files]);
  });
}
