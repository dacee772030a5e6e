// A text whose tokens are in a file against the same text in memory, and both against slices of the plain string.
import { inWords } from '../cli/english/testing/in-words';
import { inEnglish } from '../cli/english/in-english';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hashHex, hashWords } from '../base/hash';
import { prng } from '../base/prng';
import type { Dataset } from './dataset';
import { FileTokens } from './file-tokens';
import { IndicesWithout, type Indices } from './indices';
import { learnBytePairs } from './learn-byte-pairs';
import { cutPositions } from './positions';
import { createSampler } from './sampler';
import { ShuffledOrder } from './shuffled-order';
import { splitDataset, splitLargeText } from './split';
import { ArrayTokenFile } from './testing/array-token-file';
import { openText, type TextFile } from './text-file';
import { textDataset } from './text-windows';
import { textOf, type Vocabulary } from './vocabulary';

const random = prng('large texts');
const letters = [...'abcdefghijklmnopäöü😀'];
const words = Array.from({ length: 400 }, () =>
  Array.from({ length: 1 + random.below(9) }, () => letters[random.below(letters.length)]).join(''),
);
/** 1.2 million characters: pages and pieces have a MiB. The end repeats the beginning, in step with windows of 48. */
const body = [...Array.from({ length: 200_000 }, () => words[random.below(words.length)]).join(' ')];
const points = [...body.slice(0, body.length - (body.length % 24)), ...body.slice(0, 4800)];
const text = points.join('');
const file = new Blob([text]);
const noPause = (): Promise<void> => Promise.resolve();
const all = (indices: Indices): number[] =>
  Array.from({ length: indices.length }, (_, at) => indices.at(at)!);

async function opened(into?: ArrayTokenFile, vocabulary?: Vocabulary, given = file): Promise<TextFile> {
  const read = await openText(given, undefined, vocabulary, into);
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  return read.value;
}

async function bytePairs(): Promise<Vocabulary> {
  const merges = await learnBytePairs(file, 400, () => undefined);
  if (!merges.ok) throw new Error(inEnglish(merges.error.says));
  return { kind: 'byte-pairs', merges: merges.value };
}

function windowOf(dataset: Dataset, index: number): { inputs: string; labels: string } {
  const inputs = new Float32Array(dataset.terms);
  const labels = new Uint32Array(dataset.terms);
  dataset.read(index, inputs, 0, labels, 0);
  const read = (tokens: ArrayLike<number>): string => textOf(Array.from(tokens), dataset.text!.vocabulary);
  return { inputs: read(inputs), labels: read(labels) };
}

