// Tables as programs and people really write them: what is read, and what the person is told of it.
import { inEnglish } from '../../cli/english/in-english';
import { describe, expect, test } from 'vitest';
import { importFiles } from './import-files';
import type { RecipeWish } from '../recipe';

interface ReadTable {
  readonly inputs: readonly string[];
  readonly classes: readonly string[];
  readonly counts: readonly number[];
  readonly notes: readonly string[];
  readonly target: string;
}

async function read(text: string, recipe?: RecipeWish, path = 't.csv'): Promise<ReadTable | string> {
  const found = await importFiles([{ path, file: new Blob([text]) }], recipe, () => undefined);
  if (!found.ok) return inEnglish(found.error.says);
  const { value } = found;
  if (value.kind !== 'table') return `read as ${value.kind}`;
  return {
    inputs: value.inputNames,
    classes: value.classNames ?? [],
    counts: value.preview.counts,
    notes: value.notes.map(inEnglish),
    target: value.recipe.target,
  };
}

/** Lengths and widths of three kinds, in turn; all different and in no order. */
const kinds = ['a', 'b', 'c'];
const length = (row: number): string => (((row * 37) % 101) / 10 + 1.05).toFixed(2);
const width = (row: number): string => (((row * 53) % 97) / 10 + 2.03).toFixed(2);
const rows = Array.from({ length: 60 }, (_, row) => [length(row), width(row), kinds[row % 3]]);
const sorted = rows.toSorted((a, b) => (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0));
const lines = (cells: readonly (readonly string[])[], mark = ','): string =>
  cells.map((row) => row.join(mark)).join('\n');
const plain = { inputs: ['length', 'width'], classes: kinds, counts: [20, 20, 20], target: 'kind' };
const numbered = (cells: readonly (readonly string[])[], from = 0): string[][] =>
  cells.map((row, at) => [String(at + from), ...row]);

