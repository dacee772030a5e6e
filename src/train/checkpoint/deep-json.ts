// Whether a JSON text nests deeper than any file of ours. JSON.parse survives millions of levels, and takes seconds for them:
// a page would stand still for a file of a few MiB (F7).

/** Files of Transformers nest less than ten levels. */
const deepest = 64;

/** `json` need not be well-formed. Linear in its length. */
export function isDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      for (at++; at < json.length && json[at] !== '"'; at++) if (json[at] === '\\') at++;
    } else if (character === '[' || character === '{') {
      if (++depth > deepest) return true;
    } else if (character === ']' || character === '}') depth--;
  }
  return false;
}
