// Altered digits as micro-batches, for the engines of every runtime: the same bits in Node and in a browser (E9a), and the
// gradient that the oracle computes of them.
import { expect, test } from 'vitest';
import { hashHex, hashWords } from '../../../base/hash';
import { loadDataset } from '../../../data/load-dataset';
import { createSampler } from '../../../data/sampler';
import type { Engine } from '../../../model/engine';
import { mlpPreset } from '../../../model/presets';
import { referenceGradient } from '../../../model/testing/oracle';
import type { ModelSpec } from '../../../model/spec';
import { largestDifference, tolerance } from '../../../ops/tolerance';
import { trainingRows } from '../training-rows';

const [seed, examples, microBatch] = [7, 90, 6];
const data = { kind: 'digits', examples } as const;
const augment = { shift: 2, flip: true, brightness: 0.3 };
/** The hash of the altered rows at positions 85 to 101, over the end of an epoch. */
const goldenHash = '3d5d073d22639921';
const spec = mlpPreset([28, 28], 10, [32], 'relu');

function rowsOf(alters: boolean) {
  const dataset = loadDataset(data, seed);
  const sampler = createSampler(
    seed,
    Uint32Array.from({ length: examples }, (_, index) => index),
  );
  const config = { data, microBatch, ...(alters && { augment }) };
  return trainingRows({ dataset, sampler }, config, seed, [
    [85, 9],
    [94, 8],
  ]);
}

type Create = (spec: ModelSpec, microBatch: number) => Engine | Promise<Engine>;

export function alteredRowsAgree(engines: Readonly<Record<string, Create>>): void {
  const rows = rowsOf(true);

  test('E9a: altered rows have the same bits in every runtime', () => {
    const words = rows.flatMap(({ inputs }) => [...new Uint32Array(inputs.buffer)]);
    expect(hashHex(hashWords(Uint32Array.from(words)))).toBe(goldenHash);
    expect(rows.length).toBe(3);
    expect(rowsOf(false).map(({ labels }) => labels)).toEqual(rows.map(({ labels }) => labels));
  });

  test.each(Object.entries(engines))('%s trains on them as the oracle does', async (_, create) => {
    const engine = await create(spec, microBatch);
    try {
      const parameters = engine.initialParameters(1);
      const count = engine.parameterCount;
      engine.setParameters(parameters);
      const into = new Float32Array(count);
      const buckets = [{ index: 0, start: 0, end: count }];
      const sums = await engine.gradient(rows, buckets, into, () => undefined, { overlap: false });
      const altered = referenceGradient(spec, microBatch, parameters, rows);
      const plain = referenceGradient(spec, microBatch, parameters, rowsOf(false));
      const allowed = tolerance('f32', 28, Math.max(...altered.flat.map(Math.abs)));
      const difference = largestDifference(into, altered.flat);
      console.info(`${engine.backend}: altered digits within ${difference} (allowed ${allowed})`);
      expect(difference).toBeLessThanOrEqual(allowed);
      expect(largestDifference(into, plain.flat)).toBeGreaterThan(100 * allowed);
      expect(Math.abs(sums.lossSum - altered.lossSum)).toBeLessThanOrEqual(allowed);
      expect(sums.count).toBe(17);
    } finally {
      engine.destroy();
    }
  });
}
