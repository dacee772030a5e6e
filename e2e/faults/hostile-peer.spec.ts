// A member that has the room's key and means harm, over real data channels (hostile-worker.ts): what it sends is
// rejected, it is named, and the others' weights stay theirs: digests equal, losses finite, every committed sum made
// of each listed member's contribution once (S2).
import type { Page } from '@playwright/test';
import { expect, test, type Tabs } from '../fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  noticesOf,
  order,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';
import { corrupt, misbehave, type Misdeed } from './hostile-worker';

interface Ring {
  readonly honest: readonly [Page, Page];
  readonly hostile: Page;
  readonly hostileId: string;
}

async function ringWithHostile(tabs: Tabs): Promise<Ring> {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons, false);
  const friend = await tabs.openStranger();
  await joinRoom(friend, url, 'Friend');
  const hostile = await tabs.openStranger('/check');
  await corrupt(hostile.context());
  await hostile.goto('/');
  await joinRoom(hostile, url, 'Mallory');
  await untilWorldSize([host, friend, hostile], 3);
  await order(host, { kind: 'start' });
  for (const page of [host, friend, hostile]) await untilStep(page, 5);
  return { honest: [host, friend], hostile, hostileId: (await snapshotOf(hostile))!.self };
}

/** Whether an honest member said who it was: in the activity log, or as the reason of a closed link. */
async function isNamed({ honest, hostileId }: Ring, sinceMs: number): Promise<boolean> {
  for (const page of honest) {
    if ((await noticesOf(page)).some((text) => text.includes('Mallory'))) return true;
    const closed = (await linesOf(page)).some(
      ({ kind, at, peer, code }) =>
        kind === 'link closed' && at >= sinceMs && peer === hostileId && code !== 'closed-by-peer',
    );
    if (closed) return true;
  }
  return false;
}

async function expectUnharmed(row: FaultRow, { honest }: Ring): Promise<void> {
  await untilMoreSteps(honest, 10);
  await expectEqualHistories(honest, 10);
  const records = await stepsOf(honest[0]);
  const finite = records.every(
    ({ loss, gradientNorm }) => Number.isFinite(loss) && Number.isFinite(gradientNorm),
  );
  row.fact(
    'the others’ histories and losses',
    'equal, finite',
    finite ? 'equal, finite' : 'not finite',
    finite,
  );
}

/** What changes no sum, sent while the ring rests: the weights must not move. */
const resting: readonly (readonly [Misdeed, string])[] = [
  ['replay', 'replayed frame'],
  ['older', 'frame of an older generation'],
  ['foreign', 'frame of a foreign lineage'],
  ['malformed', 'malformed frame'],
  ['garbage', 'garbage'],
  ['flood', 'flood beyond its credit'],
];

for (const [misdeed, title] of resting)
  test(`hostile peer: ${title}`, async ({ tabs }, info) => {
    const row = new FaultRow(info);
    const ring = await ringWithHostile(tabs);
    await order(ring.honest[0], { kind: 'pause' });
    for (const page of ring.honest) await untilPhase(page, 'paused');
    const before = (await snapshotOf(ring.honest[0]))!;
    tabs.expectErrors();
    const sinceMs = Date.now();
    row.note('it sent', await misbehave(ring.hostile, misdeed));
    const reacted = async (): Promise<boolean> => {
      const { counters } = (await snapshotOf(ring.honest[0]))!;
      return counters.droppedFrames > before.counters.droppedFrames || (await isNamed(ring, sinceMs));
    };
    // A frame of another lineage may be of one that is not installed yet: it waits within the link's credit (F6).
    if (misdeed !== 'foreign')
      await expect.poll(reacted, { message: 'dropped, or named', timeout: 20_000 }).toBe(true);
    const after = (await snapshotOf(ring.honest[1]))!;
    row.fact('weights', 'unchanged', after.digest === before.digest ? 'unchanged' : 'changed', after.digest === before.digest); // prettier-ignore
    const dropped =
      (await snapshotOf(ring.honest[0]))!.counters.droppedFrames - before.counters.droppedFrames;
    const named = await isNamed(ring, sinceMs);
    row.note(
      'then',
      named ? 'its links were closed, by name' : dropped > 0 ? `${dropped} dropped` : 'kept apart',
    );
    await order(ring.honest[0], { kind: 'start' });
    await expectUnharmed(row, ring);
  });

for (const [misdeed, title] of [
  ['nan', 'NaN in its part of a sum'],
  ['infinity', '∞ in its part of a sum'],
  ['shorter', 'segment of the wrong length'],
] as const)
  test(`hostile peer: ${title}`, async ({ tabs }, info) => {
    const row = new FaultRow(info);
    const ring = await ringWithHostile(tabs);
    tabs.expectErrors();
    const sinceMs = Date.now();
    row.note('it sent', await misbehave(ring.hostile, misdeed));
    const named = expect.poll(() => isNamed(ring, sinceMs), { timeout: 20_000 });
    await named.toBe(true);
    row.fact('its name is on the others’ screens', 'yes', 'yes', true);
    await expectUnharmed(row, ring);
  });
