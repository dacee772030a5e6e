import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { layerTypes, type Layer } from '../../ops/layers';
import { randomReals } from '../../ops/testing/random-reals';
import { compile } from '../plan/plan';
import { randomBatch } from '../plan/random-batch';
import { contractModels } from './contract-models';
import { referenceGradient } from './oracle';

test('every layer type is in a model of the contract', () => {
  const kindsOf = (layers: readonly Layer[]): readonly string[] =>
    layers.flatMap((layer) => [layer.kind, ...('layers' in layer ? kindsOf(layer.layers) : [])]);
  const kinds = new Set(contractModels.flatMap(({ spec }) => kindsOf(spec.layers)));
  const missing = Object.keys(layerTypes).filter((kind) => !kinds.has(kind));
  expect(missing, 'contract-models.ts lacks layers of these types').toEqual([]);
});

test.each(contractModels)('$spec.name: the gradient equals finite differences', ({ spec, microBatch }) => {
  const title = `${spec.name}/${microBatch}`;
  const plan = compile(spec, microBatch);
  const batches = [randomBatch(plan, title, 3, microBatch)];
  const parameters = Float64Array.from(randomReals(plan.parameterCount, title).map((value) => 0.3 * value));
  const { flat } = referenceGradient(spec, microBatch, parameters, batches);
  const random = prng('finite differences', title);
  const step = 1e-6;
  let largest = 0;
  for (const { offset, length } of plan.slots)
    for (let sample = 0; sample < 6; sample++) {
      const at = offset + random.below(length);
      const lossAt = (delta: number): number => {
        const moved = parameters.slice();
        moved[at] += delta;
        return referenceGradient(spec, microBatch, moved, batches).lossSum;
      };
      const slope = (lossAt(step) - lossAt(-step)) / (2 * step);
      largest = Math.max(largest, Math.abs(slope - flat[at]) / (1 + Math.abs(slope)));
    }
  console.info(`${title}: finite differences within ${largest}`);
  expect(largest).toBeLessThan(1e-6);
});
