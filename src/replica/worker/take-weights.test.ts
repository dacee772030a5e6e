import { expect, test } from 'vitest';
import { labelledDataset } from '../../data/labelled-dataset';
import { pointDataset } from '../../data/points';
import { splitDataset } from '../../data/split';
import { storyDataset } from '../../data/stories';
import { heldState } from '../../train/checkpoint/testing/held-state';
import type { Ready } from '../../train/state/device';
import { heldOutOf } from '../weights';
import { takeWeights } from './worker';

const dataset = pointDataset('moons', 40, 0.1, 3);
const split = splitDataset(dataset, 12, 3);
const ready = { dataset, split } as Pick<Ready, 'dataset' | 'split'> as Ready;

test('the parameters are a copy with their step; examples come when they are wanted', () => {
  const held = heldState();
  const weights = takeWeights({ ready, held }, 'ab12', true)!;
  expect(weights).toMatchObject({ lineage: 'ab12', step: held.state.step, vocabulary: undefined });
  expect(weights.parameters).toEqual(held.tensors.parameters.slice());
  expect(weights.parameters.buffer.byteLength).toBe(4 * held.tensors.parameters.length);
  const before = weights.parameters[0];
  held.tensors.parameters[0] += 1;
  expect(weights.parameters[0]).toBe(before);

  const { inputs, labels, ...counts } = weights.heldOut!;
  const [one, label] = [new Float32Array(2), new Uint32Array(1)];
  const trained = new Uint32Array(2);
  for (const example of split.train) {
    dataset.read(example, one, 0, label, 0);
    trained[label[0]]++;
  }
  expect(counts).toEqual({ count: 12, of: 12, isTrained: false, trained });
  dataset.read(split.validation[5], one, 0, label, 0);
  expect([...inputs.subarray(10, 12), labels[5]]).toEqual([...one, label[0]]);
  expect(takeWeights({ ready, held }, 'ab12', false)!.heldOut).toBeUndefined();
});

test('images of files say how they lie, with examples or without; a member’s own never do', () => {
  const pixels = new Uint8Array(10 * 784);
  for (let image = 0; image < 10; image++)
    for (let y = 16; y < 24; y++) pixels.fill(255, image * 784 + y * 28 + 4, image * 784 + y * 28 + 8);
  const images = labelledDataset({
    name: 'x',
    inputShape: [28, 28],
    classes: 2,
    labels: new Uint8Array(10),
    values: pixels,
  });
  const lying = { dataset: images, split: splitDataset(images, 0, 1) } as unknown as Ready; // prettier-ignore
  const data = { kind: 'idx', name: 'x', sha256: '0'.repeat(64), examples: 10, inputShape: [28, 28], classes: 2 } as const; // prettier-ignore
  const sheetWith = (own: object) => {
    const held = heldState();
    const config = { ...held.state.config, data: { ...data, inputShape: [28, 28], ...own } };
    const state = { ...held.state, config };
    return takeWeights({ ready: lying, held: { ...held, state } }, '', false)!.sheet;
  };
  expect(sheetWith({})).toEqual({ side: 28, longest: 8, x: 6, y: 20 });
  expect(sheetWith({ own: true })).toBeUndefined();
});

test('before the first parameters there is nothing to take', () => {
  const held = heldState();
  expect(takeWeights({ ready, held: undefined }, '', true)).toBeUndefined();
  expect(takeWeights({ ready: undefined, held }, '', true)).toBeUndefined();
  const state = { ...held.state, initialized: false };
  expect(takeWeights({ ready, held: { ...held, state } }, '', true)).toBeUndefined();
});

test('without held-out examples those of training are shown, and said to be; of a text a few windows', () => {
  expect(heldOutOf(dataset, splitDataset(dataset, 0, 3))).toMatchObject({
    count: 40,
    of: 40,
    isTrained: true,
  });
  const stories = storyDataset(60, 8, 1);
  const text = heldOutOf(stories, splitDataset(stories, 20, 1));
  expect(text).toMatchObject({ count: 16, of: 20 });
  expect(text.inputs).toHaveLength(16 * 8);
});
