// One liar of four: a guest that was never admitted, and a member that vetoes the host's commands. The whole table is in
// e2e/faults/hostile-member.spec.ts; here nothing is timed.
import { expect, test } from './fixtures';
import { attack, formHostileRing, hostileName, watch, watched } from './hostile-ring';
import { order, snapshotOf, untilMoreSteps, untilPhase } from './lockstep-page';
import { moons } from './run-configs';

test('a guest that was never admitted cannot say that the ring went on without its members', async ({
  tabs,
}) => {
  const ring = await formHostileRing(tabs, moons, 'guest', false);
  const [host] = ring.tabs;
  try {
    await watch(host);
    await attack(ring, 'not-a-member');
    await untilMoreSteps([host], 50);
    const { stepBefore, stepLowest, catchUps, goneNames } = await watched(host);
    expect([stepLowest - stepBefore, catchUps, goneNames]).toEqual([0, 0, []]);
  } finally {
    ring.end();
  }
});

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
