// The API counts code points, JavaScript counts UTF-16 units; and texts cut where marks begin and end.

/** A text addressed by code points. */
export class Points {
  constructor(text) {
    this.text = text;
    this.length = text.length;
    this.units = null; // one for one while there is no surrogate pair
    if (/[\ud800-\udbff][\udc00-\udfff]/.test(text)) {
      const units = new Uint32Array(text.length + 1);
      let length = 0;
      for (let unit = 0; unit < text.length; unit += text.codePointAt(unit) > 0xffff ? 2 : 1) {
        units[length] = unit;
        length += 1;
      }
      units[length] = text.length;
      this.units = units;
      this.length = length;
    }
  }

  /** The UTF-16 offset of a code-point offset; what lies beyond the text is its end. */
  at(point) {
    if (point >= this.length) return this.text.length;
    return this.units ? this.units[point] : point;
  }

  /** The text of code points `[start, end)`. */
  slice(start, end) {
    return this.text.slice(this.at(start), this.at(end));
  }
}

/**
 * Cut `length` code points wherever a mark begins or ends: `[{start, end, keys}]`, which tile it.
 * Marks are `{start, end, key}`; they may overlap and reach beyond the text. `keys` are ascending.
 */
export function cut(length, marks) {
  const edges = new Map([[0, []], [length, []]]);
  const edge = (offset) => {
    if (!edges.has(offset)) edges.set(offset, []);
    return edges.get(offset);
  };
  for (const mark of marks) {
    const start = Math.min(mark.start, length);
    const end = Math.min(mark.end, length);
    if (start < end) {
      edge(start).push([mark.key, 1]);
      edge(end).push([mark.key, -1]);
    }
  }
  const offsets = [...edges.keys()].sort((a, b) => a - b);
  const open = new Map();
  const pieces = [];
  for (let i = 0; i + 1 < offsets.length; i += 1) {
    for (const [key, step] of edges.get(offsets[i])) {
      const depth = (open.get(key) ?? 0) + step;
      if (depth > 0) open.set(key, depth);
      else open.delete(key);
    }
    const keys = [...open.keys()].sort((a, b) => a - b);
    pieces.push({ start: offsets[i], end: offsets[i + 1], keys });
  }
  return pieces;
}
