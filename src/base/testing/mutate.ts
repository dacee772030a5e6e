// What a hostile peer or a damaged file makes of valid bytes: flipped bytes, cut ends, repeated pieces; in JSON numbers at the
// ends of what they may be, other types, missing, repeated and forbidden keys, long lists, deep nesting. By the seed of `random`.
import { utf8 } from '../bytes';
import type { Prng } from '../prng';

type Holder = Record<string, unknown>;

/** Numbers as JSON writes them: some are texts that no JSON.stringify gives. */
const numbers = [
  ...['0', '-0', '1', '-1', '0.5', '2', '63', '64', '65', '255', '256', '65535', '65536', '4294967295'],
  ...['4294967296', '9007199254740991', '9007199254740992', '-9007199254740991', '1e20', '1e308', '1e999'],
  ...['-1e999', '5e-324', '1e-12'],
];
const others = [
  'null',
  'true',
  'false',
  '""',
  '"0"',
  '"__proto__"',
  '[]',
  '{}',
  '[[]]',
  '"\\ud800"',
  '[null]',
];
const keys = ['__proto__', 'constructor', 'toString', 'length', 'a', ''];
/** A depth that recursion does not survive. */
const depth = 50_000;
/** Characters of one text: a frame takes 64 KiB. */
const mostCharacters = 200_000;

/** Stands in the text where JSON.stringify cannot write what is to be there. */
const mark = (index: number): string => `\u0001${index}\u0001`;

function pick<T>(from: readonly T[], random: Prng): T {
  return from[random.below(from.length)];
}

/** The text of a value like this one, with one to three changes. It may be no JSON any more. */
export function mutatedJson(value: unknown, random: Prng): string {
  const root: Holder = { value: structuredClone(value) };
  const raw: string[] = [];
  const placed = (text: string): string => mark(raw.push(text) - 1);
  for (let left = 1 + random.below(3); left > 0; left--) {
    const places = placesIn(root);
    const [holder, key] = pick(places, random);
    change(holder, key, random, placed);
  }
  let text = JSON.stringify(root.value ?? null);
  for (const [index, replacement] of raw.entries())
    text = text.split(JSON.stringify(mark(index))).join(replacement);
  return text.slice(0, mostCharacters);
}

function placesIn(root: Holder): [Holder, string][] {
  const places: [Holder, string][] = [];
  const look = (holder: Holder): void => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      const inner = holder[key];
      if (typeof inner === 'object' && inner !== null) look(inner as Holder);
    }
  };
  look(root);
  return places;
}

function change(holder: Holder, key: string, random: Prng, placed: (text: string) => string): void {
  const value = holder[key];
  const kind = random.below(10);
  if (typeof value === 'number' && kind < 8) holder[key] = placed(pick(numbers, random));
  else if (typeof value === 'string' && kind < 5) holder[key] = mutatedText(value, random);
  else if (Array.isArray(value) && value.length > 0 && kind < 5)
    holder[key] = pick<(list: unknown[]) => unknown[]>(
      [
        (list) => [...list, structuredClone(list[0])],
        (list) => list.slice(1),
        (list) => [...list].reverse(),
        (list) => Array.from({ length: 300 }, () => list[0]),
        (list) => [...list, ...list],
      ],
      random,
    )(value);
  else if (kind === 5 && typeof value === 'object' && value !== null && !Array.isArray(value))
    Object.defineProperty(value, pick(keys, random), {
      ...{ value: placed(pick([...numbers, ...others], random)), enumerable: true, configurable: true },
      writable: true,
    });
  else if (kind === 6 && key !== 'value' && !Array.isArray(holder)) delete holder[key];
  else if (kind === 7) holder[key] = placed('['.repeat(depth) + ']'.repeat(depth));
  else holder[key] = placed(pick([...numbers, ...others], random));
}

function mutatedText(text: string, random: Prng): string {
  const at = random.below(text.length + 1);
  return pick(
    [
      text.slice(0, at),
      text + text,
      `${text.slice(0, at)}\u0000${text.slice(at)}`,
      text.replace(/\d/, () => String(random.below(10))),
      text.replace(/[a-f]/, () => pick([...'abcdef'], random)),
      'x'.repeat(20_000),
    ],
    random,
  );
}

/** The bytes with one to three changes; rarely many times as long. */
export function mutatedBytes(bytes: Uint8Array, random: Prng): Uint8Array<ArrayBuffer> {
  let changed = bytes.slice();
  for (let left = 1 + random.below(3); left > 0 && changed.length > 0; left--) {
    const at = random.below(changed.length);
    switch (random.below(6)) {
      case 0:
        changed[at] ^= 1 << random.below(8);
        break;
      case 1:
        changed[at] = pick([0, 1, 0x7f, 0x80, 0xff], random);
        break;
      case 2:
        changed.fill(pick([0, 0xff], random), at, at + pick([2, 4, 8], random));
        break;
      case 3:
        changed = changed.slice(0, at);
        break;
      case 4:
        changed = spliced(changed, at, changed.subarray(at, at + random.below(64)));
        break;
      default:
        changed = spliced(changed, at, utf8(pick([...numbers, ...others], random)));
    }
  }
  return changed;
}

function spliced(bytes: Uint8Array, at: number, piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(bytes.length + piece.length);
  longer.set(bytes.subarray(0, at));
  longer.set(piece, at);
  longer.set(bytes.subarray(at), at + piece.length);
  return longer;
}
