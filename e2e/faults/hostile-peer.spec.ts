// A member with the room's key attacks over real data channels (hostile-worker.ts). Its frames are rejected, every
// member that received them names it, and the weights depend only on the honest examples.
import type { Page } from '@playwright/test';
import { expect, test, type Tabs } from '../fixtures';
import {
  expectEqualHistories,
  order,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
} from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { linesOf, type FlightLine } from './fault-times';
import { corrupt, misbehave, type Misdeed } from './hostile-worker';
import { differenceFromOracle } from './plain-oracle';

interface Ring {
  readonly honest: readonly [Page, Page];
  readonly hostile: Page;
  readonly hostileId: string;
}

async function ringWithHostile(tabs: Tabs): Promise<Ring> {
  const host = await tabs.open();
  const friend = await tabs.openStranger();
  const hostile = await tabs.openStranger('/check');
  await corrupt(hostile.context());
  await hostile.goto('/');
  await formRing(host, moons, { Friend: friend, Mallory: hostile }, false);
  // The frames that it adds to its own link go over data channels only.
  const links = async (): Promise<unknown> =>
    (await snapshotOf(hostile))!.peers.map(({ link }) => link).sort();
  await expect
    .poll(links, { message: 'direct links', timeout: 90_000 })
    .toEqual(['direct', 'direct', undefined]);
  await trainTo([host, friend, hostile], 5);
  return { honest: [host, friend], hostile, hostileId: (await snapshotOf(hostile))!.self };
}

/** The name that the others give the attacker in their flight records. */
const namedBy: Readonly<Record<Misdeed, 'dropped' | 'closed' | RegExp>> = {
  foreign: 'dropped',
  replay: 'dropped',
  older: 'dropped',
  malformed: 'closed',
  garbage: 'closed',
  flood: 'closed',
  nan: /^refused(-removed)? .*Mallory/,
  infinity: /^refused(-removed)? .*Mallory/,
  shorter: /^refused(-removed)? .*Mallory/,
};

function namesIn(
  lines: readonly FlightLine[],
  misdeed: Misdeed,
  hostileId: string,
  sinceMs: number,
): FlightLine | undefined {
  const how = namedBy[misdeed];
  return lines.find(({ kind, at, peer, from, code, text }) => {
    if (at < sinceMs) return false;
    if (how === 'dropped') return kind === 'frame dropped' && from === hostileId;
    if (how === 'closed') return kind === 'link closed' && peer === hostileId && /^(closed|protocol-error|credit-exceeded)$/.test(String(code)); // prettier-ignore
    return kind === 'notice' && how.test(String(text));
  });
}

/** Both others name it: its successor's next record carries the name. */
async function expectNamed(row: FaultRow, ring: Ring, misdeed: Misdeed, sinceMs: number): Promise<void> {
  const names = async (): Promise<(FlightLine | undefined)[]> =>
    Promise.all(
      ring.honest.map(async (page) => namesIn(await linesOf(page), misdeed, ring.hostileId, sinceMs)),
    );
  const isNamed = async (): Promise<boolean> => (await names()).every(Boolean);
  await expect.poll(isNamed, { message: 'Mallory is named', timeout: 40_000 }).toBe(true);
  const lines = (await names()).flatMap((line) => line ?? []);
  const [{ kind, text, message, why }] = lines;
  row.fact('named by', 'both others', String(lines.length), lines.length === 2);
  row.note('after', `${((Math.max(...lines.map(({ at }) => at)) - sinceMs) / 1000).toFixed(2)} s`);
  row.note('as', String(text ?? message ?? `${kind}: ${why}`).slice(0, 90));
}

/** Equal, and equal to what the listed examples make of the first weights (E3 within rounding). */
async function expectUnharmed(row: FaultRow, { honest }: Ring): Promise<void> {
  await untilMoreSteps(honest, 10);
  await expectEqualHistories(honest, 10);
  row.fact('the others’ histories', 'equal', 'equal', true);
  const { largest, steps } = await differenceFromOracle(moons, await stepsOf(honest[0]));
  row.fact('‖ḡ‖ against one honest thread', 'within 0.1 %', `${(100 * largest).toFixed(4)} % in ${steps} steps`, largest < 1e-3); // prettier-ignore
}

/** Frames that change no sum, sent while the ring is paused: the weights must not move. */
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
    const before = await Promise.all(ring.honest.map(async (page) => (await snapshotOf(page))!.digest));
    tabs.expectErrors();
    const sinceMs = Date.now();
    row.note('it sent', await misbehave(ring.hostile, misdeed));
    await expectNamed(row, ring, misdeed, sinceMs);
    const after = await Promise.all(ring.honest.map(async (page) => (await snapshotOf(page))!.digest));
    const isSame = String(after) === String(before);
    row.fact('weights', 'unchanged', isSame ? 'unchanged' : 'changed', isSame);
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
    await expectNamed(row, ring, misdeed, sinceMs);
    await expectUnharmed(row, ring);
  });
