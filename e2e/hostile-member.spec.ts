// One liar of four, a member that vetoes the host's commands. The whole table, with guests that were never admitted, is in
// e2e/faults/hostile-member.spec.ts, and in Node in src/train/testing/attacks; here nothing is timed.
import { expect, test } from './fixtures';
import { attack, formHostileRing, hostileName } from './hostile-ring';
import { order, snapshotOf, untilMoreSteps, untilPhase } from './lockstep-page';
import { moons } from './run-configs';

test('a member cannot keep the host from pausing the ring, nor from removing it', async ({ tabs }) => {
  const ring = await formHostileRing(tabs, moons, 'member', false);
  const [host] = ring.tabs;
  try {
    await attack(ring, 'veto');
    await order(host, { kind: 'pause' });
    await untilPhase(host, 'paused');
    const { id } = (await snapshotOf(host))!.peers.find(({ name }) => name === hostileName)!;
    await order(host, { kind: 'kick', peer: id });
    const isIn = async (): Promise<boolean> =>
      (await snapshotOf(host))!.peers.some((peer) => peer.id === id && peer.rank !== undefined);
    await expect.poll(isIn).toBe(false);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host], 10);
    await expect.poll(ring.hostile.output).toContain('failed (');
  } finally {
    ring.end();
  }
});