describe('the line of names', () => {
  test.each([
    ['pandas: an index without a name', `,length,width,kind\n${lines(numbered(rows))}`],
    ['pandas: sorted by class', `,length,width,kind\n${lines(numbered(sorted))}`],
    [
      'R: quoted',
      `"","length","width","kind"\n${lines(numbered(rows, 1).map(([n, ...row]) => [`"${n}"`, ...row]))}`,
    ],
    ['R: write.table leaves the name away', `length\twidth\tkind\n${lines(numbered(rows, 1), '\t')}`],
    ['an index read and written again', `Unnamed: 0,length,width,kind\n${lines(numbered(rows))}`],
    [
      'an index in no order',
      `,length,width,kind\n${lines(rows.map((row, at) => [String((at * 7) % 60), ...row]))}`,
    ],
    [
      'a part of the rows',
      `,length,width,kind\n${lines(rows.map((row, at) => [String(at * 3 + (at % 2)), ...row]))}`,
    ],
    [
      'two parts put together',
      `,length,width,kind\n${lines(rows.map((row, at) => [String(at % 30), ...row]))}`,
    ],
    ['columns without names, of pandas', `,0,1,2\n${lines(numbered(rows))}`],
    ['names of rows', `,length,width,kind\n${lines(rows.map((row, at) => [`plant ${at}`, ...row]))}`],
    [
      'numbers of customers',
      `CustomerId,length,width,kind\n${lines(rows.map((row, at) => [String(5000 + ((at * 7) % 60) * 3), ...row]))}`,
    ],
  ])('an index is not learned from, and is named. %s', async (_, text) => {
    const table = await read(text);
    const { target, inputs } = text.startsWith(',0') ? { target: '2', inputs: ['0', '1'] } : plain;
    expect(table).toMatchObject({ ...plain, target, inputs });
    expect(typeof table === 'object' && table.notes.join()).toMatch(/^Column “.*” is left out: it/);
  });

  const named = `length,width,kind\n${lines(rows)}`;
  test.each([
    ['sep=;', `sep=;\nlength;width;kind\n${lines(rows, ';')}`, []],
    ['sep=, with a quote', `"sep=,"\n${named}`, []],
    [
      'a title and an empty row',
      `Survey 2024,,\n,,\n${named}`,
      ['The names of the columns are on line 3. 2 lines before it are skipped.'],
    ],
    [
      'titles without commas',
      `Survey 2024\nby us\n\n${named}`,
      ['The names of the columns are on line 4. 2 lines before it are skipped.'],
    ],
    [
      'a comment',
      `# exported 2024-05-01\n${named}`,
      ['The names of the columns are on line 2. One line before it is skipped.'],
    ],
    ['names in a comment', `#${named}`, []],
    [
      'a comment with commas',
      `# a, b, c, d, e, f\n${named}`,
      ['The names of the columns are on line 2. One line before it is skipped.'],
    ],
    ['comments below', `${named}\n# end`, ['One line that begins like a comment is skipped.']],
    ['rows of commas below', `${named}\n,,\n,,`, []],
    ['a comma after the last name', `length,width,kind,\n${lines(rows)}`, []],
    ['a comma after each row', `length,width,kind\n${rows.map((row) => `${row.join(',')},`).join('\n')}`, []],
    [
      'a comma after each line',
      `length,width,kind,\n${rows.map((row) => `${row.join(',')},`).join('\n')}`,
      [],
    ],
    [
      'a line of units',
      `length,width,kind\ncm,mm,\n${lines(rows)}`,
      ['Line 2 has words where the rows have numbers: it is skipped.'],
    ],
    [
      'two files put together',
      `${named}\n${named.split('\n')[0]}`,
      ['The names of the columns come again once: such lines are skipped.'],
    ],
  ])('what Excel and others write beside the table is skipped. %s', async (_, text, notes) => {
    expect(await read(text)).toEqual({ ...plain, notes });
  });

  test('a long question is a name, cut where a run has no more room', async () => {
    const question = `How satisfied were you with the course, ${'the exercises, '.repeat(8)}the pace? [1-5]`;
    const table = await read(
      `"${question}","Would you recommend it?"\n${rows.map((_, at) => `${at % 5},${at % 2 ? 'yes' : 'no'}`).join('\n')}`,
    );
    expect(table).toMatchObject({ inputs: [`${question.slice(0, 99)}…`], classes: ['no', 'yes'] });
  });

  test.each([
    ['a year among names', ['2019', 'width', 'kind']],
    ['two equal names', ['length', 'length', 'kind']],
    ['a missing name in the middle', ['length', '', 'kind']],
  ])('%s', async (_, names) => {
    const table = await read(`${names.join(',')}\n${lines(rows)}`);
    expect(table).toMatchObject({ classes: kinds, counts: [20, 20, 20], target: 'kind' });
  });

  test.each([
    ['numbers and a class', lines(rows)],
    ['a gap first', lines([['?', '3.1', 'a'], ...rows.slice(1)])],
    [
      'words only',
      lines(rows.map(([, , kind], at) => [['hot', 'cold'][at % 2], ['wet', 'dry'][at % 2], kind])),
    ],
    [
      'numbers that count up in one row',
      lines([['1', '2', '3', 'a'], ...rows.slice(1).map((row) => ['7.5', ...row])]),
    ],
  ])('a first line like those below is an example, and the person is told. %s', async (_, text) => {
    const table = await read(text);
    expect(table).toMatchObject({ counts: [20, 20, 20] });
    expect(typeof table === 'object' && table.notes[0]).toBe(
      'No line names the columns: line 1 is the first example, and columns are called “column 1”, “column 2” and so on.',
    );
  });
});

test('a person can say whether a line names the columns, and members read the same', async () => {
  const words = Array.from(
    { length: 30 },
    (_, at) => `${['red', 'blue'][at % 2]},${['yes', 'no'][(at >> 1) % 2]}`,
  );
  const text = `colour,sold\n${words.join('\n')}`;
  const file = { path: 't.csv', file: new Blob([text]) };
  expect(await read(text)).toMatchObject({ target: 'sold' });
  const without = await importFiles([file], { kind: 'table', names: false }, () => undefined);
  if (!without.ok || without.value.kind !== 'table') throw new Error('no table');
  const { recipe, sha256, hasNames } = without.value;
  expect([recipe, hasNames]).toEqual([{ kind: 'table', target: 'column 2', names: false }, false]);
  const member = await importFiles([file], recipe, () => undefined);
  expect(member.ok && member.value.sha256).toBe(sha256);
  const rowsOnly = words.join('\n');
  expect(await read(rowsOnly)).toMatchObject({ counts: [14, 16] });
  expect(await read(rowsOnly, { kind: 'table', names: true })).toMatchObject({ target: 'yes' });
});

