import { say } from '../../base/sayings';
import { inWords } from '../../cli/english/testing/in-words';
import { inEnglish } from '../../cli/english/in-english';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { ok, type Result } from '../../base/result';
import { csvRows } from './csv-rows';
import { jsonRows } from './json-lines';
import { readTable, type TakeExample } from './table';
import type { RowSource } from './rows';

const blob = (text: string | Uint8Array<ArrayBuffer>): Blob => new Blob([text]);

/** Gzipped: `begin`, then so many MiB of this line and no row. */
function emptyLines(begin: string, mebibytes: number, line = '\n'): Blob {
  const lines = Buffer.alloc(mebibytes * 2 ** 20, line);
  return blob(new Uint8Array(gzipSync(Buffer.concat([Buffer.from(begin), lines]))));
}

async function rowsOf(open: Promise<Result<RowSource>>): Promise<unknown> {
  const opened = await open;
  if (!opened.ok) return inEnglish(opened.error.says);
  const rows: [number, ...string[]][] = [];
  const read = await opened.value.read((cells, line) => rows.push([line, ...cells]) > 0);
  return read.ok ? { columns: opened.value.columns, rows } : inEnglish(read.error.says);
}

describe('CSV', () => {
  test.each([
    ['commas', 'a,b\n1,x\n2,y\n'],
    ['semicolons, no last line end', 'a;b\n1;x\n2;y'],
    ['tabs and Windows line ends', 'a\tb\r\n1\tx\r\n2\ty\r\n'],
    ['old Mac line ends', 'a,b\r1,x\r2,y\r'],
    ['a byte order mark', '\uFEFFa,b\n1,x\n2,y\n'],
  ])('%s', async (_, text) => {
    expect(await rowsOf(csvRows(blob(text), 'f'))).toEqual({
      columns: ['a', 'b'],
      rows: [
        [2, '1', 'x'],
        [3, '2', 'y'],
      ],
    });
  });

  test('quotes, empty lines and line feeds inside quotes keep the lines right', async () => {
    const text = 'a,b\n"x, ""y""",1\n\n"two\nlines",2\nlast,3\n';
    expect(await rowsOf(csvRows(blob(text), 'f'))).toEqual({
      columns: ['a', 'b'],
      rows: [
        [2, 'x, "y"', '1'],
        [4, 'two\nlines', '2'],
        [6, 'last', '3'],
      ],
    });
  });

  test('a first line with a number in it names no columns', async () => {
    expect(await rowsOf(csvRows(blob('5.1,setosa\n4.9,setosa\n'), 'f'))).toMatchObject({
      columns: ['column 1', 'column 2'],
      rows: [
        [1, '5.1', 'setosa'],
        [2, '4.9', 'setosa'],
      ],
    });
  });

  test.each([
    ['', 'f is empty'],
    ['a,b\n1,2\n3\n', 'line 3 of f has 1 value, the first line 2'],
    ['a,b\n1,2\n"3"x,4\n', 'line 3 of f has a quote that does not end where its value ends'],
    ['alone\nsecond\n', 'line 1 of f has one value: a table has a line of values with commas between'],
  ])('%j: %s', async (text, message) => {
    expect(await rowsOf(csvRows(blob(text), 'f'))).toBe(message);
  });

  test('bytes that are not UTF-8 are named by their line', async () => {
    const bytes = new Uint8Array([...Buffer.from('a,b\n1,2\ncaf'), 0xe9, ...Buffer.from(',3\n')]);
    expect(await rowsOf(csvRows(blob(bytes), 'f'))).toBe(
      'line 3 of f is not text in UTF-8: save the file as UTF-8',
    );
  });

  test('a quote that is never closed stops after a mebibyte', async () => {
    const endless = `a,b\n1,"${'x'.repeat(3 * 2 ** 20)}`;
    expect(await rowsOf(csvRows(blob(endless), 'f'))).toBe(
      'the row that begins on line 2 of f does not end: is a quote left open?',
    );
  });

  test('a gzip bomb of empty lines is refused by its line, and empty lines between rows are not', async () => {
    // Lines of eight bytes: a bomb of lines of one is the same, and takes eight times as long.
    expect(await rowsOf(csvRows(emptyLines('a,b\n1,2\n', 8, '       \n'), 'f'))).toBe(
      'the empty lines of f up to line 524,291 take more than 4,194,304 bytes: remove them',
    );
    expect(await rowsOf(csvRows(emptyLines('', 2), 'f'))).toBe('the first 1,048,576 lines of f are empty');
    const apart = Array.from({ length: 300 }, (_, row) => `${row},x\n${' '.repeat(3000)}\n`).join('');
    expect(await rowsOf(csvRows(blob(`a,b\n${apart}`), 'f'))).toMatchObject({ rows: { length: 300 } });
  });

  test('rows across pieces, plain and gzipped, are those of plain loops', async () => {
    const random = prng('csv pieces');
    const cells = Array.from({ length: 9_000 }, (_, row) => [
      String(row),
      ['plain', 'with, comma', 'with "quotes"', 'two\nlines', 'ünïcode 😀', ''][random.below(6)] +
        'z'.repeat(random.below(400)),
    ]);
    const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const text = 'id,words\n' + cells.map((row) => row.map(quoted).join(',')).join('\n');
    expect(text.length).toBeGreaterThan(1.5 * 2 ** 20);
    for (const given of [blob(text), blob(new Uint8Array(gzipSync(text)))]) {
      let line = 2;
      let at = 0;
      const opened = await csvRows(given, 'f');
      if (!opened.ok) throw new Error(inEnglish(opened.error.says));
      const wrong: unknown[] = [];
      await opened.value.read((row, begins) => {
        if (begins !== line || row.join('\0') !== cells[at].join('\0')) wrong.push([at, begins, line, row]);
        line += 1 + cells[at++][1].split('\n').length - 1;
        return wrong.length === 0;
      });
      expect(wrong).toEqual([]);
      expect(at).toBe(cells.length);
    }
  });
});

