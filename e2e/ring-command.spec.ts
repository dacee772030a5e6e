// `npm run ring` trains in real browsers, two of them different ones, and compares every digest. Other models: e2e/long.
import { expect, test } from '@playwright/test';
import { ringOfBoth } from './ring-of-both';
import { testLimitMs } from './run-ring';

test.describe.configure({ timeout: testLimitMs });

test('a tab on its processor and Firefox on WebGPU learn the digits in lockstep', async () => {
  const { lines, summary } = await ringOfBoth(
    2,
    '--engine cpu,webgpu --data digits --examples 1200 --validation 200 --steps 20 --evaluate-every 5',
  );
  expect(summary.steps).toBe(20);
  const accuracies = lines.flatMap(({ validation }) => (validation ? [validation.accuracy] : []));
  console.log(`validated accuracy ${accuracies.map((accuracy) => accuracy.toFixed(3)).join(' → ')}`);
  expect(accuracies.at(-1)!).toBeGreaterThan(accuracies[0] + 0.05);
});