describe('one way to write a number per column', () => {
  const all = Array.from({ length: 40 }, (_, at) => ((at * 37) % 40) + 0.5 + at / 100);
  /** What a column of cells becomes, beside the same numbers as they are; both with the notes. */
  async function inputsOf(cells: readonly string[], mark = ';'): Promise<unknown> {
    const text = `x${mark}class\n${cells.map((cell, at) => `${cell}${mark}${'ab'[at % 2]}`).join('\n')}`;
    const found = await importFiles([{ path: 't.csv', file: new Blob([text]) }], undefined, () => undefined);
    if (!found.ok) return inEnglish(found.error.says);
    const { sha256, notes } = found.value;
    return { sha256, notes: notes.map(inEnglish) };
  }
  const shaOf = async (numbers: readonly number[]): Promise<string> =>
    ((await inputsOf(numbers.map(String))) as { sha256: string }).sha256;

  test.each([
    ['decimal commas', all.map((x) => x.toFixed(2).replace('.', ',')), all, '“0,50” is the number 0.5'],
    [
      'spaces between thousands',
      all.map((x) => `${1000 + Math.floor(x)}`.replace(/^1/, '1 ') + ',5'),
      all.map((x) => 1000 + Math.floor(x) + 0.5),
      '“1 000,5” is the number 1000.5',
    ],
    [
      'narrow spaces',
      all.map((x) => `1\u202f${String(Math.floor(x)).padStart(3, '0')}`),
      all.map((x) => 1000 + Math.floor(x)),
      'is the number 1000',
    ],
    [
      'points between thousands',
      all.map((x) => `1.${String(Math.floor(x)).padStart(3, '0')},5`),
      all.map((x) => 1000 + Math.floor(x) + 0.5),
      '“1.000,5” is the number 1000.5',
    ],
    [
      'commas between thousands',
      all.map((x) => `1,${String(Math.floor(x)).padStart(3, '0')}.5`),
      all.map((x) => 1000 + Math.floor(x) + 0.5),
      '“1,000.5” is the number 1000.5',
    ],
    [
      'apostrophes',
      all.map((x) => `1'${String(Math.floor(x)).padStart(3, '0')}.5`),
      all.map((x) => 1000 + Math.floor(x) + 0.5),
      'is the number 1000.5',
    ],
    ['percent', all.map((x) => `${x.toFixed(2)}%`), all, '“0.50%” is the number 0.5'],
    [
      'percent, French',
      all.map((x) => `${x.toFixed(2).replace('.', ',')} %`),
      all,
      '“0,50 %” is the number 0.5',
    ],
    ['dollars', all.map((x) => `$${x.toFixed(2)}`), all, '“$0.50” is the number 0.5'],
    ['euros', all.map((x) => `${x.toFixed(2).replace('.', ',')} €`), all, '“0,50 €” is the number 0.5'],
    [
      'a minus of typesetters',
      all.map((x) => `−${x.toFixed(2)}`),
      all.map((x) => -x),
      '“−0.50” is the number -0.5',
    ],
    [
      'a minus before a currency',
      all.map((x) => `-$${x.toFixed(2)}`),
      all.map((x) => -x),
      'is the number -0.5',
    ],
  ])('%s', async (_, cells, numbers, note) => {
    const rounded = numbers.map((x) => Number(x.toFixed(2)));
    expect(await inputsOf(cells)).toEqual({
      sha256: await shaOf(rounded),
      notes: expect.arrayContaining([expect.stringContaining(note)]),
    });
  });

  test('infinite values are gaps', async () => {
    const cells = all.map((x, at) => (at === 3 ? 'inf' : at === 5 ? '-Infinity' : String(x)));
    const gaps = all.map((x, at) => (at === 3 || at === 5 ? '' : String(x)));
    expect(await inputsOf(cells)).toEqual(await inputsOf(gaps));
  });

  test('few different decimal commas are numbers, too', async () => {
    expect(
      await read(
        `note;class\n${all.map((_, at) => `${['1,5', '2,5'][at % 2]};${'ab'[at % 2]}`).join('\n')}`.replace(
          'class',
          'passed',
        ),
      ),
    ).toMatchObject({ inputs: ['note'], notes: ['In column “note”, “1,5” is the number 1.5.'] });
  });

  test('three digits after a comma: the other columns decide, then the delimiter, and doubt is said', async () => {
    const cells = all.map((x) => `1,${String(Math.floor(x)).padStart(3, '0')}`);
    const decimals = all.map((x) => 1 + Math.floor(x) / 1000);
    expect(await inputsOf(cells)).toEqual({
      sha256: await shaOf(decimals),
      notes: [
        'In column “x”, “1,000” is the number 1.',
        'In column “x”, “1,000” is taken for 1. It could be 1000, too: no number of the column tells.',
      ],
    });
    expect(
      await inputsOf(
        cells.map((cell) => `"${cell}"`),
        ',',
      ),
    ).toMatchObject({
      sha256: await shaOf(all.map((x) => 1000 + Math.floor(x))),
    });
    const text = `n;x;class\n${cells.map((cell, at) => `${all[at]};${cell};${'ab'[at % 2]}`).join('\n')}`;
    const table = await read(text);
    expect(typeof table === 'object' && table.notes).toContain('In column “x”, “1,000” is the number 1000.');
  });

  test('two ways in one column are named with the cell', async () => {
    const cells = all.map((x, at) => (at === 20 ? '7,5' : String(x)));
    expect(await inputsOf(cells)).toMatch(/no column from which “class” could be learned/);
    const table = await read(
      `n;x;class\n${cells.map((cell, at) => `${at * at};${cell};${'ab'[at % 2]}`).join('\n')}`,
    );
    expect(typeof table === 'object' && table.notes).toContain(
      'Column “x” is left out: it has “7,5” among its numbers, on line 22.',
    );
    const shares = await read(
      `n;x;class\n${all.map((x, at) => `${at * at};${at === 20 ? '0.3' : `${x}%`};${'ab'[at % 2]}`).join('\n')}`,
    );
    expect(typeof shares === 'object' && shares.notes.join()).toContain('it has “0.3” among its numbers');
  });

  test('phone numbers, versions and dates are no numbers', async () => {
    for (const cell of ['030 123 456', '1.2.3', '2024-05-01', '3/4', '1,2,3', '12:30', '5 - 6', '1 2'])
      expect(await inputsOf(all.map((_, at) => (at === 0 ? cell : `v${at}`)))).toMatch(/no column/);
  });
});

