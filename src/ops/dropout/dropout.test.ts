import { expect, test } from 'vitest';
import { dropoutReference, randomWords, streamOf } from './dropout.ref';

const length = 4099;

function mask(key: number, path: string, rate: number): Float64Array {
  const y = new Float64Array(length);
  const x = new Float64Array(length).fill(1);
  dropoutReference(x, Uint32Array.of(key), y, { batch: 1, length, rate, stream: streamOf(path) });
  return y;
}

test.each([0.1, 0.5, 0.9])('drops at rate %f and keeps the mean', (rate) => {
  let dropped = 0;
  let sum = 0;
  const keys = 50;
  for (let key = 1; key <= keys; key++)
    for (const value of mask(key, 'layers.3', rate)) {
      if (value === 0) dropped++;
      sum += value;
    }
  const count = keys * length;
  // Six standard deviations of a binomial distribution.
  const allowed = 6 * Math.sqrt((rate * (1 - rate)) / count);
  console.info(`dropout ${rate}: ${dropped / count} dropped, mean ${sum / count}`);
  expect(Math.abs(dropped / count - rate)).toBeLessThan(allowed);
  expect(Math.abs(sum / count - 1)).toBeLessThan(allowed / (1 - rate));
});

test('masks of neighbouring keys, layers and elements are independent', () => {
  const correlation = (a: Float64Array, b: Float64Array): number => {
    let both = 0;
    for (let i = 0; i < a.length; i++) both += (a[i] - 1) * (b[i] - 1); // variance 1 at rate ½
    return (both / a.length) * Math.sqrt(a.length);
  };
  let largest = 0;
  for (let key = 1; key <= 64; key++) {
    const one = mask(key, 'layers.3', 0.5);
    const others = [
      mask(key + 1, 'layers.3', 0.5),
      mask((key ^ 0x8000_0000) >>> 0, 'layers.3', 0.5),
      mask(key, 'layers.4', 0.5),
      mask(key, 'layers.3.0', 0.5),
      ...[1, 2, 4, 64, 128].map((lag) => Float64Array.from(one, (_, i) => one[(i + lag) % length])),
    ];
    for (const other of others) largest = Math.max(largest, Math.abs(correlation(one, other)));
  }
  console.info(`dropout: largest of 576 correlations ${largest} standard deviations`);
  expect(largest).toBeLessThan(5);
});

test('every bit of the random words is fair; a flipped bit of the key flips half of the high ones', () => {
  const words = new Uint32Array(4);
  const other = new Uint32Array(4);
  const ones = new Uint32Array(128);
  const flips = new Uint32Array(128);
  const rounds = 4096;
  for (let round = 0; round < rounds; round++) {
    const [key, quad] = [Math.imul(round, 2_654_435_761) >>> 0, round % 97];
    randomWords(key, 12_345, quad, words);
    randomWords((key ^ (1 << (round % 32))) >>> 0, 12_345, quad, other);
    for (let bit = 0; bit < 128; bit++) {
      ones[bit] += (words[bit >> 5] >>> (bit & 31)) & 1;
      flips[bit] += ((words[bit >> 5] ^ other[bit >> 5]) >>> (bit & 31)) & 1;
    }
  }
  const deviations = (count: number): number => Math.abs(count - rounds / 2) / Math.sqrt(rounds / 4);
  const isHigh = (_: number, bit: number): boolean => (bit & 31) >= 16;
  const mostOnes = Math.max(...Array.from(ones, deviations));
  const mostFlips = Math.max(...Array.from(flips).filter(isHigh).map(deviations));
  console.info(`ones ${mostOnes}, flips ${mostFlips} standard deviations`);
  expect(mostOnes).toBeLessThan(5);
  expect(mostFlips).toBeLessThan(5);
});

test('key 0 and evaluation change nothing', () => {
  expect(mask(0, 'layers.3', 0.5).every((value) => value === 1)).toBe(true);
});
