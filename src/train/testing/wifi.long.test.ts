// J, H6 over shared air: 16 newcomers in two seconds, more than have all links, while two train. 28 take many times as long
// to compute: `npm run test:seeds -- --wifi 30`.
import { expect, test } from 'vitest';
import { joinOverWifi, mostJoinSeconds } from './wifi-ring';

test('16 join two that train, over one access point', { timeout: 240_000 }, async () => {
  const report = await joinOverWifi(18, 0);
  console.log(`seed 0: ${JSON.stringify(report)}`);
  expect(report.joinedSeconds).toBeLessThan(mostJoinSeconds);
  expect(report.longestGapSeconds).toBeLessThan(10);
});
