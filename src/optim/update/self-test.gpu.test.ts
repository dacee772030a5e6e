// The browser's engine must give the same known answers as Node's (E3).
import { expect, test } from 'vitest';
import { selfTest } from './self-test';

test('E12 the known answers hold in this browser', () => {
  expect(selfTest()).toEqual({ ok: true, value: 'simd' });
});
