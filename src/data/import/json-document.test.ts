import { inEnglish } from '../../cli/english/in-english';
import { describe, expect, test } from 'vitest';
import { jsonRows } from './json-lines';

async function rowsOf(text: string) {
  const source = await jsonRows(new Blob([text]), 'a.json');
  if (!source.ok) return inEnglish(source.error.says);
  const rows: (readonly string[])[] = [];
  const read = await source.value.read((cells) => rows.push(cells) > 0);
  return read.ok ? { columns: source.value.columns, rows } : inEnglish(read.error.says);
}

const records = [
  { x: 1, kind: 'a' },
  { x: 2.5, kind: 'b' },
  { x: null, kind: 'NaN, Infinity' },
];
const expected = {
  columns: ['x', 'kind'],
  rows: [
    ['1', 'a'],
    ['2.5', 'b'],
    ['', 'NaN, Infinity'],
  ],
};
const column = (key: 'x' | 'kind'): readonly unknown[] => records.map((record) => record[key]);
const byIndex = (key: 'x' | 'kind'): object => ({ ...column(key) });

describe('rows of one JSON value', () => {
  test.each([
    ['records', records],
    ['columns by index, as DataFrame.to_json writes them', { x: byIndex('x'), kind: byIndex('kind') }],
    ['columns as lists', { x: column('x'), kind: column('kind') }],
    ['orient "index"', { ...records }],
    [
      'orient "split"',
      { columns: ['x', 'kind'], index: [0, 1, 2], data: records.map((one) => Object.values(one)) },
    ],
    [
      'orient "table"',
      { schema: { fields: [{ name: 'x' }, { name: 'kind' }], primaryKey: ['x'] }, data: records },
    ],
    ['lists under a list of names', [['x', 'kind'], ...records.map((one) => Object.values(one))]],
    ['an answer of a server', { total: 3, rows: records, next: null }],
  ])('%s', async (_, value) => {
    for (const text of [
      JSON.stringify(value),
      JSON.stringify(value, null, 2),
      `\uFEFF ${JSON.stringify(value)}\n\n`,
    ])
      expect(await rowsOf(text)).toEqual(expected);
  });

  test('values one after another, with commas or without, and a comma too many', async () => {
    const each = records.map((one) => JSON.stringify(one));
    const wide = records.map((one) => JSON.stringify(one, null, 2));
    for (const text of [
      each.join(',\n'),
      each.join(''),
      wide.join('\n'),
      `[\n${each.join(',\n')},\n]`,
      `[${wide.join(', ')},]`,
    ])
      // prettier-ignore
      expect(await rowsOf(text)).toEqual(expected);
    const lists = [['x', 'kind'], ...records.map((one) => Object.values(one))];
    expect(await rowsOf(lists.map((one) => JSON.stringify(one)).join('\n'))).toEqual(expected);
  });

  test('objects in objects are fields of their own, and a talk is its lines', async () => {
    const text = '{"size": {"x": 1, "at": {"y": 2}}, "said": [{"role": "user", "content": "Hi {you}"}, {"role": "bot", "content": "Yes"}]}'; // prettier-ignore
    expect(await rowsOf(`${text}\n${text}`)).toEqual({
      columns: ['size.x', 'size.at.y', 'said'],
      rows: Array<string[]>(2).fill(['1', '2', 'user: Hi {you}\nbot: Yes']),
    });
    expect(await rowsOf('["one", "two"]')).toEqual({ columns: ['text'], rows: [['one'], ['two']] });
  });

  test('NaN and Infinity of Python, in lines and in a list; in texts they stay', async () => {
    const lines = '{"x": NaN, "kind": "NaN, \\"Infinity"}\n{"x": -Infinity, "kind": "b"}\n';
    const rows = [
      ['', 'NaN, "Infinity'],
      ['-Infinity', 'b'],
    ];
    expect(await rowsOf(lines)).toEqual({ columns: ['x', 'kind'], rows });
    expect(await rowsOf(`[${lines.trim().replace('\n', ',')}]`)).toEqual({ columns: ['x', 'kind'], rows });
  });

  test('one object a line, and one object alone, are as they were', async () => {
    expect(await rowsOf(records.map((one) => JSON.stringify(one)).join('\n'))).toEqual(expected);
    expect(await rowsOf('{"text": "one story"}')).toEqual({ columns: ['text'], rows: [['one story']] });
    expect(await rowsOf('{"text": "one", "of": [1, 2]}\n{"text": "two"}\n')).toEqual({
      columns: ['text', 'of'],
      rows: [
        ['one', '[1,2]'],
        ['two', ''],
      ],
    });
  });

  test.each([
    ['[1, 2, 3]', /^a.json holds no rows: a list of objects/],
    ['[]', /^a.json holds no rows/],
    ['[{"x": 1}, {"x": ', /^a.json is neither one JSON value nor a JSON object a line/],
    ['hello', /^line 1 of a.json is not a JSON object/],
    ['', /^a.json is empty/],
  ])('%s', async (text, message) => {
    expect(await rowsOf(text)).toMatch(message);
  });
});