describe('a text in a file', () => {
  test.each([
    ['its own characters', () => undefined, file],
    [
      'its own characters, gzipped',
      () => undefined,
      new Blob([new Uint8Array(gzipSync(text, { level: 1 }))]),
    ],
    ['byte pairs', bytePairs, file],
    ['named characters', () => ({ kind: 'characters', characters: ['\u0001', ...new Set(points)].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!) }) as const, file], // prettier-ignore
  ])('%s: the same tokens, facts, hashes, split and order as in memory', async (_, named, given) => {
    const vocabulary = await named();
    const [memory, kept] = [await opened(undefined, vocabulary), await opened(new ArrayTokenFile(), vocabulary, given)]; // prettier-ignore
    expect(kept.vocabulary).toEqual(memory.vocabulary);
    expect([kept.bytes, kept.characters, kept.sha256]).toEqual([memory.bytes, memory.characters, memory.sha256]); // prettier-ignore
    const { length } = memory.tokens;
    expect(kept.tokens.length).toBe(length);
    expect(kept.tokens.subarray(0, length)).toEqual(memory.tokens);

    // The dataset as a small text, and as a large one: where the tokens are changes neither.
    const listed = [memory, kept].map((each) => textDataset(each, 48, 'text'));
    expect(listed[1].hash).toBe(listed[0].hash);
    expect(listed[0].text!.large).toBeUndefined();
    const large = [memory, kept].map((each) => textDataset(each, 48, 'text', 1000));
    expect(large[1].hash).toBe(large[0].hash);
    expect(large[0].hash).not.toBe(listed[0].hash);
    expect(textDataset(kept, 50, 'text', 1000).hash).not.toBe(large[0].hash);

    const small = splitDataset(listed[0], 100, 1);
    for (const dataset of large) {
      const split = await splitLargeText(dataset, 100, noPause);
      expect(split.validation).toEqual(small.validation);
      expect(Uint32Array.from(all(split.train))).toEqual(small.train);
    }
    const samplers = await Promise.all(large.map(async (dataset) => createSampler(3, (await splitLargeText(dataset, 100, noPause)).train))); // prettier-ignore
    const [one, other] = samplers.map((sampler) => sampler.examples([[5, 500]]));
    expect(other).toEqual(one);
    for (const index of one.slice(0, 20))
      expect(windowOf(large[1], index)).toEqual(windowOf(listed[0], index));
  });

  test('its windows are slices of the string', async () => {
    const kept = await opened(new ArrayTokenFile());
    const dataset = textDataset(kept, 48, 'text', 1000);
    for (const index of [0, 1, 30_000, 17, dataset.length - 1, 29_999, 30_001])
      expect(windowOf(dataset, index)).toEqual({
        inputs: points.slice(24 * index, 24 * index + 48).join(''),
        labels: points.slice(24 * index + 1, 24 * index + 49).join(''),
      });
    expect(dataset.length).toBe(Math.floor((points.length - 49) / 24) + 1);
  });

  test('the split leaves out exactly the windows that are held out word for word', async () => {
    const dataset = textDataset(await opened(new ArrayTokenFile()), 48, 'text', 1000);
    const { train, validation } = await splitLargeText(dataset, 200, noPause);
    const at = (index: number): string => points.slice(24 * index, 24 * index + 48).join('');
    const held = new Set(Array.from(validation, at));
    const expected: number[] = [];
    // The two windows before the first held-out one share characters with it.
    for (let index = 0; index < dataset.length - 200 - 2; index++)
      if (!held.has(at(index))) expected.push(index);
    expect(all(train)).toEqual(expected);
    const last = validation[0] - dataset.text!.overlap;
    expect(train.length).toBeLessThan(last);
    expect((await splitLargeText(dataset, 0, noPause)).train.length).toBe(dataset.length);
  });

  test('a text that repeats itself all over is trained on whole, as a small one', async () => {
    const verse = new Blob(['over and over again. '.repeat(3000)]);
    const dataset = textDataset(await opened(new ArrayTokenFile(), undefined, verse), 21, 'again', 1000);
    const small = splitDataset(textDataset(await opened(undefined, undefined, verse), 21, 'again'), 30, 1);
    const { train } = await splitLargeText(dataset, 30, noPause);
    expect(Uint32Array.from(all(train))).toEqual(small.train);
  });

  test('the hash of a large text is of its tokens, a MiB at a time', async () => {
    const { tokens, vocabulary } = await opened();
    const bytes = Buffer.from(tokens.subarray(0, tokens.length));
    const pages: number[] = [];
    for (let at = 0; at < bytes.length; at += 2 ** 20) {
      const page = Buffer.alloc(4 * Math.ceil(Math.min(2 ** 20, bytes.length - at) / 4));
      bytes.copy(page, 0, at, at + 2 ** 20);
      const { lo, hi } = hashWords(new Uint32Array(page.buffer, page.byteOffset, page.length / 4));
      pages.push(lo, hi);
    }
    expect(pages).toHaveLength(4);
    const whole = hashWords(Uint32Array.of(bytes.length, 0, ...pages));
    const dataset = textDataset(await opened(new ArrayTokenFile()), 48, 'text', 1000);
    const facts = [vocabulary.kind === 'characters' ? vocabulary.characters.length : 0, dataset.length, 48];
    expect(dataset.hash).toBe(hashHex(hashWords(Uint32Array.of(...facts, whole.lo, whole.hi))));
  });
});

