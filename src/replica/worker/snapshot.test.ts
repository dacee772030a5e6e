// What the page shows of a step is what was committed: one that is finished here may yet be done again (H4).
import { afterEach, expect, test } from 'vitest';
import { SimulatedRing, type SimulatedReplica } from '../../train/testing/simulated-ring';
import { catchUpConfig } from '../../train/testing/catch-up-ring';
import type { Snapshot } from '../protocol';
import { takeSnapshot } from './snapshot';
import { StepRates } from './step-rates';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

function shownStep(replica: SimulatedReplica): number {
  return shown(replica).step;
}

function shown({ member }: SimulatedReplica): Snapshot {
  return takeSnapshot({
    member,
    isHost: false,
    roster: [],
    rates: new StepRates(),
    lastStep: undefined,
    lastValidation: undefined,
    examplesBy: new Map(),
    forkedAfterStep: undefined,
  });
}

test('the step shown is the last committed one, also while the next is finished and not yet committed', async () => {
  ring = new SimulatedRing({ seed: 3, config: catchUpConfig, conditions: { delayMs: 5, jitterMs: 2 } });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  let tentative = 0;
  await ring.until('eight steps', () => {
    for (const replica of replicas) {
      if (replica.member.trainer.isTentative) tentative++;
      expect(shownStep(replica)).toBe(replica.steps.at(-1)?.step ?? 0);
    }
    return replicas.every(({ steps }) => steps.length >= 8);
  });
  expect(tentative).toBeGreaterThan(0);
});

test('without a quorum everyone whose word cannot be had is lost, with and without a link of one’s own', async () => {
  ring = new SimulatedRing({ seed: 5, config: catchUpConfig, isSparse: true });
  const replicas = Array.from({ length: 11 }, () => ring.add());
  await ring.formed(11);
  const killed = replicas.slice(2, 9);
  for (const replica of killed) ring.kill(replica);
  const [survivor] = replicas;
  await ring.until('no quorum', () => survivor.member.phase.kind === 'no-quorum');
  const lostPeers = (): string[] =>
    shown(survivor)
      .peers.filter(({ state }) => state === 'lost')
      .map(({ id }) => id);
  await ring.until('all seven are known to be lost', () => lostPeers().length >= killed.length);
  expect(lostPeers().sort()).toEqual(killed.map(({ id }) => id).sort());
});