describe('JSON Lines', () => {
  test('a gzip bomb of empty lines is refused by its line', async () => {
    for (const begin of ['', '{"a":1}\n'])
      expect(await rowsOf(jsonRows(emptyLines(begin, 8), 'f'))).toMatch(
        /^the empty lines of f up to line 4,194,30[56] take more than 4,194,304 bytes/,
      );
  });

  test('fields of all first lines are columns; gaps are empty', async () => {
    const text = '{"a": 1, "b": "x"}\n\n{"b": true, "c": null, "a": [1, 2]}\r\n';
    expect(await rowsOf(jsonRows(blob(text), 'f'))).toEqual({
      columns: ['a', 'b', 'c'],
      rows: [
        [1, '1', 'x', ''],
        [3, '[1,2]', 'true', ''],
      ],
    });
  });

  test.each([
    ['{"a": 1}\n{"a": 2\n', 'line 2 of f is not a JSON object such as {"text": "…"}'],
    ['[1, 2]\n', 'f holds no rows: a list of objects, an object of columns, or an object a line is read'],
    ['\n\n', 'f is empty'],
    ['{}\n{}\n', 'the objects of f have no fields'],
  ])('%j: %s', async (text, message) => {
    expect(await rowsOf(jsonRows(blob(text), 'f'))).toBe(message);
  });

  test('a field named __proto__ changes nothing', async () => {
    expect(await rowsOf(jsonRows(blob('{"__proto__": {"x": 1}, "a": "1"}\n'), 'f'))).toMatchObject({
      rows: [[1, '1', '1']],
    });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

const iris = [
  'id,width,colour,note,species',
  '1,2.0,red,same,setosa',
  '2,4.0,blue,same,virginica',
  '3,,red,same,setosa',
  '4,6.0,green,same,',
  '5,8.0,?,same,versicolor',
].join('\n');

async function tableOf(
  text: string,
  wish?: string | readonly string[],
  limits?: { values: number; rows: number },
) {
  const opened = await csvRows(blob(text), 'f');
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const wanted = wish === undefined ? {} : typeof wish === 'string' ? { target: wish } : { amounts: wish };
  const [inputs, labels]: [number[], (number | Float32Array)[]] = [[], []];
  const take: TakeExample = (taken, label) => {
    inputs.push(...taken);
    labels.push(typeof label === 'number' ? label : label.slice());
  };
  const read = await readTable(opened.value, { wanted, name: 'f' }, () => take, limits);
  return read.ok ? ok({ ...read.value, inputs, labels }) : read;
}

describe('a table', () => {
  test('numbers are standardised, texts one-hot, rows without a class left out', async () => {
    const read = await tableOf(iris);
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    const { plan, inputs, labels, classNames, rowsLeftOut, hasMore } = read.value;
    expect(plan.target).toBe('species');
    expect(classNames).toEqual(['setosa', 'versicolor', 'virginica']);
    expect([rowsLeftOut, hasMore]).toEqual([1, false]);
    expect(plan.uses.map((use) => (use.kind === 'left out' ? use.why.code : use.kind))).toEqual([
      'column-of-row-numbers',
      'number',
      'category',
      'column-constant',
      'classes',
    ]);
    expect([...labels]).toEqual([0, 2, 0, 1]);
    // Mean 5 and deviation √5 of 2, 4, 6, 8; colours in the order blue, green, red.
    const z = (x: number): number => Math.fround((x - 5) / Math.sqrt(5));
    expect([...inputs]).toEqual([z(2), 0, 0, 1, z(4), 1, 0, 0, 0, 0, 0, 1, z(8), 0, 0, 0]);
  });

  test('the target can be chosen', async () => {
    const read = await tableOf(iris, 'colour');
    expect(read.ok && read.value.classNames).toEqual(['blue', 'green', 'red']);
    expect(read.ok && read.value.plan.targets).toEqual(['width', 'colour', 'species']);
  });

  test.each([
    ['note', 'column “note” has one value only, and classes are at least two'],
    ['weight', 'f has no column “weight”'],
  ])('%s cannot be the target', async (target, message) => {
    expect(await tableOf(iris, target)).toMatchObject({ ok: false, error: { says: inWords(message) } });
  });

  test('measured numbers are no classes', async () => {
    const text = 'x,y\n' + Array.from({ length: 99 }, (_, i) => `${i % 2},${i * 1.5}`).join('\n');
    expect(await tableOf(text, 'y')).toMatchObject({
      error: { says: inWords('column “y” holds measured numbers, not classes: predict it as an amount') },
    });
    const byDefault = await tableOf(text);
    expect(byDefault.ok && byDefault.value.plan.target).toBe('x');
  });

  test('a text among numbers leaves the column out and names the line', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${i === 41 ? 'oops' : i / 7},${i % 3}`);
    const read = await tableOf(
      ['x,class', ...rows.map((row) => `${row},${row.length}`)].join('\n').replace('x,class', 'x,class,n'),
    );
    const use = read.ok && read.value.plan.uses[0];
    expect(use).toEqual({
      kind: 'left out',
      why: say('column-mixed', { column: 'x', cell: 'oops', line: 43 }),
    });
  });

  test('a large table is cut to what fits, and says so', async () => {
    const text =
      'a,b,class\n' + Array.from({ length: 500 }, (_, i) => `${i * i},${i % 7},${i % 2}`).join('\n');
    const read = await tableOf(text, 'class', { values: 300, rows: 1e6 });
    expect(read.ok && [read.value.labels.length, read.value.hasMore]).toEqual([100, true]);
    const whole = await tableOf(text, 'class');
    expect(whole.ok && [whole.value.labels.length, whole.value.hasMore]).toEqual([500, false]);
  });

  test('random damage is a sentence or a table, never an exception', async () => {
    const random = prng('damaged tables');
    for (let life = 0; life < 200; life++) {
      const bytes = new TextEncoder().encode(iris);
      for (let n = 0; n < 3; n++) bytes[random.below(bytes.length)] = random.below(256);
      const opened = await csvRows(blob(bytes), 'f');
      if (opened.ok) await readTable(opened.value, { wanted: {}, name: 'f' }, () => () => undefined);
      const json = await jsonRows(blob(bytes), 'f');
      expect(json.ok).toBe(false);
    }
  });
});

describe('amounts of a table', () => {
  const rows = Array.from(
    { length: 12 },
    (_, i) => `${i},${i % 2 ? 'old' : 'new'},${100 + 10 * i} €,${i * i}.5`,
  );
  const homes = ['size,state,price,tax', ...rows].join('\n');

  test('are scaled by their own mean and deviation, and keep their unit', async () => {
    const read = await tableOf(homes, ['price']);
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    const { plan, labels, classNames, examples } = read.value;
    expect(plan.amounts).toEqual([
      {
        name: 'price',
        mean: 155,
        deviation: expect.closeTo(Math.sqrt((100 * (144 - 1)) / 12), 9),
        unit: '€',
      },
    ]);
    expect([plan.target, examples, classNames]).toEqual(['price', 12, []]);
    expect(plan.inputs).toBe(3); // two states and the tax: the size counts the rows
    const { deviation } = plan.amounts![0];
    labels.forEach((label, i) =>
      expect((label as Float32Array)[0]).toBeCloseTo((100 + 10 * i - 155) / deviation, 6),
    );
  });

  test('several at once; rows that lack one are left out', async () => {
    const gaps = homes.replace('110 €', '').replace('\n5,old,150 €,25.5', '\n5,old,150 €,');
    const read = await tableOf(gaps, ['tax', 'price']);
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    expect(read.value.plan.amounts!.map(({ name }) => name)).toEqual(['tax', 'price']);
    expect([read.value.examples, read.value.rowsLeftOut, read.value.labels.length]).toEqual([10, 2, 10]);
    expect(read.value.labels.map((label) => (label as Float32Array).length)).toEqual(Array(10).fill(2));
  });

  test('a price is guessed to be what the table is about; without classes the last column is', async () => {
    const byName = await tableOf(homes);
    expect(byName.ok && byName.value.plan).toMatchObject({
      target: 'price',
      notes: [{ code: 'amount-guessed' }, expect.anything()],
    });
    const numbers = ['a,b', ...Array.from({ length: 60 }, (_, i) => `${i / 7},${i * 1.5}`)].join('\n');
    const byPlace = await tableOf(numbers);
    expect(byPlace.ok && byPlace.value.plan.amounts).toMatchObject([{ name: 'b' }]);
    const named = await tableOf(['price,class', ...rows.map((_, i) => `${i / 7},${i % 2}`)].join('\n'));
    expect(named.ok && named.value.plan).toMatchObject({
      ...{ target: 'class', amountTargets: ['price', 'class'] },
    });
  });

  test.each([
    [
      'a text among numbers',
      homes.replace('190 €', 'dear'),
      'price',
      'holds a text where a number is needed: “dear” on line 11',
    ],
    ['always the same', homes.replace(/\d{1,4} €/g, '5'), 'price', 'is the same in every row'],
    ['nothing there', homes.replace(/\d{1,4} €/g, ''), 'price', 'holds no number to predict'],
    ['the numbers of rows', homes, 'size', 'numbers the rows'],
    [
      'too few rows',
      homes.split('\n').slice(0, 8).join('\n'),
      'price',
      'has 7 numbers; at least 10 are needed',
    ],
    ['no such column', homes, 'rent', 'rent'],
  ])('%s: a sentence says so', async (_, text, column, why) => {
    expect(await tableOf(text, [column])).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining(why)) },
    });
  });

  test('rows that all lack an amount, and too many amounts', async () => {
    const apart = [
      'a,b,c',
      ...Array.from({ length: 40 }, (_, i) => `${i % 2 ? i / 3 : ''},${i % 2 ? '' : i / 5},${i / 9}`),
    ];
    expect(await tableOf(apart.join('\n'), ['a', 'b'])).toMatchObject({
      error: { says: { code: 'rows-without-all-amounts' } },
    });
    expect(await tableOf(homes, Array.from('abcdefghi'))).toMatchObject({
      error: { says: { code: 'many-amounts' } },
    });
  });
});
