// A class of 24: a host and five students in tabs, 18 replicas in Node unless the command says otherwise, and a wall. They predict a lesson's result together,
// see what came, and train as one. Meanwhile one peer is killed and the host reloads its page.
import type { Page } from '@playwright/test';
import type { Snapshot } from '../../src/replica/protocol';
import { faultTimes } from '../faults/fault-times';
import { expect, test } from '../fixtures';
import {
  createRoom,
  expectEqualHistories,
  openConsole,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { walks } from '../lesson-walk';
import { moons } from '../run-configs';
import { soakStep } from '../../tools/soak/soak-report';
import { NodeClass } from './node-class';

const lesson = 'one-model';
const students = 5;
/** The replicas in Node; the last one is killed. scripts/class.mjs sets it. */
const laptops = Number(process.env.LOCKSTEP_CLASS_LAPTOPS ?? 18);
/** Begun together: here all members share one machine. */
const atOnce = 3;
const size = 1 + students + laptops;
/** The time for some more to be in the ring of all, on two cores that do other work too. */
const joinMs = 240_000;
/** The time from the kill to the next step of those left: S5's limit for a regroup, on a machine that all share. */
const trainsAgainMs = 30_000;

/** A lesson's runs, on a machine that all share. */
const lessonMs = 240_000;

const begunMs = Date.now();
const note = (what: string): void =>
  console.log(`${((Date.now() - begunMs) / 1000).toFixed(0).padStart(4)} s  ${what}`);

test(`a class of ${size} takes a lesson, loses a peer and keeps its host`, async ({ tabs }) => {
  let node: NodeClass | undefined;
  try {
    const host = await tabs.openStranger('/');
    const { code, url } = await createRoom(host, moons, false, 'cpu');
    await untilPhase(host, 'lobby');
    const wall = await tabs.openStranger(`/r/${code}/project${new URL(url).hash}`);
    await expect(wall.getByText('1 member is here. Not started yet.')).toBeVisible();
    note('The host has opened the room; the wall shows it.');

    // A few at a time: here all share one machine.
    const pages = [host];
    for (let student = 0; student < students; student++) {
      const page = await tabs.openStranger(url);
      await page.getByRole('button', { name: 'Join', exact: true }).click();
      pages.push(page);
      await untilWorldSize(pages, pages.length);
      note(`A student’s page is in: ${pages.length}.`);
    }
    node = new NodeClass(url, moons);
    while (node.members.length < laptops) {
      await Promise.all(
        Array.from({ length: Math.min(atOnce, laptops - node.members.length) }, () => node!.add()),
      );
      await untilWorldSize(pages, pages.length + node.members.length, joinMs);
      note(`With Node’s replicas: ${pages.length + node.members.length}.`);
    }
    await expect(wall.getByText(`${size} members are here. Not started yet.`)).toBeVisible();
    note(`The wall shows all ${size}.`);

    await predictTogether(pages, wall);
    await seeWhatCame(pages, wall);

    await host.getByRole('button', { name: 'Start', exact: true }).click();
    for (const page of pages) await untilStep(page, 5);
    note('The ring trains.');

    const victim = node.members.at(-1)!;
    const lost = victim.state!.self;
    const killedMs = Date.now();
    victim.die('silent');
    await untilWorldSize(pages, size - 1, joinMs);
    await untilMoreSteps(pages, 2);
    const { evictedMs, trainsMs } = await faultTimes(pages, lost, killedMs);
    note(
      `A killed peer: out of the ring after ${evictedMs?.toFixed(0)} ms, the next step after ${trainsMs?.toFixed(0)} ms.`,
    );
    expect(trainsMs, 'from the kill to the next step, in ms').toBeLessThan(trainsAgainMs);

    await host.reload();
    await expect(host.getByText('You are this room’s host.')).toBeVisible();
    await host.getByRole('button', { name: 'Go in as the host' }).click();
    await untilWorldSize(pages, size - 1, joinMs);
    await untilMoreSteps(pages, 3);
    expect((await snapshotOf(host))!.isHost).toBe(true);
    note('The host has reloaded its page, and hosts again.');

    await openConsole(host);
    await host.getByRole('button', { name: 'Stop', exact: true }).click();
    for (const page of pages) await untilPhase(page, 'finished');
    note('The host has ended the run.');
    await expectOneModel(pages, node);
    for (const page of pages.slice(1))
      await expect(page.getByRole('region', { name: 'What this ring made' })).toBeVisible();
    await host.getByRole('button', { name: 'Back to the ring' }).click();
    await expect(host.getByRole('region', { name: 'What this ring made' })).toBeVisible();
    note('All digests are equal, and every screen shows the end.');
  } catch (error) {
    console.log(node?.describe());
    throw error;
  } finally {
    await node?.end();
  }
});

/** The lesson's question goes to all. Members with a page answer; the wall counts, and draws the answers at the end. */
async function predictTogether(pages: readonly Page[], wall: Page): Promise<void> {
  const [host] = pages;
  await openConsole(host);
  await host.getByLabel('Ask everybody for a prediction').selectOption(lesson);
  await host.getByRole('button', { name: 'Ask, then run it together' }).click();
  await expect(wall.getByRole('heading', { name: 'One model, many tabs' })).toBeVisible();
  await expect(wall.getByText(`0 of ${size - 1}`, { exact: true })).toBeVisible(); // the host is not asked
  await host.getByRole('button', { name: 'Back to the ring' }).click();
  for (const [index, page] of pages.entries()) {
    const card = page.getByRole('region', { name: 'The host’s question' });
    const options = card.getByRole('radio');
    await expect(options.first()).toBeVisible();
    await options.nth(index % (await options.count())).check();
    await card.getByRole('button', { name: 'Send my prediction' }).click();
    await expect(wall.getByText(`${index + 1} of ${size}`, { exact: true })).toBeVisible();
  }
  await openConsole(host);
  await host.getByRole('button', { name: 'Close the question' }).click();
  const bars = wall.getByRole('list', { name: 'Answers' }).getByRole('listitem');
  await expect(bars.first()).toBeVisible();
  const counts = await bars.evaluateAll((items) =>
    items.map((item) => Number(item.lastElementChild!.textContent)),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(pages.length);
  note(`${pages.length} members with a page have predicted: ${counts.join(', ')}.`);
}

/** The host's page runs the lesson by itself. The wall and every page follow without another press. */
async function seeWhatCame(pages: readonly Page[], wall: Page): Promise<void> {
  const [host] = pages;
  const came = walks[lesson][1].measured as string;
  await expect(wall.getByText(/^The host’s device runs the lesson/)).toBeVisible({ timeout: lessonMs });
  note('The answers have stood on the wall, and the host’s device runs the lesson.');
  await expect(wall.getByText(`What came: “${came}”`)).toBeVisible({ timeout: lessonMs });
  await expect(wall.getByRole('img', { name: /^Loss on examples/ })).toBeVisible();
  await expect(wall.getByRole('list', { name: 'Answers' })).toBeVisible();
  await wall.getByRole('button', { name: 'Why', exact: true }).click();
  await expect(wall.getByText(/both took the average of the same examples/)).toBeVisible();
  await host.getByRole('button', { name: 'Back to the ring' }).click();
  for (const page of pages) await expect(page.getByText(`What came: “${came}”`).first()).toBeVisible();
  note('The lesson has run, and the wall and all pages show what came.');
}

/** Every step is the same in all pages and all of Node's replicas, and all end with the same one. */
async function expectOneModel(pages: readonly Page[], node: NodeClass): Promise<void> {
  const ends = await Promise.all(pages.map(snapshotOf));
  const [{ step, digest }] = ends as [Snapshot];
  expect(ends.map((end) => `${end!.step} ${end!.digest}`)).toEqual(pages.map(() => `${step} ${digest}`));
  await node.untilFinished(step);
  // The killed peer and the host's reload may each end a sum when some members already have it: the others fetch that step.
  await expectEqualHistories(pages, 3, ...pages, ...pages);
  for (const [index, page] of pages.entries()) {
    const steps = (await stepsOf(page)).map(soakStep);
    expect(node.ledger.report(`page ${index + 1}`, steps, performance.now())).toBeUndefined();
  }
  expect(node.problems).toEqual([]);
  expect(node.ledger.lineages).toBe(1);
  // Each of Node's replicas reported about every step, and compared it with the first report.
  expect(node.ledger.comparisons).toBeGreaterThan(step * (size / 2));
  note(`${step} steps; ${node.ledger.comparisons} reports of a step compared with an earlier one.`);
}
