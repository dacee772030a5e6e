import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { appendExamples } from './append-examples';
import { idxFile } from './idx';
import { openIdx } from './idx-dataset';
import { splitDataset } from './split';

const random = prng('added examples');
const length = 2 * 3;
const bytes = (count: number) => Uint8Array.from({ length: count }, () => random.below(256));
const values = bytes(40 * length);
const labels = Uint8Array.from({ length: 40 }, (_, at) => at % 2);
const inputFile = idxFile([40, 2, 3], values);
const labelFile = idxFile([40], labels);
const one = { values: bytes(length), label: 1 };
const other = { values: bytes(length), label: 0 };

test('added examples stand behind the others, which keep their places; gzipped files are read too', async () => {
  const packed = await new Response(inputFile.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  for (const images of [inputFile, packed]) {
    const grown = await appendExamples(images, labelFile, [one, other]);
    if (!grown.ok) throw new Error(grown.error.code);
    const read = async (file: Blob, head: number) => new Uint8Array(await file.arrayBuffer()).subarray(head);
    expect(await read(grown.value.inputFile, 16)).toEqual(
      Uint8Array.from([...values, ...one.values, ...other.values]),
    );
    expect(await read(grown.value.labelFile, 8)).toEqual(Uint8Array.from([...labels, 1, 0]));
    expect((await openIdx(grown.value.inputFile, grown.value.labelFile, 'grown')).ok).toBe(true);
  }
});

test('pictures of another size, classes beyond a byte, and files of floats are refused', async () => {
  const refused = async (image: Blob, added: { values: Uint8Array; label: number }) =>
    (await appendExamples(image, labelFile, [added])).ok;
  expect(await refused(inputFile, { values: bytes(length + 1), label: 0 })).toBe(false);
  expect(await refused(inputFile, { values: bytes(length), label: 256 })).toBe(false);
  const floats = new Blob([Uint8Array.from([0, 0, 0x0d, 2, 0, 0, 0, 40, 0, 0, 0, 1]), new Uint8Array(160)]);
  expect(await refused(floats, { values: bytes(1), label: 0 })).toBe(false);
});

test('what is added is all trained on, and what is held out stays', async () => {
  const before = await openIdx(inputFile, labelFile, 'before');
  const grown = await appendExamples(inputFile, labelFile, [one, other]);
  if (!before.ok || !grown.ok) throw new Error('not read');
  const after = await openIdx(grown.value.inputFile, grown.value.labelFile, 'after');
  if (!after.ok) throw new Error('not read');
  const first = splitDataset(before.value.dataset, 10, 7);
  const next = splitDataset(after.value.dataset, 10, 7, prng, 2);
  expect(next.validation).toEqual(first.validation);
  expect(next.train).toEqual(Uint32Array.from([...first.train, 40, 41]));
  // As data of its own it would be divided again.
  expect(splitDataset(after.value.dataset, 10, 7).validation).not.toEqual(first.validation);
});
