// Rows of a file that is one JSON value, as pandas and programs write it: a list of records or of lists, or an object of
// columns (to_json with any orient). It is read whole, so it is at most so large. NaN and Infinity, which Python's json
// writes against the format, are read as well.
import { say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import type { FileBytes } from '../unpack';
import { readTextPieces } from './text-pieces';

export type JsonObject = Readonly<Record<string, unknown>>;

/** It takes several times as much while it is parsed. */
const mostDocumentCharacters = 128 * 2 ** 20;

/** Undefined: it is no JSON value, as a file of one object a line is none. */
export function jsonValue(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined;
  }
  try {
    // Strings are matched first, so that what stands in them stays. An endless number is left to whoever reads cells.
    const strict = text.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (found) =>
      found.startsWith('"') ? found : found === 'NaN' ? 'null' : `"${found}"`,
    );
    return { value: JSON.parse(strict) as unknown };
  } catch {
    return undefined;
  }
}

/** Does the file begin like one value that goes over several lines, or like one that is no single record? `start`: its first
 *  characters, up to the end of its second line where they go so far. */
export function isDocument(start: string): boolean {
  const text = start.replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('[')) return true;
  const [first, ...others] = text.split('\n');
  const isOneLine = others.every((line) => line.trim() === '');
  const parsed = jsonValue(first);
  if (!parsed) return !isOneLine || text.length >= mostStartCharacters || /\}\s*,?\s*\{/.test(first);
  return isOneLine && recordsIn(parsed.value)?.length !== 1;
}

/** The characters of the beginning, which says what a file is. */
export const mostStartCharacters = 2 ** 16;

export async function documentRecords(
  given: FileBytes,
  name: string,
): Promise<Result<readonly JsonObject[], 'bad-file'>> {
  let text = '';
  const read = await readTextPieces(given, name, (piece) => {
    text += piece;
    return text.length <= mostDocumentCharacters;
  });
  if (!read.ok) return read;
  if (text.length > mostDocumentCharacters)
    return fail('bad-file', say('json-too-long', { name, most: mostDocumentCharacters / 2 ** 20 }));
  const bare = text.replace(/^\uFEFF/, '').trim();
  const parsed = jsonValue(bare) ?? manyValues(bare);
  if (!parsed) return fail('bad-file', say('json-broken', { name }));
  const records = recordsIn(parsed.value);
  return records ? ok(records) : fail('bad-file', say('json-without-rows', { name }));
}

/** Values one after another, with or without commas between them, as programs append them to a file; or a list with a comma
 *  after its last value. */
function manyValues(text: string): { readonly value: unknown } | undefined {
  const parts = partsOf(text);
  return together(parts?.length === 1 && text.startsWith('[') ? partsOf(text.slice(1, -1)) : parts);
}

function together(parts: readonly string[] | undefined): { readonly value: unknown } | undefined {
  const values = parts?.map(jsonValue);
  return values?.every((one) => one !== undefined) ? { value: values.map(({ value }) => value) } : undefined;
}

/** The objects and lists that stand side by side; undefined: something else stands there as well. */
function partsOf(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let [depth, from, end] = [0, 0, 0];
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (mark.length > 1) {
      if (depth === 0) return undefined;
      continue;
    }
    if (mark === '{' || mark === '[') {
      if (depth++ > 0) continue;
      if (!/^[\s,]*$/.test(text.slice(end, index))) return undefined;
      from = index;
    } else if (--depth === 0) {
      end = index + 1;
      parts.push(text.slice(from, end));
    } else if (depth < 0) return undefined;
  }
  return depth === 0 && parts.length > 0 && /^[\s,]*$/.test(text.slice(end)) ? parts : undefined;
}

function recordsIn(value: unknown): readonly JsonObject[] | undefined {
  if (Array.isArray(value)) return listRecords(value, undefined);
  if (!isObject(value)) return undefined;
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data)) return listRecords(data, columns.map(nameOf)); // orient "split"
  const entries = Object.entries(value);
  const held = entries.map(([, one]) => one);
  if (entries.length > 0 && held.every(Array.isArray)) {
    if (
      new Set(held.map(({ length }) => length)).size === 1 &&
      !(held.length === 1 && held[0].some(isObject))
    )
      return fromColumns(entries.map(([key, list]) => [key, new Map((list as unknown[]).entries())]));
  }
  if (entries.length > 0 && held.every(isObject)) {
    const areRows = entries.length > 1 && entries.every(([key]) => /^\d+$/.test(key)); // orient "index"
    if (areRows) return held;
    return fromColumns(entries.map(([key, column]) => [key, new Map(Object.entries(column as JsonObject))]));
  }
  // An answer of a server: the one list of records in it.
  const lists = held.filter(
    (one): one is unknown[] => Array.isArray(one) && one.length > 0 && one.every(isObject),
  );
  if (lists.length === 1) return listRecords(lists[0], undefined);
  return [value];
}

/** The first of several lists names the columns where it holds texts alone. */
function listRecords(
  list: readonly unknown[],
  columns: readonly string[] | undefined,
): readonly JsonObject[] | undefined {
  if (list.length === 0) return undefined;
  if (list.every(isObject)) return list;
  if (list.every((one) => typeof one === 'string')) return list.map((text) => ({ text }));
  if (!list.every(Array.isArray)) return undefined;
  const [first] = list as readonly (readonly unknown[])[];
  const hasNames =
    !columns && list.length > 1 && first.every((cell) => typeof cell === 'string' && cell !== '');
  const names = columns ?? (hasNames ? first.map(nameOf) : first.map((_, at) => `column ${at + 1}`));
  return (list as readonly (readonly unknown[])[])
    .slice(hasNames ? 1 : 0)
    .map((row) => Object.fromEntries(names.map((key, at) => [key, row[at]])));
}

type Column = readonly [name: string, cells: ReadonlyMap<string | number, unknown>];

function fromColumns(columns: readonly Column[]): readonly JsonObject[] {
  const places = new Set(columns.flatMap(([, cells]) => [...cells.keys()]));
  return [...places].map((place) =>
    Object.fromEntries(columns.map(([name, cells]) => [name, cells.get(place)])),
  );
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
