import { inWords } from '../cli/english/testing/in-words';
import { inEnglish } from '../cli/english/in-english';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { concatBytes, utf8 } from '../base/bytes';
import type { Dataset } from './dataset';
import { splitDataset } from './split';
import { storyDataset } from './stories';
import { openText } from './text-file';
import { textDataset } from './text-windows';
import { tokenCount, windowCount } from './window-count';
import { textOf } from './vocabulary';
import { tokenise } from './testing/tokenise';

const file = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(utf8(text));
const rhyme = 'Mary had a little lamb,\nits fleece was white as snow – äöü 😀. '.repeat(8);

function windowOf(dataset: Dataset, index: number): { inputs: string; labels: string } {
  const inputs = new Float32Array(dataset.terms);
  const labels = new Uint32Array(dataset.terms);
  dataset.read(index, inputs, 0, labels, 0);
  const words = (tokens: ArrayLike<number>): string => textOf(Array.from(tokens), dataset.text!.vocabulary);
  return { inputs: words(inputs), labels: words(labels) };
}

describe('a text file that is refused', () => {
  // Long enough that the place is in a later piece than the first, packed or not.
  const lines = `${'ä'.repeat(40)} and so on\n`.repeat(30_000);
  const at = utf8(lines).length;

  test.each([
    ['a byte of Latin-1', concatBytes(utf8('ab'), Uint8Array.of(0xe4), utf8('cd')), /^line 30,001 of the text file \(byte 2,730,003\) is not text in UTF-8/], // prettier-ignore
    ['a control character', utf8('äb\u0000cd'), /^line 30,001 of the text file \(byte 2,730,003\) holds the control character U\+0000/], // prettier-ignore
    ['DEL', utf8('äb\u007f'), /\(byte 2,730,003\) holds the control character U\+007F/],
    ['half a character at the end', utf8('äb').slice(0, 1), /^line 30,001 of the text file ends in the middle of a character, at byte 2,730,001/], // prettier-ignore
  ])('%s is named by line and byte', async (_, end, message) => {
    expect(at).toBe(2_730_000);
    const whole = concatBytes(utf8(lines), end);
    for (const given of [whole, new Uint8Array(gzipSync(whole))]) {
      const opened = await openText(given);
      expect(opened.ok ? 'read' : inEnglish(opened.error.says)).toMatch(message);
    }
  });

  test('a character that two pieces share is sound; the byte after it is named', async () => {
    // Pieces of a plain file are a MiB: the smiley lies on both sides of the end of the first.
    const before = utf8('x'.repeat(2 ** 20 - 2) + '😀');
    const opened = await openText(concatBytes(before, Uint8Array.of(0xff)));
    expect(opened.ok ? 'read' : inEnglish(opened.error.says)).toMatch(
      /^line 1 of the text file \(byte 1,048,578\) is not text in UTF-8/,
    );
  });
});

describe('a text file', () => {
  test('becomes windows whose labels are the next characters', async () => {
    const opened = await openText(file(rhyme));
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const dataset = textDataset(opened.value, 10, 'rhyme');
    const points = Array.from(rhyme);
    expect(dataset.classes).toBe(new Set(points).size);
    expect(dataset.length).toBe(windowCount(points.length, 10));
    for (const index of [0, 1, 7, dataset.length - 1])
      expect(windowOf(dataset, index)).toEqual({
        inputs: points.slice(5 * index, 5 * index + 10).join(''),
        labels: points.slice(5 * index + 1, 5 * index + 11).join(''),
      });
    expect(opened.value.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(textDataset(opened.value, 10, 'other name').hash).toBe(dataset.hash);
    expect(textDataset(opened.value, 12, 'rhyme').hash).not.toBe(dataset.hash);
  });

  test.each([
    ['', 'text-empty'],
    ['too short to learn from', 'text-too-short'],
    [`${rhyme}\u0000\u0001`, 'text-binary'],
    [String.fromCodePoint(...Array.from({ length: 300 }, (_, i) => 0x4e00 + i)), 'text-of-many-characters'],
  ])('refused: %j', async (text, code) => {
    expect(await openText(file(text))).toMatchObject({ ok: false, error: { says: { code } } });
  });

  test('refuses bytes that are not UTF-8, a damaged gzip, a gzip bomb', async () => {
    const latin = new Uint8Array(300).fill(0xe4);
    expect(await openText(latin)).toMatchObject({ ok: false, error: { says: { code: 'text-not-utf8' } } });
    expect(await openText(new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2]))).toMatchObject({
      ok: false,
      error: { says: { code: 'file-damaged' } },
    });
    expect(await openText(file(rhyme), 100)).toMatchObject({
      ok: false,
      error: { says: { code: 'file-too-large' } },
    });
  });
});

