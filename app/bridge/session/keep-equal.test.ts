import { expect, test } from 'vitest';
import { keepEqual } from './keep-equal';

test('equal parts are the same objects as before, and the value is the new one', () => {
  const before = { step: 1, config: { rate: 0.1, layers: [1, 2] }, peers: [{ id: 'a' }, { id: 'b', ms: 3 }] };
  const next = structuredClone({ ...before, step: 2, peers: [{ id: 'a' }, { id: 'b', ms: 4 }] });
  const kept = keepEqual(before, next);
  expect(kept).toEqual(next);
  expect(kept.config).toBe(before.config);
  expect(kept.peers[0]).toBe(before.peers[0]);
  expect(kept.peers[1]).not.toBe(before.peers[1]);
});

test('a value equal in all parts is the value before', () => {
  const before = { a: [NaN, undefined, null, 'x'], b: { c: {} } };
  expect(keepEqual(before, structuredClone(before))).toBe(before);
});

test.each([
  [{ a: undefined }, {}],
  [{}, { a: undefined }],
  [[1, 2], [1]],
  [[1], [1, 2]],
  [[], {}],
  [{ a: 0 }, { a: -0 }],
  [{ a: null }, { a: {} }],
  [undefined, { a: 1 }],
])('%j becomes %j', (before, next) => {
  expect(keepEqual(before, next)).toStrictEqual(next);
});
