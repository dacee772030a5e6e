// Churn on real tabs: every 15 s one of up to four tabs joins (60 %) or leaves without a goodbye (40 %). There is a
// commit at least every 30 s, and no two digests of a step differ.
import type { Page } from '@playwright/test';
import { prng } from '../../src/base/prng';
import { crash } from '../break-tab';
import { expect, test } from '../fixtures';
import {
  createRoom,
  joinRoom,
  order,
  snapshotOf,
  stepsOf,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';

const isShort = process.env.LOCKSTEP_FAULTS_SHORT === '1';
const churnMs = isShort ? 90_000 : 5 * 60_000;
const eventEveryMs = 15_000;
const seed = Number(process.env.LOCKSTEP_FAULTS_SEED ?? 1);

test(`churn on four tabs every 15 s, for ${churnMs / 60_000} min`, async ({ tabs }, info) => {
  const row = new FaultRow(info);
  const random = prng('churn', seed);
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  let guests: Page[] = [];
  const come = async (): Promise<void> => {
    const page = await tabs.openStranger();
    await joinRoom(page, url, `Guest ${++count}`);
    guests.push(page);
  };
  let count = 0;
  for (let i = 0; i < 3; i++) await come();
  await untilWorldSize([host, ...guests], 4);
  await order(host, { kind: 'start' });
  await untilStep(host, 5);
  tabs.expectErrors();

  const digests = new Map<number, string>();
  const differing = new Set<number>();
  /** The last step of each tab whose record was read. */
  const read = new Map<Page, number>();
  /** Collected as they come: a tab keeps only its latest records. */
  const commits: { readonly atMs: number; readonly worldSize: number }[] = [];
  const look = async (page: Page): Promise<void> => {
    const fresh = await stepsOf(page, read.get(page));
    read.set(page, fresh.at(-1)?.step ?? read.get(page) ?? 0);
    if (page === host) commits.push(...fresh.map(({ atMs, worldSize }) => ({ atMs, worldSize })));
    for (const { step, digest, digests: others } of fresh)
      for (const each of [digest, ...Object.values(others)]) {
        if (!digests.has(step)) digests.set(step, each);
        else if (digests.get(step) !== each) differing.add(step);
      }
  };
  const sinceMs = Date.now();
  let [came, went] = [0, 0];
  for (let event = 1; event * eventEveryMs <= churnMs; event++) {
    const isComing = guests.length === 0 || (guests.length < 3 && random.float() < 0.6);
    if (isComing) {
      await come();
      came++;
    } else {
      const victim = guests[random.below(guests.length)];
      await look(victim);
      guests = guests.filter((page) => page !== victim);
      await crash(victim);
      went++;
    }
    const dueMs = sinceMs + event * eventEveryMs;
    await expect.poll(() => Date.now() >= dueMs, { timeout: 2 * eventEveryMs, intervals: [500] }).toBe(true);
    for (const page of [host, ...guests]) await look(page);
  }
  await untilWorldSize([host, ...guests], guests.length + 1);
  const endMs = Date.now();
  await look(host);
  const during = commits.filter(({ atMs }) => atMs >= sinceMs && atMs <= endMs);
  const times = [sinceMs, ...during.map(({ atMs }) => atMs), endMs];
  const gaps = times.slice(1).map((atMs, i) => atMs - times[i]);
  const longestMs = Math.max(...gaps);
  const after = gaps.indexOf(longestMs);
  const sizes = [during[after - 1], during[after]].map((step) => step?.worldSize ?? 'none');
  const { counters } = (await snapshotOf(host))!;
  row.note('events', `${came} joined, ${went} left (seed ${seed})`);
  row.note(
    'commits, retries, catch-ups of the host',
    `${during.length}, ${counters.retries}, ${counters.catchUps}`,
  );
  row.time('longest time without a commit', longestMs, 30_000);
  // The survivor of two members waits 10 s before it continues alone (S4).
  row.note('members before and after it', `${sizes.join(', ')}, ${((times[after] - sinceMs) / 1000).toFixed(0)} s in`); // prettier-ignore
  row.fact('steps with differing digests', '0', differing.size, differing.size === 0);
});
