// Two machines without a direct path, and a real coturn beside them, each in its own network namespace (R14). They
// connect through coturn with the credentials from the room server. Where coturn refuses these, they connect through
// the room server (L14).
import type { LaunchOptions, Page } from '@playwright/test';
import { expect, type Tabs } from '../fixtures';
import { expectEqualHistories, openTab, snapshotOf, untilMoreSteps } from '../lockstep-page';
import { keepConnections, selectedPairs } from '../page-connections';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { turnRows, whyNot } from './conditional-rows';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';
import { test } from './network-test';
import { NamespaceNetwork, type NetworkProgram } from './namespace-network';

const machines = ['a', 'b', 'turn'] as const;
const turnAddress = NamespaceNetwork.address(machines, 'turn');
const turnPort = 3478;
const secret = 'a secret that coturn and the room server share';
/** The time from the first try to an open relayed link. */
const relayWithinMs = 8_000;

/** Resolves once it listens. */
async function startCoturn(network: NamespaceNetwork): Promise<NetworkProgram> {
  const coturn = network.run('turn', [
    'turnserver',
    ...['-n', '--no-cli', '--no-tls', '--no-dtls', '--log-file=stdout', '--simple-log', '--verbose'],
    ...[`--listening-ip=${turnAddress}`, `--relay-ip=${turnAddress}`, `--listening-port=${turnPort}`],
    ...['--realm=lockstep', '--use-auth-secret', `--static-auth-secret=${secret}`],
    ...[`--pidfile=${network.folder}/turn.pid`, `--userdb=${network.folder}/turn.db`],
  ]);
  await expect
    .poll(() => coturn.output(), { message: 'coturn listens', timeout: 20_000 })
    .toMatch(/UDP listener opened/i);
  return coturn;
}

/** A page on a and one on b, which cannot reach each other, in one ring. */
async function ringWithoutPath(
  network: NamespaceNetwork,
  tabs: Tabs,
  options: LaunchOptions,
): Promise<Page[]> {
  await network.set('a', 'b', { cut: true });
  const pages: Page[] = [];
  for (const name of ['a', 'b'])
    pages.push(await tabs.openStranger(network.url, await network.browser(name, options)));
  for (const page of pages) await keepConnections(page);
  await formRing(pages[0], moons, { Bea: pages[1] });
  return pages;
}

async function linkKinds(pages: readonly Page[]): Promise<string[]> {
  return Promise.all(
    pages.map(async (page) => (await snapshotOf(page))!.peers.find(({ isSelf }) => !isSelf)?.link ?? 'none'),
  );
}

const turnTest = whyNot.turn === undefined ? test : undefined;

turnTest?.(turnRows.relayed, async ({ begin, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const network = await begin(machines, {
    TURN_URLS: `turn:${turnAddress}:${turnPort}?transport=udp`,
    TURN_SECRET: secret,
  });
  const coturn = await startCoturn(network);
  const pages = await ringWithoutPath(network, tabs, launchOptions);
  await expect
    .poll(() => linkKinds(pages), { message: 'links of their own', timeout: 20_000 })
    .toEqual(['direct', 'direct']);
  await trainTo(pages, 20);
  const lines = await linesOf(pages[0]);
  const [begun, open] = ['connection begun', 'connection open'].map((kind) => lines.find((line) => line.kind === kind)?.at); // prettier-ignore
  row.time('first connection tried → open', open! - begun!, relayWithinMs);
  const pairs = await Promise.all(pages.map(selectedPairs));
  const ends = pairs.map((of) => of.map(({ local, remote }) => `${local}–${remote}`).join(' '));
  const isTurn = pairs.every((of) => of.length === 1 && (of[0].local === 'relay' || of[0].remote === 'relay')); // prettier-ignore
  row.fact('selected candidates at a and b', 'a relay at one end', ends.join(', '), isTurn);
  const { 'a>b': [between] } = await network.counts(); // prettier-ignore
  row.fact('packets that passed between a and b', '0', between, between === 0);
  const granted = /ALLOCATE processed, success/.test(coturn.output());
  row.fact('coturn allocated', 'yes', granted ? 'yes' : 'no', granted);
  await untilMoreSteps(pages, 10);
  await expectEqualHistories(pages, 20);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
});

turnTest?.(turnRows.refused, async ({ begin, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const network = await begin(machines, {
    TURN_URLS: `turn:${turnAddress}:${turnPort}?transport=udp`,
    TURN_SECRET: 'another secret',
  });
  const coturn = await startCoturn(network);
  const pages = await ringWithoutPath(network, tabs, launchOptions);
  await trainTo(pages, 20);
  for (const [i, page] of pages.entries()) {
    const lines = await linesOf(page);
    const [begun, open] = [
      lines.find(({ kind }) => kind === 'connection begun')?.at,
      lines.find(({ kind, link }) => kind === 'link opened' && link === 'relay')?.at,
    ];
    row.time(`tab ${i + 1}: first connection tried → relayed`, open! - begun!, relayWithinMs);
    await openTab(page, 'People');
    const isShown = (await page.getByText('relayed', { exact: true }).count()) === 1;
    row.fact(`tab ${i + 1}: its screen shows`, 'relayed', (await linkKinds([page]))[0], isShown);
  }
  const output = coturn.output();
  const isRefused = /401: Unauthorized/.test(output) && !/ALLOCATE processed, success/.test(output);
  row.fact('coturn', 'refuses', isRefused ? 'refuses' : 'does not', isRefused);
  await expectEqualHistories(pages, 20);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
});

turnTest?.(turnRows.stun, async ({ begin, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const network = await begin(machines, {
    ICE_SERVERS: JSON.stringify([{ urls: `stun:${turnAddress}:${turnPort}` }]),
  });
  await startCoturn(network);
  const pages: Page[] = [];
  for (const name of ['a', 'b'])
    pages.push(await tabs.openStranger(network.url, await network.browser(name, launchOptions)));
  await formRing(pages[0], moons, { Bea: pages[1] });
  await trainTo(pages, 5);
  const counts = await network.counts();
  for (const name of ['a', 'b']) {
    const [asked, answered] = [counts[`${name}>turn`][0], counts[`turn>${name}`][0]];
    row.fact(`packets of ${name} to it and back`, '≥ 1 each', `${asked}, ${answered}`, asked > 0 && answered > 0); // prettier-ignore
  }
  await expectEqualHistories(pages, 5);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
});
