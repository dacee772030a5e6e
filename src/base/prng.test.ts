// The generator's seeding: published answers, no two equal streams, and every bit of a name affects every bit of state.
import { describe, expect, test } from 'vitest';
import { hash128 } from './hash128';
import { permutation, prng } from './prng';

type Name = readonly (number | string)[];

/** The bytes as the words that hold them, padded with zeros to blocks. */
function wordsOf(bytes: ArrayLike<number>): Uint32Array {
  const words = new Uint32Array(4 * Math.ceil(bytes.length / 16));
  for (let i = 0; i < bytes.length; i++) words[i >> 2] |= bytes[i] << (8 * (i & 3));
  return words;
}

function bytesOf(lanes: readonly number[]): number[] {
  return lanes.flatMap((lane) => [lane & 255, (lane >>> 8) & 255, (lane >>> 16) & 255, lane >>> 24]);
}

const hex = (lanes: readonly number[]): string =>
  lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');

/** The first four draws: they show the whole state except its order. */
const start = (...parts: Name): string => {
  const random = prng(...parts);
  return hex([random.uint32(), random.uint32(), random.uint32(), random.uint32()]);
};

describe('hash128', () => {
  test('is MurmurHash3_x86_128, by SMHasher’s verification value and by known answers', () => {
    const results: number[] = [];
    for (let length = 0; length < 256; length++) {
      const key = Array.from({ length }, (_, i) => i);
      results.push(...bytesOf(hash128(wordsOf(key), length, 256 - length)));
    }
    expect(hash128(wordsOf(results), results.length)[0] >>> 0).toBe(0xb3ece62a);
    expect(hex(hash128(wordsOf([]), 0))).toBe('00000000000000000000000000000000');
    const fox = Buffer.from('The quick brown fox jumps over the lazy dog');
    expect(hex(hash128(wordsOf(fox), fox.length))).toBe('2f1583c3ecee2c675d7bf66ce5e91d2c');
  });

  test('every bit of the input flips every bit of the output half the time', () => {
    const random = prng('avalanche');
    const rounds = 400;
    const inputs = 8; // two blocks
    let worst = 0;
    for (let bit = 0; bit < 32 * inputs; bit++) {
      const flips = new Uint32Array(128);
      for (let round = 0; round < rounds; round++) {
        const words = Uint32Array.from({ length: inputs }, () => random.uint32());
        const before = hash128(words, 4 * inputs);
        words[bit >> 5] ^= 1 << (bit & 31);
        const after = hash128(words, 4 * inputs);
        for (let out = 0; out < 128; out++)
          flips[out] += ((before[out >> 5] ^ after[out >> 5]) >>> (out & 31)) & 1;
      }
      for (const count of flips) worst = Math.max(worst, Math.abs(count / rounds - 0.5));
    }
    console.info(`worst bias of ${32 * inputs * 128} pairs of bits: ${worst.toFixed(3)}`);
    expect(worst).toBeLessThan(0.15); // six standard deviations of 400 fair flips
  });
});

describe('the generator', () => {
  test('known streams: another engine, or another version, that drew otherwise would be noticed', () => {
    expect(start('digits', 1, 0)).toBe('b5ef496fcab5ed562a1befba8d166f70');
    expect(start()).toBe('6e336822c04de3457c170b94518de46e');
    expect(permutation(8, prng('known', 'é', -1, 0.5, 2 ** 53 - 1)).join()).toBe('1,3,4,0,7,6,5,2');
  });

  test('a normal number is twelve uniform ones, less six, and leaves the stream after them', () => {
    const [normal, uniform] = [prng('normal', 3), prng('normal', 3)];
    for (let i = 0; i < 1000; i++) {
      let sum = -6;
      for (let draw = 0; draw < 12; draw++) sum += uniform.float();
      expect(normal.normal()).toBe(sum);
      if (i % 7 === 0) expect(normal.uint32()).toBe(uniform.uint32());
    }
  });

  test('an array of uniform numbers is as many single ones, and leaves the stream after them', () => {
    const [array, single] = [prng('floats', 3), prng('floats', 3)];
    const into = new Float64Array(7);
    for (let i = 0; i < 100; i++) {
      array.floats(into);
      for (const value of into) expect(value).toBe(single.float());
    }
    expect(array.uint32()).toBe(single.uint32());
  });

  test('60,000 digits of seed 1: no two share a stream', () => {
    expect(new Set(Array.from({ length: 60_000 }, (_, i) => start('digits', 1, i))).size).toBe(60_000);
  });

  test('1,000,000 seeds: no two share a stream', () => {
    const firsts = new Float64Array(1_000_000); // 53 bits of each: a chance collision once in 18,000 versions
    for (let i = 0; i < firsts.length; i++) {
      const random = prng('seeds', Math.floor(i / 1000), i % 1000);
      firsts[i] = random.uint32() * 2 ** 21 + (random.uint32() >>> 11);
    }
    firsts.sort();
    let alike = 0;
    for (let i = 1; i < firsts.length; i++) if (firsts[i] === firsts[i - 1]) alike++;
    expect(alike).toBe(0);
  });

  test('names differ by the bounds, the kinds and the order of their parts', () => {
    const names: readonly Name[] = [
      ...([
        [],
        [''],
        ['', ''],
        ['ab'],
        ['a', 'b'],
        ['b', 'a'],
        ['a\0b'],
        ['a\0', 'b'],
        ['\0a', 'b'],
      ] as const),
      ...([
        [0],
        [0, 0],
        ['0'],
        ['n0'],
        [1],
        [-1],
        [0.5],
        [2 ** 32],
        [2 ** 32 + 1],
        ['1', 2],
        [1, '2'],
      ] as const),
      ...([[12], [1, 2], ['é'], ['e'], ['\ud83d\ude00'], ['\ude00\ud83d']] as const),
    ];
    expect(new Set(names.map((parts) => start(...parts))).size).toBe(names.length);
    expect(start(-0)).toBe(start(0));
    expect(start('a', 7)).toBe(start('a', 7));
  });

  test('neighbouring streams have nothing in common', () => {
    const streams = 200;
    const length = 500;
    const drawn = Array.from({ length: streams }, (_, i) => {
      const random = prng('neighbours', i);
      return Float64Array.from({ length }, () => random.float() - 0.5);
    });
    let worst = 0;
    for (let i = 0; i < streams; i++)
      for (let j = i + 1; j < streams; j++) {
        let sum = 0;
        for (let at = 0; at < length; at++) sum += drawn[i][at] * drawn[j][at];
        worst = Math.max(worst, Math.abs((12 * sum) / length));
      }
    console.info(`largest correlation of ${(streams * (streams - 1)) / 2} pairs: ${worst.toFixed(3)}`);
    expect(worst).toBeLessThan(6 / Math.sqrt(length));
    const firsts = Float64Array.from({ length: 100_000 }, (_, i) => prng('firsts', i).float());
    const tenths = new Array<number>(10).fill(0);
    for (const first of firsts) tenths[Math.floor(10 * first)]++;
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(600); // six standard deviations
  });
});
