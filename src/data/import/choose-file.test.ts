import { say } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { gzipSync } from 'node:zlib';
import { encode as encodePng } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../base/bytes';
import { zipOf } from '../../base/zip';
import type { RecipeWish } from '../recipe';
import { importFiles, type GivenFile } from './import-files';
import { looksLikeTable } from './looks-like-table';
import { idxFile } from '../idx';

type Entry = readonly [path: string, content: string | Uint8Array];

const bytesOf = (content: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? utf8(content).slice() : new Uint8Array(content);
const file = (path: string, content: string | Uint8Array): GivenFile => ({
  path,
  file: new Blob([bytesOf(content)]),
});
const zip = (...entries: readonly Entry[]): GivenFile =>
  file('archive.zip', zipOf(entries.map(([name, content]) => ({ name, bytes: bytesOf(content) }))));

async function read(files: readonly GivenFile[], wish?: RecipeWish) {
  const found = await importFiles(files, wish, () => undefined);
  return found.ok ? found.value : inEnglish(found.error.says);
}

const rows = Array.from(
  { length: 30 },
  (_, at) => `${(at * 0.37).toFixed(2)},${(at * 1.113).toFixed(3)},${at % 2 ? 'a' : 'b'}`,
);
const csv = `x,y,kind\n${rows.join('\n')}\n`;
const story = 'Once upon a time there was a fox.\n'.repeat(20);
const png = encodePng({ width: 28, height: 28, channels: 1, depth: 8, data: new Uint8Array(784) }).slice();
const table = { kind: 'table', examples: 30, recipe: { kind: 'table', target: 'kind' } };

describe('an archive or a folder', () => {
  test('of one table is that table, whatever lies beside it', async () => {
    expect(await read([zip(['train.csv', csv])])).toMatchObject({ ...table, name: 'train', notes: [] });
    const beside = zip(
      ['a/rows.csv', csv],
      ['a/README.md', story],
      ['__MACOSX/a/._rows.csv', 'x'],
      ['a/LICENSE.txt', story],
    );
    expect(await read([beside])).toMatchObject({ ...table, name: 'rows', notes: [] });
    expect(await read([file('a/rows.csv', csv), file('a/README.md', story)])).toMatchObject(table);
    expect(await read([zip(['rows.csv.gz', new Uint8Array(gzipSync(csv))])])).toMatchObject(table);
  });

  test('in an archive is opened, and what is alone in one is named for what it is', async () => {
    const inner = (name: string, path: string, content: string): Entry => [
      name,
      zipOf([{ name: path, bytes: bytesOf(content) }]),
    ];
    expect(await read([zip(inner('train.csv.zip', 'train.csv', csv))])).toMatchObject(table);
    expect(await read([zip(inner('inner.zip', 'rows.csv', csv))])).toMatchObject(table);
    const parts = zip(inner('train.csv.zip', 'train.csv', csv), inner('test.csv.zip', 'test.csv', csv));
    expect(await read([parts])).toMatchObject({ ...table, notes: [{ code: 'one-of-files' }] });
    expect(await read([zip(inner('book.xlsx', '[Content_Types].xml', ''))])).toMatch(/format of PowerPoint|Excel/); // prettier-ignore
    expect(await read([zip(['paper.pdf', `%PDF-1.7 ${'x'.repeat(99)}`])])).toMatch(/^paper.pdf is in the format of PDF/); // prettier-ignore
    let deep = zipOf([{ name: 'rows.csv', bytes: bytesOf(csv) }]);
    for (let at = 0; at < 5; at++) deep = zipOf([{ name: 'deep.zip', bytes: deep }]);
    expect(await read([file('deep.zip', deep)])).toBe('deep.zip is an archive in archives, more than are opened: unpack it'); // prettier-ignore
  });

  test('of a table and some pictures is the table', async () => {
    expect(await read([zip(['train.csv', csv], ['preview.png', png])])).toMatchObject(table);
    const folder = [file('k/train.csv', csv), file('k/plots/one.png', png), file('k/plots/two.png', png)];
    expect(await read(folder)).toMatchObject(table);
  });

  test('of a text is that text', async () => {
    expect(await read([zip(['book.txt', story])])).toMatchObject({ kind: 'text', name: 'book.txt' });
  });

  test('of a table to train on and others is that one, and says so', async () => {
    const given: readonly Entry[] = [
      ['test.csv', csv],
      ['train.csv', csv],
      ['sample_submission.csv', csv],
    ];
    const notes = [say('one-of-files', { path: 'train.csv', others: 'test.csv, sample_submission.csv' })];
    expect(await read([zip(...given)])).toMatchObject({ ...table, notes });
    expect(await read(given.map(([path, content]) => file(`k/${path}`, content)))).toMatchObject(table);
    expect(await read([zip(['a.csv', csv], ['b.csv', csv])])).toBe(
      'archive.zip holds several files to learn from (a.csv, b.csv): give one of them',
    );
  });

  test('of IDX files is the set; of MNIST’s four files those to train on', async () => {
    const images = new Uint8Array(await idxFile([4, 2, 2], new Uint8Array(16)).arrayBuffer());
    const labels = new Uint8Array(await idxFile([4], Uint8Array.of(0, 1, 0, 1)).arrayBuffer());
    const set = (part: string): readonly Entry[] => [
      [`${part}-images-idx3-ubyte`, images],
      [`${part}-labels-idx1-ubyte`, labels],
    ];
    const idx = { kind: 'idx', examples: 4, inputShape: [2, 2], classes: 2 };
    expect(await read([zip(...set('x'))])).toMatchObject(idx);
    expect(await read([zip(...set('train'), ...set('t10k'))])).toMatchObject(idx);
  });

  test.each([
    ['nothing', [], 'archive.zip holds no files'],
    [
      'other things',
      [
        ['a.exe', 'MZ'],
        ['b.dll', 'MZ'],
      ],
      'archive.zip holds no table, no text and no PNG or JPEG images, only files such as a.exe, b.dll',
    ],
    [
      'a workbook',
      [
        ['[Content_Types].xml', ''],
        ['xl/workbook.xml', ''],
      ],
      /^archive.zip is in the format of Excel, .* as CSV/,
    ],
    [
      'a document',
      [
        ['[Content_Types].xml', ''],
        ['word/document.xml', ''],
      ],
      /^archive.zip is in the format of Word, .* plain text/,
    ],
    [
      'arrays',
      [
        ['x_train.npy', '\u0093NUMPY'],
        ['y_train.npy', ''],
      ],
      /^archive.zip holds arrays of NumPy, .* CSV/,
    ],
    ['an archive of tar', [['data.csv', `${'x'.repeat(257)}ustar`]], /^data.csv is an archive of tar/],
  ] as const)('of %s is refused with a way out', async (_, entries, message) => {
    expect(await read([zip(...entries)])).toMatch(message);
  });
});

describe('one file', () => {
  test.each([
    ['a.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, ...new Array<number>(99).fill(0)), /format of Excel/],
    ['a.pdf', `%PDF-1.7 ${'x'.repeat(99)}`, /format of PDF/],
    [
      'a.npy',
      Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, ...new Array<number>(99).fill(0)),
      /arrays of NumPy/,
    ],
    [
      'a.webp',
      `RIFF0000WEBP${'x'.repeat(99)}`,
      /^a.webp is a WebP image, which is not read: save it as PNG or JPEG$/,
    ],
    ['a.doc', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, ...new Array<number>(99).fill(0)), /format of Word/],
    ['a.rds', new Uint8Array(gzipSync(`X\n\0\0\0\x03${'x'.repeat(99)}`)), /format of R, .* CSV/],
    ['a.dta', `<stata_dta>${'x'.repeat(99)}`, /format of Stata/],
    ['a.pkl', Uint8Array.of(0x80, 0x04, 0x95, ...new Array<number>(99).fill(0)), /pickle, .*to_csv/],
    ['a.safetensors', `\x40\0\0\0\0\0\0\0{"a":1}${' '.repeat(99)}`, /weights of a model \(safetensors\)/],
    ['a.mp3', `ID3\x03${'x'.repeat(99)}`, /format of MP3/],
    ['a.avi', `RIFF0000AVI ${'x'.repeat(99)}`, /RIFF \(AVI\)/],
    ['a.csv', `<!DOCTYPE html>\n<html>${'x'.repeat(99)}`, /^a.csv is a page of the web/],
    ['a.zip', `<html><body>${'x'.repeat(99)}`, /^a.zip is a page of the web/],
    ['a.csv', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n', /Git LFS/],
    ['a.tar.gz', new Uint8Array(gzipSync(`${'x'.repeat(257)}ustar${'x'.repeat(300)}`)), /archive of tar/],
  ])('%s is refused by its format', async (name, content, message) => {
    expect(await read([file(name, content)])).toMatch(message);
  });

  test('a table under the name of a text is a table, and may still be read as a text', async () => {
    const notes = [say('table-in-text')];
    for (const mark of [',', ';', '\t', '|'])
      for (const name of ['a.txt', 'iris.data', 'rows'])
        expect(await read([file(name, csv.replaceAll(',', mark))])).toMatchObject({
          ...table,
          other: 'text',
          notes,
        });
    expect(await read([file('a.txt', csv)], { kind: 'text' })).toMatchObject({
      kind: 'text',
      bytes: csv.length,
    });
  });

  test('JSON under the name of a text or a table is read as JSON, and members read the same', async () => {
    const records = Array.from({ length: 30 }, (_, at) => ({ x: at * 1.7, size: { y: (at * 7) % 30 }, kind: at % 2 ? 'a' : 'b' })); // prettier-ignore
    const each = records.map((one) => JSON.stringify(one)).join('\n');
    for (const name of ['a.txt', 'a.data', 'a.csv'])
      for (const content of [each, JSON.stringify(records)]) {
        const given = [file(name, content)];
        const host = await read(given);
        expect(host).toMatchObject({ kind: 'table', inputs: 2, notes: [{ code: 'json-in-text' }] });
        if (typeof host === 'string') throw new Error(host);
        expect(await read(given, host.recipe)).toMatchObject({ sha256: host.sha256 });
        if (name === 'a.txt') expect(await read(given, { kind: 'text' })).toMatchObject({ kind: 'text', other: 'table' }); // prettier-ignore
      }
  });

  test.each([
    [
      'one column of numbers',
      (at: number) => `${at * 1.7};${at % 3 ? 'red' : 'blue'};${at % 2 ? 'long' : 'short'}`,
    ],
    ['numbers with a decimal comma', (at: number) => `${at},5;${at % 2 ? 'long' : 'short'}`],
  ])('%s is enough for a table', (_, line) => {
    const text = `one;two;three\n${Array.from({ length: 40 }, (__, at) => line(at)).join('\n')}\n`;
    expect(looksLikeTable(utf8(text))).toBe(true);
  });

  test.each([
    ['prose', 'One, two and three, he said.\nFour, five, he said again.\n'.repeat(40)],
    ['a play', 'ROMEO:\nBut soft, what light\n\n'.repeat(40)],
    ['a dialogue with bars', 'A | hello there | yes\nB | good day | no\n'.repeat(40)],
    ['numbers, one a line', Array.from({ length: 400 }, (_, at) => `${at}`).join('\n')],
  ])('%s is a text', async (_, content) => {
    expect(await read([file('a.txt', content)])).toMatchObject({ kind: 'text' });
  });

  test('a table of nothing but texts is read as a text, also by the name of its field', async () => {
    const review = (at: number): string =>
      `"This is review ${at}, which goes on for a while ${'so '.repeat(at % 5)}"`;
    const texts = `review,title\n${Array.from({ length: 60 }, (_, at) => `${review(at)},Number ${at}`).join('\n')}\n`;
    expect(await read([file('a.csv', texts)])).toMatchObject({
      kind: 'text',
      recipe: { kind: 'field', field: 'review' },
      notes: [say('texts-in-table', { field: 'review' })],
    });
    expect(await read([file('a.csv', texts)], { kind: 'field', field: 'title' })).toMatchObject({
      kind: 'text',
      recipe: { kind: 'field', field: 'title' },
    });
    expect(await read([file('a.csv', texts)], { kind: 'field', field: 'other' })).toBe(
      'a.csv has no field “other”',
    );
  });

  test('images of an archive say how its names were read', async () => {
    const archive = zipOf(['a', 'b'].flatMap((folder) => [{ name: `${folder}/~.png`, bytes: png }]));
    for (let at = 0; at + 30 < archive.length; at++) {
      const isDirectory = archive[at + 2] === 1 && archive[at + 3] === 2;
      const isRecord = isDirectory || (archive[at + 2] === 3 && archive[at + 3] === 4);
      if (archive[at] !== 0x50 || archive[at + 1] !== 0x4b || !isRecord) continue;
      archive[at + (isDirectory ? 9 : 7)] = 0; // the flag of UTF-8
      archive[at + (isDirectory ? 46 : 30) + 2] = 0x84; // ä
    }
    expect(await read([file('p.zip', archive)])).toMatchObject({
      classNames: ['a', 'b'],
      notes: [say('zip-names-guessed', { codePage: 'CP850' })],
    });
  });
});
