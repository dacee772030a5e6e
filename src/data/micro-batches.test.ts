import { expect, test } from 'vitest';
import { dropoutKeys, microBatches } from './micro-batches';
import { pointDataset } from './points';
import { storyDataset } from './stories';

const dataset = pointDataset('xor', 20, 0, 3);

test('E8: rows are the examples in order; rows of the ragged end have weight 0', () => {
  const indices = [7, 0, 19, 4, 5];
  const batches = microBatches(dataset, indices, 2);
  expect(batches.length).toBe(3);
  const one = new Float32Array(2);
  indices.forEach((index, n) => {
    const { inputs, labels, weights } = batches[Math.floor(n / 2)];
    const label = new Uint8Array(1);
    dataset.read(index, one, 0, label, 0);
    expect(labels[n % 2]).toBe(label[0]);
    expect(inputs.slice(2 * (n % 2), 2 * (n % 2) + 2)).toEqual(one);
    expect(weights[n % 2]).toBe(1);
  });
  expect([...batches[2].weights]).toEqual([1, 0]);
  expect([...batches[2].inputs.slice(2)]).toEqual([0, 0]);
  expect(batches[2].labels[1]).toBe(0);
});

test('an empty shard has no micro-batches', () => {
  expect(microBatches(dataset, [], 4)).toEqual([]);
  expect(microBatches(dataset, new Uint32Array(8), 4).length).toBe(2);
});

test('rows of text have a label and a weight per position', () => {
  const text = storyDataset(10, 8, 1);
  const [first, second] = microBatches(text, [3, 9, 0], 2);
  const window = new Float32Array(8);
  const labels = new Uint8Array(8);
  text.read(9, window, 0, labels, 0);
  expect([...first.inputs.subarray(8)]).toEqual([...window]);
  expect([...first.labels.subarray(8)]).toEqual([...labels]);
  expect([...first.weights]).toEqual(Array(16).fill(1));
  expect([...second.weights]).toEqual([...Array<number>(8).fill(1), ...Array<number>(8).fill(0)]);
});

test('E9: keys: three shards of b equal one of 3·b; a key is never 0; no keys unless given', () => {
  const whole = dropoutKeys(5, [[100, 12]]);
  const parts = [0, 4, 8].flatMap((at) => [...dropoutKeys(5, [[100 + at, 4]])]);
  expect(parts).toEqual([...whole]);
  expect(new Set(whole).size).toBe(12);
  expect(whole.includes(0)).toBe(false);
  expect(dropoutKeys(6, [[100, 12]])).not.toEqual(whole);
  const [first, second] = microBatches(dataset, [1, 2, 3], 2, whole.subarray(0, 3));
  expect([...first.keys!]).toEqual([whole[0], whole[1]]);
  expect([...second.keys!]).toEqual([whole[2], 0]);
  expect(microBatches(dataset, [1], 2)[0].keys).toBeUndefined();
});
