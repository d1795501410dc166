// Requests to the service this page came from, and what goes wrong with them as values for a person.

const KEPT = "entailed-key";
let key = "";
try {
  key = sessionStorage.getItem(KEPT) ?? "";
} catch { /* a browser that keeps nothing; the key stays in memory */ }

/** What came instead of an answer. `kind`: "network", "stopped", "malformed", "broken", or "status". */
export class ApiError extends Error {
  constructor(kind, { status = 0, message = "", expected = "", got = "", wait = null } = {}) {
    super(message);
    Object.assign(this, { kind, status, expected, got, wait });
  }
}

/** Whether a key is in use. */
export function hasKey() {
  return key !== "";
}

/** Use this key ("" for none); with `keep`, for as long as this tab is open. */
export function useKey(value, keep) {
  key = value;
  try {
    if (value && keep) sessionStorage.setItem(KEPT, value);
    else sessionStorage.removeItem(KEPT);
  } catch { /* as above */ }
}

/** The JSON at `path`; `query` is an object of parameters, empty ones left out. */
export function get(path, query = {}, options = {}) {
  const wanted = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const search = new URLSearchParams(wanted).toString();
  return request("GET", search ? `${path}?${search}` : path, null, options);
}

/** Send `body`, JSON text or a value, and give the JSON that comes back. */
export function post(path, body, options = {}) {
  return request("POST", path, typeof body === "string" ? body : JSON.stringify(body), options);
}

/**
 * Send `body` and give the events that come as they come: `[name, data]`. An event `error`, and an
 * end in the middle, are errors.
 */
export async function* events(path, body, { signal = null } = {}) {
  const response = await reached(() => sent("POST", path, body, signal, "text/event-stream"));
  if (!response.ok) throw failure(response, parsed(await reached(() => response.text())));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reached(() => reader.read());
    if (done) return;
    const pieces = (rest + value).split("\n\n");
    rest = pieces.pop();
    for (const piece of pieces) {
      const name = /^event: (.*)$/m.exec(piece)?.[1];
      const data = parsed(/^data: (.*)$/m.exec(piece)?.[1] ?? "");
      if (name === "error") throw new ApiError("broken", { message: words(data?.error?.message) });
      if (name) yield [name, data];
    }
  }
}

async function request(method, path, body, { signal = null } = {}) {
  const response = await reached(() => sent(method, path, body, signal, "application/json"));
  const data = parsed(await reached(() => response.text()));
  if (!response.ok) throw failure(response, data);
  if (data === undefined) throw new ApiError("malformed", { status: response.status });
  return { data };
}

function sent(method, path, body, signal, accept) {
  const headers = { Accept: accept };
  if (body !== null) headers["Content-Type"] = "application/json";
  if (key) headers.Authorization = `Bearer ${key}`;
  return fetch(path, {
    method, headers, body, signal, credentials: "omit", cache: "no-store", redirect: "error",
  });
}

/** What `step` gives; where the service is not reached, or was not to be waited for, an ApiError. */
async function reached(step) {
  try {
    return await step();
  } catch (error) {
    if (error.name === "AbortError") throw new ApiError("stopped");
    throw new ApiError("network", { message: error.message });
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(response, data) {
  const said = data?.error && typeof data.error === "object" ? data.error : {};
  return new ApiError("status", {
    status: response.status,
    message: words(said.message),
    expected: words(said.expected),
    got: words(said.got),
    wait: seconds(response.headers.get("Retry-After")),
  });
}

function words(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Seconds to wait by a Retry-After header, which is a number or a date; null without one. */
function seconds(header) {
  if (!header) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