describe('gaps', () => {
  const severity = (none: string): string =>
    `x,y,severity\n${rows.map(([x, y, kind]) => [x, y, { a: none, b: 'Mild', c: 'Severe' }[kind]].join(',')).join('\n')}`;

  test.each(['None', 'NA', 'null', 'n/a', '-', 'none'])(
    '“%s” is a class where no number is missing',
    async (none) => {
      expect(await read(severity(none))).toMatchObject({ counts: [20, 20, 20], notes: [] });
    },
  );

  test.each(['', '?', 'NaN'])('“%s” is none', async (none) => {
    expect(await read(severity(none))).toMatchObject({
      ...{ counts: [20, 20], classes: ['Mild', 'Severe'] },
      notes: ['20 rows without a class are left out.'],
    });
  });

  test('a word that numbers have for gaps is one in texts of the same file, and is named', async () => {
    expect(await read(severity('NA').replace('\n1.05,', '\nNA,'))).toMatchObject({
      counts: [20, 20],
      notes: [
        '20 rows without a class are left out.',
        '“NA” in column “severity” is a gap, as in columns of numbers of this file.',
      ],
    });
  });

  test('words are gaps among numbers', async () => {
    for (const word of ['NA', 'None', '#N/A', '\\N', '.', '--', 'k.A.', '#DIV/0!'])
      expect(await read(`length,width,kind\n${lines(rows)}\n${word},3.1,a\n`)).toMatchObject({
        ...{ inputs: ['length', 'width'], counts: [21, 20, 20] },
      });
  });
});

describe('the column to learn', () => {
  test('half stars are classes', async () => {
    const table = await read(`x,stars\n${rows.map(([x], at) => `${x},${((at % 5) + 1) / 2}`).join('\n')}`);
    expect(table).toMatchObject({ target: 'stars', classes: ['0.5', '1', '1.5', '2', '2.5'] });
  });

  test('no pixel is: the first column has the digits', async () => {
    const digits = rows.map((_, at) => [
      at % 10,
      (at * 7) % 256,
      (at * 13) % 256,
      at % 3 ? 0 : 12 * (at % 4),
    ]);
    expect(await read(lines(digits.map((row) => row.map(String))))).toMatchObject({ target: 'column 1' });
  });

  test('where others are as likely, that is said; a usual name leaves no doubt', async () => {
    const cells = rows
      .map(([x], at) => `${x},${['red', 'blue'][at % 2]},${['yes', 'no'][(at >> 1) % 2]}`)
      .join('\n');
    expect(await read(`x,colour,sold\n${cells}`)).toMatchObject({
      ...{ target: 'sold', notes: ['The column to learn is a guess: “sold”. As likely: colour.'] },
    });
    expect(await read(`x,colour,label\n${cells}`)).toMatchObject({ target: 'label', notes: [] });
    expect(await read(`x,colour,sold\n${cells}`, { kind: 'table', target: 'colour' })).toMatchObject({
      notes: [],
    });
  });
});

