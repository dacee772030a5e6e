// `npm run ring`: a tab killed or added in the middle of the run changes neither its course nor its digests.
import { expect, test } from '@playwright/test';
import { ring, testLimitMs, type Line } from '../run-ring';

test.describe.configure({ timeout: testLimitMs });

test('one of three is killed and another comes: the others train on, all equal', async () => {
  // The replicas make a dozen steps a second at ten milliseconds a message, and the tab that joins opens meanwhile.
  const { lines, summary } = await ring(
    '--replicas 3 --engine cpu --link 1000mbit,10ms --data moons --steps 250 --evaluate-every 0 --kill-at 20 --join-at 40',
  );
  const { kill, join } = summary;
  expect(kill).toBeDefined();
  expect(join).toBeDefined();
  console.log(`killed: no commit for ${kill!.gapMs} ms (expected ≤ 5000)`);
  console.log(
    `added: trains ${join!.afterMs} ms after its tab was opened (goal ≤ 10000), gap ${join!.gapMs} ms`,
  );
  const membersOf = (line: Line): string[] => Object.keys(line.digests);
  const [first, last] = [membersOf(lines[0]), membersOf(lines.at(-1)!)];
  expect([first.length, last.length, last.filter((peer) => first.includes(peer)).length]).toEqual([3, 3, 2]);
});
