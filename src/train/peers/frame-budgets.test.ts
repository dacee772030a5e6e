// L19: a member that fetches a large state over a quick line, beside others that fetch it too, uses half of its budget
// at most.
import { expect, test } from 'vitest';
import { maxBlocksPerRequest } from '../catch-up/state-source';
import { FrameBudgets, frameRules } from './frame-budgets';

/** The bytes of a block without vectors. */
const blockBytes = 16_384;
const bytesPerSecond = 64 * 2 ** 20;
const parameters = 2 ** 28;

test.each([
  ['what it has, four blocks at a time (J5)', 4],
  ['blocks, half a window at a time (T3)', maxBlocksPerRequest / 2],
])('L19: who fetches 2²⁸ parameters at 64 MiB/s tells or asks %s', (_, blocks) => {
  let nowMs = 0;
  const budgets = new FrameBudgets({ now: () => nowMs });
  const frames = (4 * parameters) / (blocks * blockBytes);
  const everyMs = (1_000 * blocks * blockBytes) / bytesPerSecond;
  const { capacity, perSecond } = frameRules.request;
  let level = 0;
  let highest = 0;
  for (let frame = 0; frame < frames; frame++, nowMs += everyMs) {
    level = Math.max(0, level - ((perSecond / 2) * everyMs) / 1_000) + 1;
    highest = Math.max(highest, level);
    expect(budgets.spend('honest', 'request'), `frame ${frame} of ${frames}`).toBe('taken');
  }
  expect(highest).toBeLessThanOrEqual(capacity / 2);
});