describe('a large text', () => {
  // The text has at least 3 MiB, and its characters of 1 to 4 bytes cross every boundary between pieces.
  const text = 'x' + rhyme.repeat(6_000);
  const bytes = file(text);
  const expected = (): { characters: string[]; tokens: Uint8Array } => {
    const points = Array.from(text);
    const characters = [...new Set(points)].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
    const place = new Map(characters.map((character, i) => [character, i]));
    return { characters, tokens: Uint8Array.from(points, (point) => place.get(point)!) };
  };

  test.each([
    ['plain', () => new Blob([bytes])],
    ['gzipped', () => new Blob([gzipSync(bytes)])],
  ])('read in pieces, %s, it gives the same tokens and hash as at once', async (_how, given) => {
    expect(bytes.length).toBeGreaterThan(3 * 2 ** 20);
    const opened = await openText(given());
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const { characters, tokens } = expected();
    expect(opened.value.vocabulary).toEqual({ kind: 'characters', characters });
    expect(Buffer.compare(opened.value.tokens as Uint8Array, tokens)).toBe(0);
    expect([opened.value.bytes, opened.value.characters]).toEqual([bytes.length, tokens.length]);
    expect(opened.value.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('a file above the limit is refused by its size, and no byte of it is read', async () => {
    class Unread extends Blob {
      override get size(): number {
        return 64 * 2 ** 20 + 1;
      }
      override slice(): Blob {
        throw new Error('read');
      }
    }
    expect(await openText(new Unread())).toMatchObject({
      ok: false,
      error: {
        code: 'bad-file',
        says: inWords(
          'the text file has 64.1\u00a0MiB, and at most 64\u00a0MiB are read: choose a smaller one',
        ),
      },
    });
  });

  test('a gzip bomb is refused once its limit is unpacked', async () => {
    const bomb = new Blob([gzipSync(Buffer.alloc(80 * 2 ** 20, 'a'))]);
    expect(bomb.size).toBeLessThan(2 ** 18);
    const before = process.memoryUsage().arrayBuffers;
    expect(await openText(bomb, 8 * 2 ** 20)).toMatchObject({
      ok: false,
      error: { says: { code: 'file-unpacks-to-more' } },
    });
    // The tokens so far (twice while their array grows) and one unpacked piece.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan((8 + 8 + 32) * 2 ** 20);
  });

  test('a character cut off at the end of the file is not text', async () => {
    const cut = file(rhyme.repeat(9) + '😀').slice(0, -1);
    expect(await openText(cut)).toMatchObject({ ok: false, error: { says: { code: 'text-cut' } } });
  });

  test('a file that was removed after it was chosen is reported as unreadable', async () => {
    class Gone extends Blob {
      override slice(): Blob {
        throw Object.assign(new Error('it was moved'), { name: 'NotFoundError' });
      }
    }
    expect(await openText(new Gone(['x'.repeat(300)]))).toMatchObject({
      ok: false,
      error: { says: { code: 'file-unreadable' } },
    });
  });
});

test('the counts of windows and characters determine each other', () => {
  for (const context of [1, 2, 7, 64])
    for (const windows of [1, 2, 9]) {
      const characters = tokenCount(windows, context);
      expect(windowCount(characters, context)).toBe(windows);
      expect(windowCount(characters - 1, context)).toBe(windows - 1);
    }
  expect(windowCount(0, 4)).toBe(0);
});

test.each([1, 2, 7, 64])('context %i: no character is both trained on and held out', (context) => {
  const text = tokenise(rhyme.repeat(3))!;
  const dataset = textDataset(text, context, 'rhyme');
  const stride = Math.ceil(context / 2);
  for (const held of [1, 5, 1e6]) {
    const { train, validation } = splitDataset(dataset, held, 1);
    expect(train.length).toBeGreaterThan(0);
    expect(validation.length).toBe(Math.min(held, dataset.length - dataset.text!.overlap - 1));
    expect(train[train.length - 1] * stride + context).toBeLessThan(validation[0] * stride);
    expect(validation[validation.length - 1]).toBe(dataset.length - 1);
  }
  expect(splitDataset(dataset, 0, 1).train.length).toBe(dataset.length);
});

test('stories depend only on the seed and their index, and share one vocabulary', () => {
  const few = storyDataset(20, 32, 4);
  const many = storyDataset(40, 32, 4);
  expect(windowOf(few, 19)).toEqual(windowOf(many, 19));
  expect(storyDataset(20, 32, 5).hash).not.toBe(few.hash);
  expect(few.classes).toBe(storyDataset(1, 8, 9).classes);
  console.info(`${few.classes} characters: ${windowOf(storyDataset(1, 400, 1), 0).inputs}`);
});

test('stories reward context: knowing the last two characters halves the uncertainty', () => {
  const dataset = storyDataset(2000, 64, 1);
  const counts = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  let characters = 0;
  for (let index = 0; index < dataset.length; index += 3) {
    const { labels } = windowOf(dataset, index);
    for (let i = 2; i < labels.length; i++) {
      characters++;
      [0, 1, 2].forEach((context) => {
        const key = labels.slice(i - context, i + 1);
        counts[context].set(key, (counts[context].get(key) ?? 0) + 1);
      });
    }
  }
  // Entropy of n-grams: H(next | context) = H(n-gram) − H(context).
  const joint = counts.map((map) =>
    [...map.values()].reduce((sum, n) => sum - (n / characters) * Math.log(n / characters), 0),
  );
  const next = [joint[0], joint[1] - joint[0], joint[2] - joint[1]];
  console.info(`nats per character knowing 0, 1, 2 before: ${next.map((n) => n.toFixed(2)).join(', ')}`);
  expect(next[0]).toBeGreaterThan(2.5);
  expect(next[2]).toBeLessThan(next[0] / 2);
});
