import { expect, test } from 'vitest';
import { microBatches } from './micro-batches';
import { pointDataset } from './points';

const dataset = pointDataset('xor', 20, 0, 3);

test('rows are the examples in order; the ragged end has weight 0', () => {
  const indices = [7, 0, 19, 4, 5];
  const batches = microBatches(dataset, indices, 2);
  expect(batches.length).toBe(3);
  const one = new Float32Array(2);
  indices.forEach((index, n) => {
    const { inputs, labels, weights } = batches[Math.floor(n / 2)];
    expect(labels[n % 2]).toBe(dataset.read(index, one, 0));
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
