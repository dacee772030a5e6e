import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { driveFor } from '../../base/testing/drive-clock';
import { ids } from '../testing/samples';
import { Cooldown } from './cooldown';

test('J6: a member that was removed for no progress waits 120 s before it may come back', async () => {
  const clock = new ManualClock();
  let ended = 0;
  const cooldown = new Cooldown(clock);
  cooldown.on('over', () => ended++);
  cooldown.start([ids[1]]);
  await driveFor(clock, 119_999);
  expect([cooldown.has(ids[1]), cooldown.has(ids[2]), ended]).toEqual([true, false, 0]);
  await driveFor(clock, 1);
  expect([cooldown.has(ids[1]), ended]).toEqual([false, 1]);
});

test('J9: who is removed again waits twice as long, up to 32 min; several removals at once are one', async () => {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock);
  const waits: number[] = [];
  for (let time = 0; time < 6; time++) {
    const fromMs = clock.now();
    cooldown.start([ids[1]]);
    cooldown.start([ids[1]]);
    while (cooldown.has(ids[1])) await driveFor(clock, 1_000);
    waits.push((clock.now() - fromMs) / 1_000);
  }
  expect(waits).toEqual([120, 240, 480, 960, 1_920, 1_920]);
});
