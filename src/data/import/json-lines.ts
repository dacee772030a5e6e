// Rows of a JSON Lines file: an object a line, or of a file that is one JSON value (json-document.ts). The first rows name
// the fields.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import type { FileBytes } from '../unpack';
import {
  documentRecords,
  isObject,
  isDocument,
  type JsonObject,
  jsonValue,
  mostStartCharacters,
} from './json-document';
import { EmptyLines, mostColumns, mostLineCharacters, mostNameCharacters, type RowSource } from './rows';
import { readTextPieces } from './text-pieces';

/** Lines whose fields become the columns: a field that comes first after them is not read, and named in a note. */
const namingLines = 1000;
/** The depth of objects in objects. */
const mostDepth = 3;
/** Further ones are counted. */
const mostNamedFields = 4;
/** The fields that are noted: a file of objects by number has a million. */
const mostNotedFields = 10_000;

type TakeObject = (object: JsonObject, line: number) => boolean;

export async function jsonRows(given: FileBytes, name: string): Promise<Result<RowSource, 'bad-file'>> {
  const objects = await objectsOf(given, name);
  if (!objects.ok) return objects;
  const eachObject: EachObject = (take) => objects.value((object, line) => take(flat(object), line));
  const names = new Set<string>();
  const lists = new Set<string>();
  let lines = 0;
  const read = await eachObject((object) => {
    for (const [key, value] of Object.entries(object)) {
      names.add(key);
      if (typeof value === 'object' && value !== null && chatOf(value) === undefined) lists.add(key);
    }
    return ++lines < namingLines && names.size <= mostColumns;
  });
  if (!read.ok) return read;
  if (lines === 0) return fail('bad-file', say('file-empty', { name }));
  const columns = [...names].filter((key) => key !== '' && key.length <= mostNameCharacters);
  if (columns.length === 0) return fail('bad-file', say('objects-without-fields', { name }));
  if (columns.length > mostColumns)
    return fail('bad-file', say('objects-of-many-fields', { name, most: mostColumns }));
  const known = new Set(columns);
  /** Field → the first line that has it. */
  const late = new Map<string, number>();
  return ok({
    columns,
    lists,
    notes: () => fieldNotes(late, names.size - columns.length),
    read: (take) =>
      eachObject((object, line) => {
        for (const key of Object.keys(object))
          if (!known.has(key) && !names.has(key) && !late.has(key) && late.size < mostNotedFields)
            late.set(key, line);
        return take(
          columns.map((column) => cellOf(Object.hasOwn(object, column) ? object[column] : undefined)),
          line,
        );
      }),
  });
}

/** `unnamed`: fields whose names are empty or too long. */
function fieldNotes(late: ReadonlyMap<string, number>, unnamed: number): readonly Saying[] {
  const more = late.size - mostNamedFields;
  return [
    ...[...late]
      .slice(0, mostNamedFields)
      .map(([field, line]) =>
        say('field-late', { field: field.slice(0, mostNameCharacters), line, after: namingLines }),
      ),
    ...(more > 0 ? [say('fields-late', { count: more, isAtLeast: late.size === mostNotedFields })] : []),
    ...(unnamed > 0 ? [say('fields-without-names', { most: mostNameCharacters, count: unnamed })] : []),
  ];
}

/** {"size": {"x": 1}} has a field size.x. */
function flat(object: JsonObject, depth = 0): JsonObject {
  if (depth === mostDepth || !Object.values(object).some(isObject)) return object;
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) =>
      isObject(value) && Object.keys(value).length > 0
        ? Object.entries(flat(value, depth + 1)).map(([inner, one]) => [`${key}.${inner}`, one] as const)
        : [[key, value] as const],
    ),
  );
}

/** A talk as sets for fine-tuning have it: what each says is a line. Undefined: it is none. */
function chatOf(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const said = (value as unknown[]).map((turn) => {
    if (!isObject(turn)) return undefined;
    const [who, text] = [turn.role ?? turn.from, turn.content ?? turn.value];
    return typeof who === 'string' && typeof text === 'string' ? `${who}: ${text}` : undefined;
  });
  return said.includes(undefined) ? undefined : said.join('\n');
}

/** Lists and objects become cells without meaning: too many different ones to be categories. */
function cellOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === null || value === undefined ? '' : (chatOf(value) ?? JSON.stringify(value));
  }
}

type EachObject = (take: TakeObject) => Promise<Result<null, 'bad-file'>>;

async function objectsOf(given: FileBytes, name: string): Promise<Result<EachObject, 'bad-file'>> {
  let start = '';
  const read = await readTextPieces(given, name, (text) => {
    start = (start + text).slice(0, mostStartCharacters);
    return start.length < mostStartCharacters && start.trimStart().split('\n').length < 3;
  });
  if (!read.ok) return read;
  if (start.trim() === '' || !isDocument(start)) return ok((take) => eachLine(given, name, take));
  const records = await documentRecords(given, name);
  if (!records.ok) return records;
  return ok((take) => {
    records.value.every((record, at) => take(record, at + 1));
    return Promise.resolve(ok(null));
  });
}

async function eachLine(given: FileBytes, name: string, take: TakeObject): Promise<Result<null, 'bad-file'>> {
  const empty = new EmptyLines(name);
  let rest = '';
  let line = 0;
  let problem: Saying | undefined;
  const takeLine = (text: string): boolean => {
    line++;
    const trimmed = text.trim();
    if (trimmed === '') return (problem = empty.add(text, line)) === undefined;
    const object = objectIn(trimmed);
    if (object) return take(object, line);
    problem = say('no-json-object', { line, name });
    return false;
  };
  let isEnough = false;
  const read = await readTextPieces(given, name, (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    isEnough = !lines.every(takeLine);
    if (!isEnough && rest.length > 8 * mostLineCharacters) {
      problem = say('long-line', { line: line + 1, name, most: 8 * mostLineCharacters });
      isEnough = true;
    }
    return !isEnough;
  });
  if (!read.ok) return read;
  if (!isEnough && rest !== '') takeLine(rest);
  return problem ? fail('bad-file', problem) : ok(null);
}

function objectIn(line: string): JsonObject | undefined {
  const value = jsonValue(line.replace(/^\uFEFF/, ''))?.value;
  return isObject(value) ? value : undefined;
}
