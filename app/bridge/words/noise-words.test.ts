import { expect, test } from 'vitest';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { noiseWords } from './noise-words';

const grows = { batchMode: 'grow', globalBatch: 32, shards: 'equal' } as const;
const config = { ...moonsRun([16], 100_000), localBatch: 128, microBatch: 32 };
const { sync, buckets } = config;
const of = {
  worldSize: 4,
  effectiveBatch: 512,
  terms: 1,
  localBatch: 128,
  batch: grows,
  config,
  sync,
  buckets,
};
const at = (scale: number | undefined, change: Partial<Parameters<typeof noiseWords>[0]> = {}) =>
  noiseWords({ ...of, noise: { scale, weight: 1 }, ...change });

test('says how many more replicas still help, in two digits', () => {
  expect(at(904)).toEqual({
    value: '≈ 900 examples',
    critical: 900,
    meaning: 'Up to 4 more replicas like these still make each step better.',
  });
  expect(at(600).meaning).toBe('One more replica like these still makes each step better.');
  expect(at(1e6).meaning).toBe('Many more replicas like these still make each step better.');
  expect(at(12_345).value).toBe('≈ 12,000 examples');
});

test('a batch past the critical one is called so; a small one is not rounded to zero', () => {
  expect(at(300).meaning).toContain('past it');
  expect(at(7.4)).toMatchObject({ value: '≈ 7 examples', critical: 7 });
});

test('an unknown scale is called unknown, with the reason', () => {
  expect(at(undefined)).toMatchObject({ value: 'not yet known', critical: undefined });
  expect(noiseWords({ ...of, noise: undefined, worldSize: 1, effectiveBatch: 128 }).meaning).toContain(
    'two replicas',
  );
});

test('a ring of one measures nothing: the last figure is called old, and compared with nothing', () => {
  expect(at(39, { worldSize: 1, effectiveBatch: 32 })).toEqual({
    value: '≈ 39 examples',
    critical: undefined,
    meaning: 'Measured while the ring had more members. With one replica it is not measured any more.',
  });
});

test('with local steps, or with a codec between replicas, it is not measured, and says why', () => {
  const local = { kind: 'local', innerSteps: 4, outer: { kind: 'average' } } as const;
  expect(at(904, { sync: local })).toMatchObject({ value: 'not measured', critical: undefined });
  const int8 = { ...buckets, codec: { kind: 'int8' } } as const;
  expect(at(904, { buckets: int8 }).meaning).toContain('codec');
  expect(at(undefined, { buckets: int8, worldSize: 1 }).value).toBe('not yet known');
});

test('where each member brings its own examples it is not measured', () => {
  const own = { ...config, data: { ...config.data, own: true } as typeof config.data };
  expect(at(904, { config: own })).toMatchObject({ value: 'not measured', critical: undefined });
});

test('more replicas do not enlarge a fixed batch: the text says what a larger batch would do', () => {
  const fixed = { batch: { ...grows, batchMode: 'fixed' }, effectiveBatch: 32, worldSize: 2 } as const;
  expect(at(904, fixed).meaning).toBe(
    'More replicas share the same batch. A larger batch would still make each step better.',
  );
  expect(at(20, fixed).meaning).toBe('The batch is past it: a larger one makes each step hardly better.');
});

test('of a text both batches are in windows: 16 windows of 32 characters are 512 loss terms', () => {
  const data = { kind: 'stories', examples: 1000, context: 32 } as const;
  const text = {
    config: { ...config, data, validationExamples: 100 },
    terms: 32,
    effectiveBatch: 512,
    localBatch: 8,
    worldSize: 2,
  };
  expect(at(31, text)).toEqual({
    value: '≈ 31 windows',
    critical: 31,
    meaning: 'Up to 2 more replicas like these still make each step better.',
  });
  expect(at(15, text).meaning).toContain('past it');
});

test('no batch holds more than the training set', () => {
  const small = {
    ...config,
    data: { ...config.data, examples: 700 },
    validationExamples: 100,
  } as typeof config;
  expect(at(1e6, { config: small }).meaning).toContain('One more replica ');
  expect(at(1e6, { config: small, effectiveBatch: 640 }).meaning).toContain('every training example');
});
