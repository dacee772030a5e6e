import { expect, test } from 'vitest';
import { otherPath } from './what-if-panel';

const buckets = {
  ...({ mode: 'bucketed', topology: 'tree', codec: { kind: 'int8' } } as const),
  ...{ firstBytes: 65_536, capBytes: 65_536, overlap: true, gatherBytes: 4096 },
};

test('C12: small gradients that would be f32 are predicted as gathered, others along the trees', () => {
  const small = { buckets, parameterCount: 1024, worldSize: 3 };
  expect(otherPath(small, { kind: 'f32' })).toBe('gathered');
  expect(otherPath(small, { kind: 'fp16' })).toBe('tree');
  expect(otherPath({ ...small, parameterCount: 1025 }, { kind: 'f32' })).toBe('tree');
  expect(otherPath({ ...small, buckets: { ...buckets, gatherBytes: 0 } }, { kind: 'f32' })).toBe('tree');
  expect(otherPath({ ...small, worldSize: 9 }, { kind: 'f32' })).toBe('ring');
  const levels = { ...small, worldSize: 3, buckets: { ...buckets, topology: 'two-levels' as const } };
  expect(otherPath(levels, { kind: 'fp16' }, 'two-levels:001'), 'on the same machines').toBe(
    'two-levels:001',
  );
  expect(otherPath(levels, { kind: 'sign' }, 'two-levels:001')).toBe('gathered');
});

test('C10: parts that do not add up are predicted as gathered, whatever their size', () => {
  const large = { buckets, parameterCount: 1_000_000, worldSize: 9 };
  expect(otherPath(large, { kind: 'sign' })).toBe('gathered-around');
});
