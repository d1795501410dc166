// What a policy changed in an answer, word by word: the shortest edit by Myers (1986), bounded.

const TOKENS = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s]/gu;
const LINES = /[^\n]*\n|[^\n]+/g;
const MOST_EDITS = 1500; // the trace takes the square of this in numbers

/** `[{kind: "same" | "removed" | "added", text}]`, in order; joined they give both texts. */
export function diff(before, after) {
  const words = edits(before.match(TOKENS) ?? [], after.match(TOKENS) ?? []);
  const found = words ?? edits(before.match(LINES) ?? [], after.match(LINES) ?? []);
  return joined(found ?? [["removed", before], ["added", after]]);
}

function edits(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const middle = shortest(a.slice(start, a.length - end), b.slice(start, b.length - end));
  if (!middle) return null;
  const same = (tokens) => tokens.map((token) => ["same", token]);
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

/** The shortest edit of `a` into `b`, or null when it takes more than MOST_EDITS steps. */
function shortest(a, b) {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const width = most + 1;
  const reach = new Int32Array(2 * width + 1); // furthest x on each diagonal x - y
  const trace = [];
  for (let d = 0; d <= most; d += 1) {
    trace.push(reach.slice(width - d - 1, width + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[width + k - 1] < reach[width + k + 1]);
      let x = down ? reach[width + k + 1] : reach[width + k - 1] + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) { x += 1; y += 1; }
      reach[width + k] = x;
      if (x >= a.length && y >= b.length) return walked(a, b, trace);
    }
  }
  return null;
}

function walked(a, b, trace) {
  const found = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d > 0; d -= 1) {
    const at = (k) => trace[d][k + d + 1];
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = down ? at(k + 1) : at(k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    const stop = down ? fromX : fromX + 1;
    while (x > stop) { x -= 1; y -= 1; found.push(["same", a[x]]); }
    found.push(down ? ["added", b[fromY]] : ["removed", a[fromX]]);
    x = fromX;
    y = fromY;
  }
  while (x > 0) { x -= 1; found.push(["same", a[x]]); }
  return found.reverse();
}

/** Runs of one kind joined; white space between two changes counts as changed with them. */
function joined(steps) {
  const runs = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) runs.push({ kind: "removed", text: removed });
    if (added) runs.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  for (let i = 0; i < steps.length; i += 1) {
    const [kind, text] = steps[i];
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else {
      const between = (removed || added) && !text.trim() && steps[i + 1] && steps[i + 1][0] !== "same";
      if (between) {
        removed += text;
        added += text;
        continue;
      }
      flush();
      const last = runs.at(-1);
      if (last?.kind === "same") last.text += text;
      else runs.push({ kind: "same", text });
    }
  }
  flush();
  return runs;
}
