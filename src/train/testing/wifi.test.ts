// J, H6 over shared air: six newcomers in two seconds, then 16, more than have all links, while two train. 28 take
// many times as long to compute: `npm run test:seeds -- --wifi 30`.
import { expect, test } from 'vitest';
import { joinOverWifi } from './wifi-ring';

/** Simulated; measured: 3 s for six newcomers, 4.3 s for 16, 9.5–12 s for 28. */
const mostJoinSeconds = 20;

test('six join two that train, over one access point', { timeout: 120_000 }, async () => {
  const report = await joinOverWifi(8, 1);
  console.log(`seed 1: ${JSON.stringify(report)}`);
  expect(report.joinedSeconds).toBeLessThan(mostJoinSeconds);
  expect(report.stepsMeanwhile).toBeGreaterThan(0);
  expect(report.longestGapSeconds).toBeLessThan(1);
});

test('16 join two that train, over one access point', { timeout: 240_000 }, async () => {
  const report = await joinOverWifi(18, 0);
  console.log(`seed 0: ${JSON.stringify(report)}`);
  expect(report.joinedSeconds).toBeLessThan(mostJoinSeconds);
  expect(report.longestGapSeconds).toBeLessThan(10);
});
