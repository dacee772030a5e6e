import { expect, test } from 'vitest';
import { allReduceCost } from '../../src/collectives/cost';
import type { Snapshot, StepRecord } from '../../src/replica/protocol';
import { predictAllReduce } from './link-cost';

const peer = (isSelf: boolean, roundTripMs?: number, bytesPerSecond?: number) => ({
  isSelf,
  rank: 0,
  roundTripMs,
  bytesPerSecond,
});
const room = (...peers: ReturnType<typeof peer>[]) =>
  ({ peers, worldSize: peers.length, parameterCount: 1000, generation: 2 }) as unknown as Snapshot;
const step = (bytesSent: number, allReduceMs: number, generation = 2) =>
  ({ bytesSent, allReduceMs, generation }) as StepRecord;

test('the slowest metered link and the longest round trip make the prediction', () => {
  const cost = predictAllReduce(room(peer(true), peer(false, 4, 2e6), peer(false, 6, 1e6)), [step(4000, 1)]);
  expect(cost).toEqual({
    predictedMs: allReduceCost('ring', 3, 4000, 3, 1e6).predictedMs,
    alphaMs: 3,
    bytesPerSecond: 1e6,
    source: 'links',
  });
});

test('without a metered link the fastest step of this generation stands in, and says so', () => {
  const recent = [step(4000, 8), step(4000, 4), step(4000, 1, 1), step(0, 0)];
  expect(predictAllReduce(room(peer(true), peer(false, 4)), recent)).toMatchObject({
    bytesPerSecond: 1e6,
    source: 'fastest-step',
  });
});

test('nothing is invented: alone, without a round trip, or without a rate there is no prediction', () => {
  expect(predictAllReduce(room(peer(true)), [step(4000, 8)])).toBeUndefined();
  expect(predictAllReduce(room(peer(true), peer(false, undefined, 1e6)), [])).toBeUndefined();
  expect(predictAllReduce(room(peer(true), peer(false, 4)), [])).toBeUndefined();
});