describe('what is read of the file', () => {
  test('windows here and there are read alone; a pass reads every byte about once', async () => {
    const kept = new ArrayTokenFile();
    const dataset = textDataset(await opened(kept), 48, 'text', 1000);
    kept.reads = [];
    const order = new ShuffledOrder(dataset.length, prng('here and there'));
    for (let place = 0; place < 500; place++) windowOf(dataset, order.at(place)!);
    const here = kept.reads.reduce((sum, { length }) => sum + length, 0);
    expect(kept.reads.length).toBeGreaterThan(450);
    expect(here).toBeLessThan(500 * 49 + 3 * 2 ** 17); // two neighbours that follow each other by chance take a page

    kept.reads = [];
    for (let index = 0; index < dataset.length; index++) windowOf(dataset, index);
    const whole = kept.reads.reduce((sum, { length }) => sum + length, 0);
    expect(whole).toBeLessThan(1.01 * points.length);
    expect(kept.reads.length).toBeLessThan(points.length / 2 ** 17 + 2);
  });

  test('places beyond 32 bits are exact', () => {
    const reads: (readonly [at: number, length: number])[] = [];
    const far = new FileTokens(
      {
        read(at, into) {
          reads.push([at, into.length]);
          into.fill(1);
        },
        write: () => undefined,
        remove: () => Promise.resolve(),
      },
      4_200_000_001,
      2,
    );
    expect(far.subarray(4_200_000_000, 4_200_000_001)).toEqual(Uint16Array.of(0x101));
    expect(far.subarray(2 ** 31 + 1, 2 ** 31 + 4)).toHaveLength(3);
    expect(reads).toEqual([
      [8_400_000_000, 2],
      [2 ** 32 + 2, 6],
    ]);
    expect(() => far.subarray(4_200_000_000, 4_200_000_002)).toThrow(/tokens 4200000000 to 4200000002/);
  });

  test('a read that fails is not taken for tokens the next time', async () => {
    const kept = new ArrayTokenFile();
    const { tokens } = await opened(kept);
    const first = tokens.subarray(900_000, 900_010).slice();
    const { bytes } = kept;
    kept.bytes = bytes.slice(0, 5);
    expect(() => tokens.subarray(500_000, 500_010)).toThrow('beyond the end');
    kept.bytes = bytes;
    expect(tokens.subarray(900_000, 900_010)).toEqual(first);
    expect(tokens.subarray(500_000, 500_010)).toEqual(bytes.slice(500_000, 500_010));
  });
});

describe('a text that its file cannot take', () => {
  test.each([0, 1_100_000, points.length - 1])('a disk that is full after %i bytes', async (room) => {
    const kept = new ArrayTokenFile(room);
    const read = await openText(file, undefined, undefined, kept);
    expect(read).toMatchObject({
      ok: false,
      error: { says: { code: 'text-not-kept-full' } },
    });
    expect(kept.isRemoved).toBe(true);
  });

  test('a file that cannot be read again, or a text that is refused, leaves nothing', async () => {
    const broken = new ArrayTokenFile();
    broken.read = () => {
      throw new Error('the disk is gone');
    };
    expect(await openText(file, undefined, undefined, broken)).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining('the disk is gone')) },
    });
    expect(broken.isRemoved).toBe(true);
    const binary = new ArrayTokenFile();
    expect(await openText(new Blob([text, '\u0000']), undefined, undefined, binary)).toMatchObject({
      error: { says: { code: 'text-binary' } },
    });
    expect(binary.isRemoved).toBe(true);
  });

  test('closed, its file is removed', async () => {
    const kept = new ArrayTokenFile();
    await (await opened(kept)).close();
    expect(kept.isRemoved).toBe(true);
  });
});

