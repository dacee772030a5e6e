// Where the time of a step goes is averaged over steps that were taken alike.
import { expect, test } from 'vitest';
import type { StepRecord } from '../../../src/replica/protocol';
import { summariseSplits, whyWaited } from './split-summary';

const step = (computeMs: number, change: Partial<StepRecord> = {}): StepRecord => {
  const split = { computeMs, overlappedMs: 1, exposedMs: 3, waitingMs: 0, otherMs: 2, wallMs: computeMs + 6 };
  return { generation: 2, splits: { a: split }, ...change } as unknown as StepRecord;
};
const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 64 };

test('the mean of the last steps, and how much communication was hidden', () => {
  const { perPeer, hiddenShare, steps } = summariseSplits([step(10), step(20), step(30)], 2);
  expect(perPeer.get('a')).toEqual({
    computeMs: 25,
    overlappedMs: 1,
    exposedMs: 3,
    waitingMs: 0,
    otherMs: 2,
  });
  expect([hiddenShare, steps]).toEqual([1 / 4, 2]);
});

test('steps of another generation or mode do not count', () => {
  const other = [
    step(10),
    step(80, { local: { ...local, innerSteps: 4 } }),
    step(90, { local, generation: 1 }),
  ];
  const { perPeer, steps } = summariseSplits([...other, step(160, { local }), step(180, { local })]);
  expect([perPeer.get('a')?.computeMs, steps]).toEqual([170, 2]);
  expect(summariseSplits([...other, step(160, { local }), step(12)]).perPeer.get('a')?.computeMs).toBe(11);
  expect(summariseSplits([])).toMatchObject({ hiddenShare: undefined, steps: 0 });
});

test('a member is waited for because it computes longest, or because what it sends comes late', () => {
  const waits = (mine: object, other: object): StepRecord => {
    const split = { computeMs: 3, overlappedMs: 0, exposedMs: 4, waitingMs: 0, otherMs: 2, wallMs: 0 };
    const waiting = { ...split, waitedFor: 'a', ...other };
    return {
      generation: 2,
      splits: { a: { ...split, ...mine }, b: waiting, c: waiting },
    } as unknown as StepRecord;
  };
  const why = (...splits: [mine: object, other: object]) =>
    whyWaited(summariseSplits([waits(...splits)]), 'a');
  // The member’s line is slow: it communicates for 107 ms, and its computing is as short as that of all.
  expect(why({ computeMs: 3.2, exposedMs: 107 }, { waitingMs: 100 })).toBe('sending');
  expect(why({ computeMs: 30 }, { waitingMs: 28 })).toBe('computing');
  expect(whyWaited(summariseSplits([waits({}, {})]), 'b')).toBeUndefined();
});

test('who is waited for is told by time, as a share of the others’ steps', () => {
  const split = (computeMs: number, waitingMs: number, waitedFor?: string) => ({ computeMs, overlappedMs: 0, exposedMs: 0, waitingMs, otherMs: 0, wallMs: 100, waitedFor }); // prettier-ignore
  const pair = (waitingMs: number) =>
    step(0, { splits: { a: split(100 - waitingMs, waitingMs, 'b'), b: split(99, 1, 'a') } });
  expect(summariseSplits([pair(3), pair(3)]).waitedFor).toEqual({ peer: 'b', share: 0.03 });
  expect(summariseSplits([pair(40), pair(20)]).waitedFor).toEqual({ peer: 'b', share: 0.3 });
  expect(summariseSplits([step(5)]).waitedFor).toBeUndefined();
});
