// `npm run ring` in Chromium and in Firefox.
import { expect } from '@playwright/test';
import { ring, type Line } from './run-ring';

/** Chromium and Firefox in turn: the same bits in both, whatever travels between them. */
const both = '--browsers chromium,firefox';

/** Runs it in Chromium and in Firefox; every step is that of all. */
export async function ringOfBoth(replicas: number, options: string): ReturnType<typeof ring> {
  const ended = await ring(`--replicas ${replicas} ${both} ${options}`);
  const { lines, summary, stderr } = ended;
  expect(stderr).toMatch(/chrome\/\d+/i);
  expect(stderr).toMatch(/firefox\/\d+/i);
  expect(lines).toHaveLength(summary.steps);
  const isOfAll = ({ reportedBy, worldSize }: Line) => reportedBy === replicas && worldSize === replicas;
  expect(lines.every(isOfAll)).toBe(true);
  expect(summary.digestComparisons).toBeGreaterThanOrEqual(summary.steps * (replicas * (replicas + 1) - 1));
  return ended;
}
