// H6, S5: newcomers that come all the time and die soon after do not stop the ring's steps.
import { expect, test } from 'vitest';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

test('every second a newcomer comes, and falls silent 1.5 s later: the three that stay step on', async () => {
  const seed = 7;
  const ring = new SimulatedRing({
    seed,
    config: { ...testConfig, steps: 1_000_000, evaluateEvery: 0 },
    computeMs: () => 100,
  });
  for (let i = 0; i < 3; i++) ring.add();
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('a step', () => ring.history.size > 0);
  let [known, lastMs, longestMs] = [ring.history.size, ring.clock.now(), 0];
  const endMs = ring.clock.now() + 20_000;
  for (let dueMs = ring.clock.now(); dueMs < endMs; dueMs += 1_000) {
    const newcomer = ring.add();
    ring.clock.after(1_500, () => ring.kill(newcomer, { notice: false }));
    for (let i = 0; i < 10; i++) {
      await ring.runFor(100);
      if (ring.history.size > known) {
        longestMs = Math.max(longestMs, ring.clock.now() - lastMs);
        [known, lastMs] = [ring.history.size, ring.clock.now()];
      }
    }
  }
  longestMs = Math.max(longestMs, ring.clock.now() - lastMs);
  const views = ring.replicas[0].member.viewChanges;
  console.log(
    `seed ${seed}: ${known} steps, ${views} views, longest time without a step ${Math.round(longestMs)} ms`,
  );
  ring.verify();
  expect(longestMs).toBeLessThan(10_000); // simulated
  await ring.end();
}, 120_000);
