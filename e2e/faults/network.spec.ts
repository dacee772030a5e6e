// Bad networks, each browser in its own network namespace: a partition, a slow and lossy link, blocked UDP. A router of
// ours in user space shapes them (wire.py), so that a kernel without netem is enough.
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { crash } from '../break-tab';
import { expect } from '../fixtures';
import {
  expectEqualHistories,
  noticesOf,
  openTab,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { networkRows, whyNot } from './conditional-rows';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';
import { test as base } from './network-test';
import type { NamespaceNetwork } from './namespace-network';

const test = base.extend<{ network: NamespaceNetwork; ring: readonly Page[] }>({
  network: async ({ begin }, use) => use(await begin(['a', 'b', 'c'])),
  /** The host's tab on machine a, the others on b and c, in one ring and not yet training. */
  ring: async ({ network, tabs, launchOptions }, use) => {
    const pages: Page[] = [];
    for (const name of network.names)
      pages.push(await tabs.openStranger(network.url, await network.browser(name, launchOptions)));
    await formRing(pages[0], moons, { Bea: pages[1], Cid: pages[2] });
    await use(pages);
  },
});

const networkTest = whyNot.network === undefined ? test : undefined;

networkTest?.(networkRows.partition, async ({ network, ring, tabs }, info) => {
  const row = new FaultRow(info);
  const [host, bea, cid] = ring;
  await trainTo(ring, 5);
  tabs.expectErrors(); // cid's tab loses its server
  const cutMs = Date.now();
  for (const other of ['-', 'a', 'b']) await network.set('c', other, { cut: true });
  await untilWorldSize([host, bea], 2);
  await untilPhase(cid, 'no-quorum');
  const { step } = (await snapshotOf(cid))!;
  const before = (await snapshotOf(host))!.step;
  await untilMoreSteps([host, bea], 50);
  const alone = (await snapshotOf(cid))!;
  row.time('the quorum’s side trains again', await firstCommit(bea, cutMs, 2), 8_000);
  row.fact('steps of the other side meanwhile', '0', alone.step - step, alone.step === step);
  row.note('steps of the quorum’s side meanwhile', (await snapshotOf(host))!.step - before);
  row.fact('the other side shows', 'no quorum', alone.phase.kind, alone.phase.kind === 'no-quorum');

  const mendedMs = Date.now();
  for (const other of ['-', 'a', 'b']) await network.set('c', other, {});
  await untilWorldSize(ring, 3);
  await untilPhase(cid, 'training');
  await untilMoreSteps(ring, 5);
  row.note('back in the ring after', `${((await firstCommit(cid, mendedMs, 3))! / 1000).toFixed(1)} s`);
  await expectEqualHistories([host, bea], 50);
  const lineages = await Promise.all(ring.map(async (page) => (await snapshotOf(page))!.lineage));
  row.fact('lineages', '1', new Set(lineages).size, new Set(lineages).size === 1);
  await expectSharedDigests(ring);
  row.fact('digests of shared steps', 'equal', 'equal', true);
});

networkTest?.(networkRows.lossy, async ({ network, ring }, info) => {
  const row = new FaultRow(info);
  const [host, bea] = ring;
  await trainTo(ring, 20);
  const { generation } = (await snapshotOf(host))!;
  await network.set('a', 'b', { loss: 0.05, delayMs: 50, bitsPerSecond: 20e6 });
  const sinceMs = Date.now();
  const first = (await snapshotOf(host))!.step;
  while (Date.now() - sinceMs < 30_000) await untilMoreSteps(ring, 1);
  const after = (await snapshotOf(host))!;
  const counts = await network.counts();
  row.note(
    'packets lost on it',
    `${counts['a>b'][1] + counts['b>a'][1]} of ${counts['a>b'][0] + counts['b>a'][0]}`,
  );
  row.note('steps in 30 s', after.step - first);
  await expectEqualHistories(ring, 20);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
  row.fact('steps that failed', '0', after.counters.retries, after.counters.retries === 0);
  row.fact(
    'members evicted',
    '0',
    3 - after.worldSize,
    after.worldSize === 3 && after.generation >= generation,
  );
  const slow = [host, bea].map(async (page) => {
    const peers = (await snapshotOf(page))!.peers.filter(({ roundTripMs }) => roundTripMs !== undefined);
    return peers.sort((x, y) => y.roundTripMs! - x.roundTripMs!)[0];
  });
  const named = (await Promise.all(slow)).map(
    ({ name, roundTripMs }) => `${name} ${roundTripMs!.toFixed(0)} ms`,
  );
  row.fact('slowest link as a and b show it', 'Bea, Host', named.join(', '), named[0].startsWith('Bea') && named[1].startsWith('Host')); // prettier-ignore
});

networkTest?.(networkRows.around, async ({ begin, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const network = await begin(['a', 'b', 'c', 'd']);
  const pages: Page[] = [];
  for (const name of network.names)
    pages.push(await tabs.openStranger(network.url, await network.browser(name, launchOptions)));
  const [host, bea, cid, dee] = pages;
  await formRing(host, moons, { Bea: bea, Cid: cid, Dee: dee });
  await trainTo(pages, 20);
  // The order of arrival differs, and with it the neighbours of the host.
  const places = { Bea: [bea, 'b'], Cid: [cid, 'c'], Dee: [dee, 'd'] } as const;
  const before = (await snapshotOf(host))!;
  const next = before.peers.find(({ ringPosition }) => ringPosition === 1)!.name as keyof typeof places;
  const [neighbour, place] = places[next];
  await network.set('a', place, { loss: 0.05, delayMs: 50, bitsPerSecond: 20e6 });
  const slowMs = Date.now();
  await expect
    .poll(() => areNeighbours(host, next), { message: 'a ring around the link', timeout: 90_000 })
    .toBe(false);
  row.time('goes around it after', Date.now() - slowMs, 60_000);
  const step = (await snapshotOf(host))!.step;
  const aroundMs = Date.now();
  await untilMoreSteps(pages, 100);
  const perSecond = (steps: number, ms: number): string => ((steps * 1000) / ms).toFixed(1);
  const after = (await snapshotOf(host))!;
  row.note('steps a second with it, around it', `${perSecond(step - before.step, aroundMs - slowMs)}, ${perSecond(after.step - step, Date.now() - aroundMs)}`); // prettier-ignore
  const isShown = (await noticesOf(neighbour)).find((text) => text.startsWith('The ring goes around'));
  const link = [`Host–${next}`, `${next}–Host`];
  row.fact('named on the screens', link[0], isShown ?? 'nothing', link.some((name) => isShown?.includes(name) ?? false)); // prettier-ignore
  row.fact('members evicted', '0', 4 - after.worldSize, after.worldSize === 4);
  row.fact('steps that failed', '0', after.counters.retries, after.counters.retries === 0);
  await expectEqualHistories(pages, 100);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
});

networkTest?.(networkRows.noUdp, async ({ network, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  for (const [from, to] of [['a', 'b'], ['a', 'c'], ['b', 'c']] as const) await network.set(from, to, { udp: false }); // prettier-ignore
  const pages: Page[] = [];
  for (const name of network.names)
    pages.push(await tabs.openStranger(network.url, await network.browser(name, launchOptions)));
  await formRing(pages[0], moons, { Bea: pages[1], Cid: pages[2] });
  await trainTo(pages, 20);
  await expectEqualHistories(pages, 20);
  for (const [i, page] of pages.entries()) {
    const lines = await linesOf(page);
    const begun = lines
      .filter(({ kind }) => kind === 'connection begun')
      .map(({ at, peer }) => [peer, at] as const);
    const waits = lines
      .filter(({ kind, link }) => kind === 'link opened' && link === 'relay')
      .map(({ at, peer }) => at - (begun.find(([id]) => id === peer)?.[1] ?? -Infinity));
    row.time(
      `tab ${i + 1}: first connection tried → relayed`,
      waits.length === 2 ? Math.max(...waits) : undefined,
      8_000,
    );
    await openTab(page, 'People');
    const { peers } = (await snapshotOf(page))!;
    const kinds = peers.filter(({ isSelf }) => !isSelf).map(({ link }) => link);
    const isShown =
      kinds.every((kind) => kind === 'relayed') &&
      (await page.getByText('relayed', { exact: true }).count()) === 2;
    row.fact(`tab ${i + 1}: its screen shows`, 'relayed, twice', kinds.join(', '), isShown);
  }
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
});

networkTest?.(networkRows.lineage, async ({ begin, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const network = await begin(['a', 'b']);
  // Five members: two on each side are left, and neither side has more than half.
  const [here, there] = [
    await network.browser('a', launchOptions),
    await network.browser('b', launchOptions),
  ];
  const open = (browser: Browser) => tabs.openStranger(network.url, browser);
  const [host, near] = [await open(here), await open(here)];
  const [cid, dee] = [await open(there), await open(there)];
  const victim = await open(here);
  await formRing(host, moons, { Near: near, Victim: victim, Cid: cid, Dee: dee });
  await trainTo([host, near, cid, dee], 10);
  const { lineage } = (await snapshotOf(host))!;
  tabs.expectErrors();
  for (const other of ['-', 'a']) await network.set('b', other, { cut: true });
  await crash(victim);
  for (const page of [host, near, cid, dee]) await untilPhase(page, 'no-quorum');
  const stood = await Promise.all([host, cid].map(async (page) => (await snapshotOf(page))!.step));
  row.note('both sides stand still', `at steps ${stood.join(' and ')}`);

  await host.getByRole('button', { name: /^Go on with these 2/ }).click();
  const orderedMs = Date.now();
  await host.getByRole('button', { name: 'Go on without them' }).click();
  await untilWorldSize([host, near], 2);
  await untilPhase(host, 'training');
  await untilMoreSteps([host, near], 50);
  row.time('by host command, trains again', await firstCommit(near, orderedMs, 2), 8_000);
  const ahead = (await snapshotOf(host))!;
  row.fact('its lineage', 'another', ahead.lineage === lineage ? 'the same' : 'another', ahead.lineage !== lineage); // prettier-ignore
  row.fact('named on the screens', 'since which step', `step ${ahead.forkedAfterStep}`, ahead.forkedAfterStep !== undefined); // prettier-ignore
  const waits = (await snapshotOf(cid))!;
  row.fact('steps of the others meanwhile', '0', waits.step - stood[1], waits.step === stood[1] && waits.lineage === lineage); // prettier-ignore

  const mendedMs = Date.now();
  for (const other of ['-', 'a']) await network.set('b', other, {});
  const everyone = [host, near, cid, dee];
  await untilWorldSize(everyone, 4);
  await untilMoreSteps(everyone, 5);
  row.note(
    'on contact the others join it after',
    `${((await firstCommit(cid, mendedMs, 4))! / 1000).toFixed(1)} s`,
  );
  const lineages = await Promise.all(everyone.map(async (page) => (await snapshotOf(page))!.lineage));
  row.fact('lineages', 'the host’s', new Set(lineages).size, lineages.every((one) => one === ahead.lineage)); // prettier-ignore
  const kept = await forkCheckpointOf(cid);
  // Exactly the state that they held. It may be one step beyond the last commit, when that step's header never came.
  const isKept = kept.digest === waits.digest && kept.lineage === lineage;
  row.fact('what they had trained, downloaded', `${waits.digest} of their lineage`, `${kept.digest}, step ${kept.step}`, isKept); // prettier-ignore
  await expectEqualHistories([host, near], 50);
  await expectSharedDigests(everyone);
  row.fact('digests of shared steps', 'equal', 'equal', true);
});

/** The order around the ring, as `page` shows it. */
async function areNeighbours(page: Page, name: string): Promise<boolean> {
  const { peers } = (await snapshotOf(page))!;
  const [own, other] = [peers.find(({ isSelf }) => isSelf), peers.find((peer) => peer.name === name)];
  const apart = Math.abs(own!.ringPosition! - other!.ringPosition!);
  return apart === 1 || apart === peers.length - 1;
}

/** The metadata of a tab's fork checkpoint, by the safetensors format: a length, JSON, then the tensors. */
async function forkCheckpointOf(page: Page): Promise<Record<string, string>> {
  await openTab(page, 'Log');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the fork checkpoint' }).click(),
  ]);
  const file = await readFile(await download.path());
  const length = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString('utf8', 8, 8 + length)) as {
    readonly __metadata__: Record<string, string>;
  };
  return header.__metadata__;
}

/** Milliseconds from `sinceMs` to its first commit with that many members. */
async function firstCommit(page: Page, sinceMs: number, worldSize: number): Promise<number | undefined> {
  const commit = (await linesOf(page)).find(
    (line) => line.kind === 'commit' && line.at > sinceMs && line.worldSize === worldSize,
  );
  return commit && commit.at - sinceMs;
}

/** Histories may have gaps where a tab was outside. Steps that two of them contain must agree. */
async function expectSharedDigests(pages: readonly Page[]): Promise<void> {
  const digests = new Map<number, string>();
  for (const page of pages)
    for (const { step, digest } of await stepsOf(page)) {
      if (!digests.has(step)) digests.set(step, digest);
      expect(digest, `step ${step}`).toBe(digests.get(step));
    }
}
