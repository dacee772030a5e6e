// C8: an edge of the ring that closes in the middle of a sum ends the attempt at both ends at once. A new attempt
// begins once the edge is open again, whichever end closed it and at any frame. No member is evicted (M7).
import { expect, test } from 'vitest';
import { successorOf } from '../../membership/view';
import { prng } from '../../base/prng';
import { SimulatedRing } from './simulated-ring';
import { testConfig } from './real-ring';

const steps = 12;

test.each([1, 2, 3, 4, 5, 6])(
  'C8, M7, S1 seed %i: an edge closes in mid-sum and comes back',
  async (seed) => {
    const ring = new SimulatedRing({ seed, config: { ...testConfig, steps } });
    const random = prng('edge', seed);
    for (let i = 0; i < 3; i++) ring.add();
    await ring.formed(3);
    ring.submit({ kind: 'start' });
    const isCommitted = (step: number) => () => ring.replicas.every((one) => one.steps.at(-1)?.step === step);
    for (let step = 3; step < steps; step += 3) {
      await ring.until(`step ${step}`, isCommitted(step));
      const sender = ring.replicas[random.below(3)];
      await ring.until('a sum', () => sender.member.trainer.status.activity.kind === 'reducing');
      if (random.below(2)) await ring.runFor(1 + random.below(8));
      const after = successorOf(sender.member.membership.view!, sender.id);
      const receiver = ring.replicas.find(({ id }) => id === after)!;
      const [closer, peer] = random.below(2) ? [sender, receiver] : [receiver, sender];
      const closedMs = ring.clock.now();
      const before = closer.steps.length;
      closer.member.hub.link(peer.id)!.close('closed by the test');
      await ring.until('the next commit', () => ring.replicas.every((one) => one.steps.length > before));
      const tookMs = ring.clock.now() - closedMs;
      console.log(`seed ${seed}: closed in step ${before + 1}, committed ${Math.round(tookMs)} ms later`);
      expect(tookMs, 'the edge is back after 400 ms; no member waits for a deadline').toBeLessThan(2_000);
    }
    await ring.until('the end', isCommitted(steps));
    ring.verify();
    expect(ring.isOneRing(3), 'no member was evicted').toBe(true);
    await ring.end();
  },
);

test.each([1, 2, 3])('C8 seed %i: an edge that is not open when a sum begins is waited for', async (seed) => {
  const ring = new SimulatedRing({ seed, config: { ...testConfig, steps } });
  for (let i = 0; i < 3; i++) ring.add();
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => ring.replicas.every((one) => one.steps.length >= 3));
  ring.submit({ kind: 'pause' });
  await ring.until('the pause', () => ring.replicas.every(({ member }) => member.phase.kind === 'paused'));
  const { generation } = ring.replicas[0].member.membership.view!;
  const [closer, peer] = [ring.replicas[seed % 3], ring.replicas[(seed + 1) % 3]];
  closer.member.hub.link(peer.id)!.close('closed by the test');
  await ring.runFor(50);
  expect(closer.member.hub.link(peer.id) ?? peer.member.hub.link(closer.id)).toBeUndefined();
  const before = closer.steps.length;
  const startedMs = ring.clock.now();
  ring.submit({ kind: 'start' }, closer);
  const doing = (): string[] => ring.replicas.map(({ member }) => member.trainer.status.activity.kind);
  await ring.until('the sum', () => doing().every((kind) => kind === 'reducing'));
  expect(closer.member.hub.link(peer.id), 'the header went another way (C7)').toBeUndefined();
  await ring.until('the end', () => ring.replicas.every((one) => one.steps.at(-1)?.step === steps));
  console.log(
    `seed ${seed}: ${steps - before} steps, ${Math.round(ring.clock.now() - startedMs)} ms after the start`,
  );
  for (const { member } of ring.replicas) {
    expect(member.trainer.counters.retries).toBe(0);
    expect(member.membership.view!.generation).toBe(generation);
  }
  ring.verify();
  await ring.end();
});
