// Finds a key that an object of a JSON text has twice. JSON.parse keeps the last one and says nothing; the
// safetensors format forbids it.

/** `json` is well-formed. The first repeated key, or undefined. */
export function duplicateKey(json: string): string | undefined {
  /** The keys of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let isKeyNext = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys && isKeyNext) {
        const key = JSON.parse(json.slice(at, end)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
        isKeyNext = false;
      }
      at = end - 1;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      isKeyNext = character === '{';
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',') isKeyNext = open.at(-1) !== undefined;
  }
  return undefined;
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
