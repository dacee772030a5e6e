// J, H6 over shared air: six newcomers in two seconds while two train. 16, more than have all links: wifi.long.test.ts.
import { expect, test } from 'vitest';
import { joinOverWifi, mostJoinSeconds } from './wifi-ring';

test('six join two that train, over one access point', { timeout: 120_000 }, async () => {
  const report = await joinOverWifi(8, 1);
  console.log(`seed 1: ${JSON.stringify(report)}`);
  expect(report.joinedSeconds).toBeLessThan(mostJoinSeconds);
  expect(report.stepsMeanwhile).toBeGreaterThan(0);
  expect(report.longestGapSeconds).toBeLessThan(1);
});
