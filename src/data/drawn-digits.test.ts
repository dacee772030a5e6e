// WebAssembly draws each digit as the plain loops specify it, bit for bit.
import { afterEach, expect, test, vi } from 'vitest';
import { atOnce } from './at-once';
import { digitDataset, drawDigit } from './digits';
import { drawDigits } from './drawn-digits';
import { loadDatasetWithPauses } from './load-dataset';

const pixelsPerDigit = 28 * 28;

afterEach(() => vi.unstubAllGlobals());

test.each([
  [1, 700], // more than two calls, and the last is not full
  [0, 256],
  [0xffffffff, 60],
  [-3.5, 1],
])('seed %d: %d digits', (seed, examples) => {
  const images = new Uint8Array(examples * pixelsPerDigit);
  const labels = new Uint8Array(examples);
  expect(atOnce(drawDigits(seed, images, labels))).toBe(true);
  const image = new Uint8Array(pixelsPerDigit);
  for (let i = 0; i < examples; i++) {
    expect(labels[i], `label ${i}`).toBe(drawDigit(seed, i, image));
    const drawn = images.subarray(i * pixelsPerDigit, (i + 1) * pixelsPerDigit);
    expect(Buffer.compare(drawn, image), `image ${i}`).toBe(0);
  }
});

test('without WebAssembly the plain loops draw the same dataset', () => {
  const { hash } = digitDataset(40, 9);
  vi.stubGlobal('WebAssembly', undefined);
  expect(atOnce(drawDigits(9, new Uint8Array(pixelsPerDigit), new Uint8Array(1)))).toBe(false);
  expect(digitDataset(40, 9).hash).toBe(hash);
});

test('without memory for WebAssembly the plain loops draw the same dataset', () => {
  const { hash } = digitDataset(70, 5);
  const refuse = function (): never {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  };
  vi.stubGlobal('WebAssembly', { ...WebAssembly, Memory: refuse });
  try {
    expect(digitDataset(70, 5).hash).toBe(hash);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('with pauses the dataset is the same', async () => {
  let pauses = 0;
  const dataset = await loadDatasetWithPauses({ kind: 'digits', examples: 600 }, 4, () => {
    pauses++;
    return Promise.resolve();
  });
  expect(pauses).toBeGreaterThan(1);
  expect(dataset.hash).toBe(digitDataset(600, 4).hash);
});
