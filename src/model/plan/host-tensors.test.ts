import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { compile } from './plan';
import { writeTargets, writeTokenOrder } from './host-tensors';
import { mlpPreset } from '../presets';
import { randomBatch } from './random-batch';

test('token order: every position once, grouped by token, ascending within a token', () => {
  const random = prng('token order');
  for (let round = 0; round < 20; round++) {
    const vocabulary = 1 + random.below(9);
    const tokens = Float32Array.from({ length: random.below(40) }, () => random.below(vocabulary));
    const order = new Uint32Array(vocabulary + 1 + tokens.length).fill(99);
    writeTokenOrder(tokens, vocabulary, order);
    for (let token = 0; token < vocabulary; token++) {
      const positions = [...order.subarray(vocabulary + 1).subarray(order[token], order[token + 1])];
      const expected = [...tokens.keys()].filter((at) => tokens[at] === token);
      expect(positions).toEqual(expected);
    }
    expect(order[vocabulary]).toBe(tokens.length);
  }
});

test('targets: keys only while training, then labels, then the weights’ bits, scaled', () => {
  const plan = compile(mlpPreset([3], 4, [], 'none'), 5);
  const batch = randomBatch(plan, 'targets', 1, 4);
  const targets = new Uint32Array(15);
  writeTargets(plan, batch, targets, { drops: true, scale: 8 });
  expect(targets.subarray(0, 5)).toEqual(batch.keys);
  expect(targets.subarray(5, 10)).toEqual(batch.labels);
  expect([...new Float32Array(targets.buffer).subarray(10)]).toEqual([8, 8, 8, 8, 0]);
  writeTargets(plan, batch, targets, { drops: false });
  expect([...targets.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0]);
});
