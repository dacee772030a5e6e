// T2: an offer of blocks names each block once, so that reading it takes as long as the state has blocks, and no longer.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { ManualClock } from '../../base/clock';
import { createTrainState } from '../../optim/state/train-state';
import { hashBlocks } from '../../optim/state/digest';
import { BlockFetch } from './block-fetch';
import { maxRangesPerOffer, stateRequest } from './state-source';

const have = (ranges: readonly (readonly [number, number])[]): boolean =>
  v.safeParse(stateRequest, { kind: 'have', digest: 'd', ranges }).success;

test('T2: the ranges of an offer ascend and have no block in common', () => {
  expect(
    have([
      [0, 0],
      [2, 5],
      [6, 9],
    ]),
  ).toBe(true);
  for (const ranges of [
    [[5, 4]],
    [
      [0, 3],
      [3, 4],
    ],
    [
      [4, 5],
      [0, 1],
    ],
  ] as const)
    expect(have(ranges), JSON.stringify(ranges)).toBe(false);
});

test.each([
  ['each block in 64 ranges', maxRangesPerOffer],
  ['each block', 1],
])('T2: offers of %s, again and again, take no time', (_, ranges) => {
  const tensors = createTrainState({ kind: 'sgd' }, 1 << 24);
  const hashes = hashBlocks(tensors).map((word) => word + 1);
  const fetch = new BlockFetch({
    ...{ digest: 'd', hashes, tensors, clock: new ManualClock() },
    ...{ request: () => undefined, onProgress: () => undefined, onLeftOut: () => undefined },
  });
  fetch.done.catch(() => undefined);
  const offer = {
    kind: 'have',
    digest: 'd',
    ranges: Array.from({ length: ranges }, () => [0, 2 ** 32]),
  };
  const beganMs = performance.now();
  // What the budget of requests lets through in 15 s (L19).
  for (let time = 0; time < 4_000; time++) {
    const read = v.safeParse(stateRequest, offer);
    if (read.success && read.output.kind === 'have') fetch.offered('liar', read.output.ranges);
  }
  const ms = performance.now() - beganMs;
  console.info(`${fetch.blocks} blocks: 4,000 offers took ${ms.toFixed(0)} ms`);
  expect(ms).toBeLessThan(5_000);
  fetch.stop('done');
});
