import { expect, test } from 'vitest';
import { say, type Saying } from '../../base/sayings';
import type { DenseLayer } from '../../ops/dense/dense';
import { compile } from './plan';
import type { Layer, ModelSpec } from '../spec';

const dense = (units: number, activation: 'none' | 'relu' = 'none'): DenseLayer => ({
  kind: 'dense',
  units,
  activation,
});
const spec = (...layers: Layer[]): ModelSpec => ({
  name: 'test',
  inputShape: [6],
  layers,
  loss: 'softmax-cross-entropy',
});

test.each([
  ['a branch that changes the shape', [dense(6), { kind: 'residual', layers: [dense(5)] }], say('layer-misfit', { layer: '2', kind: 'residual', why: say('layer-branch-turns', { from: '6', to: '5' }) })],
  ['a branch that ends with relu', [{ kind: 'residual', layers: [dense(6), dense(6, 'relu')] }], say('layer-misfit', { layer: '1', kind: 'residual', why: say('layer-branch-ends') })],
  ['positions of a vector', [{ ...dense(6), isPositionwise: true }], say('layer-misfit', { layer: '1', kind: 'dense', why: say('layer-wants-positions', { shape: '6' }) })],
  ['nothing', [], say('layers-none')],
] satisfies [string, Layer[], Saying][])('%s is refused by name', (_, layers, says) => {
  expect(() => compile(spec(...layers), 4)).toThrow(expect.objectContaining({ code: 'bad-model', says }));
}); // prettier-ignore

test('slots follow each other in forward order; biases do not decay; every gradient completes', () => {
  const plan = compile(spec({ kind: 'block', layers: [dense(8, 'relu'), dense(6)] }, dense(3)), 4);
  expect(plan.slots.map(({ name }) => name)).toEqual([
    'layers.0.0.weight', 'layers.0.0.bias', 'layers.0.1.weight', 'layers.0.1.bias', 'layers.1.weight', 'layers.1.bias',
  ]); // prettier-ignore
  let offset = 0;
  for (const slot of plan.slots) {
    expect(slot.offset).toBe(offset);
    expect(slot.decays).toBe(slot.name.endsWith('weight'));
    offset += slot.length;
  }
  expect(plan.parameterCount).toBe(offset);
  expect(plan.completeAfter.every((calls) => calls > 0 && calls <= plan.backward.length)).toBe(true);
});

test('with checkpoints a block is recomputed, except for its output', () => {
  const model = spec({ kind: 'block', layers: [dense(8, 'relu'), dense(6)] }, dense(3));
  const kept = compile(model, 4);
  const again = compile(model, 4, { checkpoints: true });
  expect(again.parameterCount).toBe(kept.parameterCount);
  expect(again.forward.length).toBe(kept.forward.length);
  // The first dense layer runs again. The second layer's output is not needed.
  expect(again.backward.length).toBe(kept.backward.length + 1);
});