describe('the delimiter', () => {
  test.each([
    [
      'semicolons with decimal commas in each row',
      `a;b\n${rows.map(([x, , kind]) => `${x.replace('.', ',')};${kind}`).join('\n')}`,
    ],
    [
      'commas with semicolons in texts',
      `a,b,c\n${rows.map(([x, , kind]) => `${x},u;v;w,${kind}`).join('\n')}`,
    ],
    ['tabs with commas in texts', `a\tb\n${rows.map(([x, , kind]) => `${x}\t${kind}, really`).join('\n')}`],
  ])('%s', async (_, text) => {
    expect(await read(text)).toMatchObject({ inputs: ['a'], counts: [20, 20, 20] });
  });

  test('two that fit as well: the choice is said', async () => {
    const table = await read(rows.map((_, at) => `u${at % 2};v,w${at % 3}`).join('\n'));
    expect(typeof table === 'object' && table.notes.join()).toContain('would fit as well');
  });
});

describe('what parts the columns', () => {
  const fortran = rows.map(([a, b, kind]) => `  ${a.padStart(8)}${b.padStart(9)}   ${kind}`).join('\n');
  const mpg = rows.map(
    ([a, b, kind], at) => `${a}   ${at % 4 ? b : '?'}    ${kind}\t"ford ${at % 7} (${a})"`,
  );
  const bySpaces = 'No line names the columns: line 1 is the first example, and columns are called “column 1”, “column 2” and so on.'; // prettier-ignore

  test.each(['t.csv', 't.data', 't.txt'])('any number of spaces may. %s', async (path) => {
    const numbered = { inputs: ['column 1', 'column 2'], classes: kinds, counts: [20, 20, 20], target: 'column 3' }; // prettier-ignore
    const found = await read(fortran, undefined, path);
    expect(found).toMatchObject(numbered);
    expect(typeof found === 'object' && found.notes.at(-1)).toBe(bySpaces);
    const quoted = await read(mpg.join('\n'), undefined, path);
    expect(quoted).toMatchObject({ ...numbered, inputs: ['column 1', 'column 2'] });
    const named = `length  width  kind\n${fortran}`;
    expect(await read(named, undefined, path)).toMatchObject(plain);
  });

  test('decimal commas between spaces are no delimiter', async () => {
    const text = `length width kind\n${fortran.replaceAll('.', ',')}`;
    expect(await read(text)).toMatchObject(plain);
    const after = `length, width, kind\n${lines(rows, ', ')}`;
    expect(await read(after)).toEqual({ ...plain, notes: [] });
  });

  test('a line of prose is none', async () => {
    const verses = Array.from({ length: 40 }, (_, at) => `The rain of day ${'abcdefghij'[at % 10]} fell on fields`).join('\n'); // prettier-ignore
    expect(await read(verses, undefined, 't.txt')).toBe('read as text');
    expect(await read(verses)).toBe('line 1 of t.csv has one value: a table has a line of values with commas between'); // prettier-ignore
  });

  test('a table of words alone is a table, whatever its name', async () => {
    const cells = Array.from({ length: 80 }, (_, at) => [['low', 'high'][at % 2], ['two', 'four', 'more'][at % 3], ['no', 'yes'][(at >> 1) % 2]]); // prettier-ignore
    expect(await read(lines(cells), undefined, 'car.data')).toMatchObject({ classes: ['no', 'yes'] });
  });

  test('a person may say so where two would do, and members read the same', async () => {
    const text = Array.from({ length: 40 }, (_, at) => `${at % 7},${at % 5};${at % 2},${(at * 3) % 4}`).join('\n'); // prettier-ignore
    const file = { path: 't.csv', file: new Blob([text]) };
    const commas = await importFiles([file], { kind: 'table', delimiter: ',' }, () => undefined);
    if (!commas.ok) throw new Error(inEnglish(commas.error.says));
    expect(commas.value).toMatchObject({ delimiter: ',', hasNames: false, recipe: { delimiter: ',' } });
    const halves = await importFiles([file], { kind: 'table', delimiter: ';', names: false }, () => undefined); // prettier-ignore
    if (!halves.ok || halves.value.kind !== 'table') throw new Error('no table');
    const { recipe, sha256, delimiter } = halves.value;
    expect([recipe, delimiter]).toEqual([{ kind: 'table', target: 'column 2', names: false, delimiter: ';' }, ';']); // prettier-ignore
    expect(sha256).not.toBe(commas.value.sha256);
    const member = await importFiles([file], recipe, () => undefined);
    expect(member.ok && member.value.sha256).toBe(sha256);
  });

  test('a text that could be a table says so, and so does the table', async () => {
    const file = { path: 't.txt', file: new Blob([fortran]) };
    const others = [];
    for (const wish of [
      undefined,
      { kind: 'text' },
      { kind: 'table' },
      { kind: 'text', learn: 300 },
    ] as const) {
      // prettier-ignore
      const found = await importFiles([file], wish, () => undefined);
      others.push(found.ok ? [found.value.kind, found.value.other] : inEnglish(found.error.says));
    }
    expect(others).toEqual([['table', 'text'], ['text', 'table'], ['table', 'text'], ['text', 'table']]); // prettier-ignore
  });
});