describe('an order without a list', () => {
  test.each([1, 2, 3, 4, 5, 16, 17, 255, 257, 1000, 65_537, 300_007])('%i numbers, each once', (length) => {
    const order = new ShuffledOrder(length, prng('order', length));
    const seen = new Uint8Array(length);
    for (let place = 0; place < length; place++) seen[order.at(place)!]++;
    expect(seen.every((times) => times === 1)).toBe(true);
    expect([order.at(-1), order.at(length)]).toEqual([undefined, undefined]);
  });

  test('places say nothing of numbers', () => {
    const length = 100_003;
    for (const seed of [1, 2, 3]) {
      const numbers = all(new ShuffledOrder(length, prng('spread', seed)));
      // The pairs of neighbours, sixteen by sixteen boxes: chi-square of 255 degrees of freedom, six deviations.
      const boxes = new Float64Array(256);
      for (let at = 1; at < length; at++)
        boxes[16 * Math.floor((16 * numbers[at - 1]) / length) + Math.floor((16 * numbers[at]) / length)]++;
      const mean = (length - 1) / 256;
      const chi = boxes.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
      expect(chi).toBeLessThan(255 + 6 * Math.sqrt(2 * 255));
      expect(chi).toBeGreaterThan(255 - 6 * Math.sqrt(2 * 255));
      // The correlation of place and number: as of independent ones, within six deviations.
      const centre = (length - 1) / 2;
      let product = 0;
      numbers.forEach((number, place) => (product += (number - centre) * (place - centre)));
      const correlation = product / ((length * (length ** 2 - 1)) / 12);
      expect(Math.abs(correlation)).toBeLessThan(6 / Math.sqrt(length));
    }
    const [one, other] = [1, 2].map((seed) => all(new ShuffledOrder(length, prng('spread', seed))));
    const same = one.filter((number, at) => number === other[at]).length;
    expect(same).toBeLessThan(12); // one on average
  });

  test('as many as 32 bits number', () => {
    const order = new ShuffledOrder(2 ** 32 - 1, prng('far'));
    const seen = new Set<number>();
    for (let at = 0; at < 10_000; at++) {
      const number = order.at(2 ** 32 - 2 - at * 400_001)!;
      expect(Number.isSafeInteger(number) && number >= 0 && number < 2 ** 32 - 1).toBe(true);
      seen.add(number);
    }
    expect(seen.size).toBe(10_000);
    expect(Math.max(...seen)).toBeGreaterThan(2 ** 31);
  });

  test('numbers without some of them are those of a filter', () => {
    const without = Uint32Array.of(0, 1, 5, 7, 8, 9, 20);
    const kept = Array.from({ length: 21 }, (_, i) => i).filter((i) => !without.includes(i));
    expect(all(new IndicesWithout(21, without))).toEqual(kept);
    expect(all(new IndicesWithout(3, new Uint32Array()))).toEqual([0, 1, 2]);
    expect(new IndicesWithout(21, without).at(14)).toBeUndefined();
  });

  test('a sampler on it reads each example once an epoch, in the same order however it is sharded', () => {
    const train = new IndicesWithout(500, Uint32Array.of(3, 77, 499));
    const sampler = createSampler(9, train);
    const read = [...sampler.examples([[0, 3 * 497]])];
    for (let epoch = 0; epoch < 3; epoch++) {
      const one = read.slice(epoch * 497, (epoch + 1) * 497).sort((a, b) => a - b);
      expect(one).toEqual(all(train));
    }
    expect(read.slice(0, 497)).not.toEqual(read.slice(497, 994));
    const shards = cutPositions([[400, 300]], [1, 199, 0, 100]).map((cut) =>
      createSampler(9, train).examples(cut),
    );
    expect(shards.flatMap((shard) => [...shard])).toEqual(read.slice(400, 700));
    expect([...createSampler(9, train).examples([[497 * 2 ** 35, 2]])]).toHaveLength(2);
  });
});
