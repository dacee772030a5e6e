import { expect, test } from 'vitest';
import type { OpCall } from '../../ops/op-call';
import { withoutDeadCalls } from './plan';

const call = (op: string, lists: Partial<Pick<OpCall, 'reads' | 'writes' | 'updates'>>): OpCall => ({
  op,
  reads: [],
  writes: [],
  updates: [],
  flops: 0,
  lower: () => ({ calls: [], scratch: 0 }),
  reference: () => undefined,
  ...lists,
});
const names = (calls: readonly OpCall[]): string[] => calls.map(({ op }) => op);

test('keeps the calls a kept tensor depends on and drops calls that nothing reads, even in a chain', () => {
  const calls = [
    call('used', { reads: ['x'], writes: ['a'] }),
    call('chain 1', { reads: ['a'], writes: ['b'] }),
    call('chain 2', { reads: ['b'], writes: ['c'] }),
    call('update', { reads: ['a'], updates: ['gradient'] }),
  ];
  expect(names(withoutDeadCalls(calls, new Set(['gradient'])))).toEqual(['used', 'update']);
});

test('when a tensor is overwritten, the call that wrote it before is dropped', () => {
  const calls = [
    call('first', { writes: ['a'] }),
    call('second', { writes: ['a'] }),
    call('in place', { updates: ['a'] }),
    call('result', { reads: ['a'], writes: ['kept'] }),
  ];
  expect(names(withoutDeadCalls(calls, new Set(['kept'])))).toEqual(['second', 'in place', 'result']);
});