describe('what machines and people leave in a table', () => {
  const named = `length,width,kind\n${lines(rows)}`;

  test('a few lines of another length are left out, and the first is named; many are a file of another kind', async () => {
    expect(await read(`${named}\nTotal,12`)).toEqual({ ...plain, notes: ['Line 62 has 2 values instead of 3, and is left out.'] }); // prettier-ignore
    expect(await read(`${named}\n4.5\n1,2,a,b`)).toEqual({
      ...plain,
      notes: ['2 lines have more or fewer values than 3, the first of them line 62: they are left out.'],
    });
    expect(await read(`${named}\n1\n1\n1\n1`)).toBe('line 62 of t.csv has 1 value, the first line 3');
  });

  test.each([
    [
      'errors of Excel',
      (cell: string, at: number) => (at % 20 === 3 ? ['#REF!', '#NAME?', '#NUM!'][at % 3] : cell),
    ],
    ['formulas of Excel', (cell: string) => `"=""${cell}"""`],
    ['NUL', (cell: string) => `${cell}\0`],
  ])('%s', async (_, change) => {
    const changed = rows.map(([a, ...others], at) => [change(a, at), ...others]);
    expect(await read(`length,width,kind\n${lines(changed)}`)).toMatchObject(plain);
  });

  test('brackets of bookkeepers are a minus', async () => {
    const signed = rows.map(([a, b, kind], at) => [at % 2 ? `(${a})` : a, b, kind]);
    const plainly = rows.map(([a, b, kind], at) => [at % 2 ? `-${a}` : a, b, kind]);
    const sha = async (cells: string[][]): Promise<string | undefined> => {
      const found = await importFiles([{ path: 't.csv', file: new Blob([`length,width,kind\n${lines(cells)}`]) }], undefined, () => undefined); // prettier-ignore
      return found.ok ? found.value.sha256 : undefined;
    };
    expect(await sha(signed)).toBe(await sha(plainly));
    expect(await sha(signed)).toBeDefined();
  });

  test('merged cells above the names are skipped', async () => {
    expect(await read(`Measures,,Class\n${named}`)).toEqual({
      ...plain,
      notes: ['The names of the columns are on line 2. One line before it is skipped.'],
    });
  });

  test('a class beside x and y is what is learned', async () => {
    const points = Array.from({ length: 40 }, (_, at) => `${at % 7},${at % 2},${'ab'[(at >> 1) % 2]}`);
    expect(await read(`x,y,label\n${points.join('\n')}`)).toMatchObject({ target: 'label' });
  });

  test.each([
    ['archive/train.csv', 'train'],
    ['data.csv.txt', 'data.csv.txt'],
    ['DATA.CSV', 'DATA'],
    ['v1.csv.old.csv', 'v1.csv.old'],
    ['rows.json.gz', 'rows'],
  ])('a file is called as it is, without its ending. %s', async (path, name) => {
    const text = path.includes('json') ? JSON.stringify(rows.map(([x, , kind]) => ({ x, kind }))) : named;
    const found = await importFiles([{ path, file: new Blob([text]) }], undefined, () => undefined);
    expect(found.ok && found.value.name).toBe(name);
  });
});
