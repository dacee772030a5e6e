// Files that are not in UTF-8: what they are read as, and what the person is told. Bytes of scripts that could be several
// things are refused as before, by their line.
import { inEnglish } from '../../cli/english/in-english';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importFiles } from './import-files';

const towns = ['Köln', 'Zürich', 'Besançon'];
const table = `länge,Größe (€),ort\n${Array.from({ length: 60 }, (_, at) => `${((at * 37) % 60) / 4},${((at * 53) % 59) / 2},${towns[at % 3]}`).join('\n')}\n`;
const prose = 'Der Bär läuft über die Straße – “schöne Grüße” aus Köln! '.repeat(20);

const western = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => {
    const at = '€‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'.indexOf(letter);
    const byte = letter.charCodeAt(0);
    return byte < 256 ? byte : letter === '€' ? 0x80 : 0x82 + at - 1;
  });
const wide = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const pair = [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8];
      return isLittle ? pair : pair.reverse();
    }),
  );

async function read(bytes: Uint8Array, path: string): Promise<unknown> {
  const found = await importFiles([{ path, file: new Blob([bytes.slice()]) }], undefined, () => undefined);
  if (!found.ok) return inEnglish(found.error.says);
  const { value } = found;
  const notes = value.notes.map(inEnglish);
  if (value.kind === 'text') return { start: value.preview.start, notes };
  return { sha256: value.sha256, classes: value.classNames, notes };
}

const asWide = 'The file is in UTF-16, and is read so.';
const asWestern =
  'The file is not in UTF-8. It is read as Windows-1252: see whether letters such as ä and é are right.';

describe.each([
  ['a table', table, 't.csv'],
  ['records', JSON.stringify(towns.map((ort, at) => ({ ort, at: [1.5, 7, 3][at] }))).repeat(1), 't.json'],
  ['a text', prose, 't.txt'],
])('%s', (_, text, path) => {
  test.each([
    ['UTF-16 of Windows', wide(`\ufeff${text}`, true), asWide],
    ['UTF-16, high bytes first', wide(`\ufeff${text}`, false), asWide],
    ['UTF-16 without a mark', wide(text, true), asWide],
    ['UTF-16 without a mark, high bytes first', wide(text, false), asWide],
    ['Windows-1252', western(text), asWestern],
  ])('is read from %s as from UTF-8', async (__, bytes, note) => {
    const plain = (await read(new TextEncoder().encode(text), path)) as { notes: string[] };
    expect(await read(bytes, path)).toEqual({ ...plain, notes: [note, ...plain.notes] });
  });
});

test('a packed table, and a letter that comes late, are read as well', async () => {
  const late = `x,k\n${Array.from({ length: 9000 }, (_, at) => `${(at * 37) % 8999},${'ab'[at % 2]}`).join('\n')}\n3,Köln\n`;
  expect(await read(gzipSync(western(table)), 't.csv.gz')).toMatchObject({ classes: ['Besançon', 'Köln', 'Zürich'] }); // prettier-ignore
  expect(await read(western(late), 't.csv')).toMatchObject({
    classes: ['Köln', 'a', 'b'],
    notes: [asWestern],
  });
});

test.each([
  ['Chinese', [0xb1, 0xb1, 0xbe, 0xa9]],
  ['Russian', [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]],
  ['Western letters of another machine', [0x4b, 0x9a, 0x6c, 0x6e]],
  ['nothing', [0x4b, 0x81, 0x6c]],
  ['an unfinished character', [0xe2, 0x82]],
])('bytes that may be %s are not guessed', async (_, bytes) => {
  const rows = Array.from({ length: 30 }, (__, at) => [...new TextEncoder().encode(`\n${(at * 7) % 30},`), ...(at % 2 ? bytes : [97])]); // prettier-ignore
  const found = await read(Uint8Array.from([0x78, 0x2c, 0x6b, ...rows.flat()]), 't.csv');
  expect(found).toMatch(/^line \d+ of t\.csv is not text in UTF-8/);
});

test('a text in UTF-8 is given on as it is', async () => {
  const found = await importFiles([{ path: 't.txt', file: new Blob([prose]) }], undefined, () => undefined);
  expect(found.ok && found.value.kind === 'text' && found.value.bytes).toBe(new TextEncoder().encode(prose).length); // prettier-ignore
});
