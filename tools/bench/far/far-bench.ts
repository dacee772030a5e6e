// `npm run bench -- far`: how much of a far line a link fills, and how long control waits behind bulk. Two Chromiums in
// network namespaces of their own, joined by the router of the fault tests (e2e/faults/wire.py).
import type { Browser, Page } from '@playwright/test';
import { NamespaceNetwork, noNetworkHere } from '../../../e2e/faults/namespace-network';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { runCommand } from '../../../src/cli/options/command-line';
import type { PeerSignal } from '../../../src/net/wires/peer-connection';
import { serveLabPage } from '../../lab/lab-page';
import type { FarEnd } from '../../lab/reports/far-report';
import { farHelp, parseFarOptions, type FarOptions } from './far-options';

const machines = ['a', 'b'] as const;
/** Routers hold as much at least. */
const leastQueueMs = 50;
const mib = 1024 * 1024;

interface FarCase {
  readonly rate: number;
  readonly trip: number;
  readonly end: Omit<FarEnd, 'isSender'>;
}

async function main(options: FarOptions): Promise<number> {
  const why = noNetworkHere();
  if (why !== undefined) {
    console.error(`this bench ${why}`);
    return 1;
  }
  const network = await NamespaceNetwork.begin(machines);
  try {
    const server = await serveLabPage('far', network.host);
    try {
      const pages = await Promise.all(machines.map((name) => openPage(network, name, server.url)));
      await join(pages);
      for (const one of casesOf(options)) await measure(network, pages, one, options);
      return 0;
    } finally {
      await server.close();
    }
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await network.end();
  }
}

function casesOf({ rates, trips, carriers, associations }: FarOptions): readonly FarCase[] {
  return rates.flatMap((rate) =>
    trips.flatMap((trip) =>
      carriers.flatMap((as) =>
        // A link has one connection.
        (as === 'link' ? [1] : associations).map((count) => ({
          rate,
          trip,
          end: { as, associations: count },
        })),
      ),
    ),
  );
}

async function openPage(network: NamespaceNetwork, name: string, url: string): Promise<Page> {
  const executablePath = findBrowser('chromium');
  if (!executablePath) throw new Error('chromium is not installed');
  const browser: Browser = await network.browser(name, { executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(`far: ${String(error)}`));
  await page.goto(url);
  await page.waitForFunction(() => 'countFar' in window);
  return page;
}

/** Carries each page's signals to the other one. */
async function join(pages: readonly Page[]): Promise<void> {
  for (const [at, page] of pages.entries())
    await page.exposeFunction('sendFarSignal', (number: number, signal: PeerSignal) =>
      pages[1 - at].evaluate(([to, one]) => window.takeFarSignal(to, one), [number, signal] as const),
    );
}

async function measure(
  network: NamespaceNetwork,
  pages: readonly Page[],
  { rate, trip, end }: FarCase,
  { seconds, loss, json }: FarOptions,
): Promise<void> {
  await network.set('a', 'b', {
    delayMs: trip / 2,
    bitsPerSecond: 1e6 * rate,
    queueMs: Math.max(leastQueueMs, trip),
    loss,
  });
  // The receiving page takes signals before the sending one makes them.
  const opened = [pages[1], pages[0]].map((page) =>
    page.evaluate((of) => window.openFar(of), { ...end, isSender: page === pages[0] }),
  );
  await Promise.all(opened);
  const before = (await network.counts())['a>b'];
  const streamed = pages[0].evaluate((s) => window.streamFar(s), seconds);
  const [sender, receiver] = pages;
  await sender.waitForTimeout(250 * seconds);
  const first = await receiver.evaluate(() => window.countFar());
  await sender.waitForTimeout(740 * seconds);
  const last = await receiver.evaluate(() => window.countFar());
  const trips = await streamed;
  const after = (await network.counts())['a>b'];
  const mibPerSecond = (last.bytes - first.bytes) / mib / ((last.atMs - first.atMs) / 1000);
  const line = {
    name: `far ${rate} Mbit/s, ${trip} ms, ${end.as} × ${end.associations}`,
    mibPerSecond: Number(mibPerSecond.toFixed(2)),
    share: Number(((mibPerSecond * mib * 8) / (1e6 * rate)).toFixed(2)),
    controlP50: Math.round(trips[trips.length >> 1]),
    controlP99: Math.round(trips[Math.floor(0.99 * trips.length)]),
    dropped: after[1] - before[1],
    passed: after[0] - before[0],
  };
  console.log(json ? JSON.stringify(line) : textOf(line));
}

function textOf(line: {
  readonly name: string;
  readonly mibPerSecond: number;
  readonly share: number;
  readonly controlP50: number;
  readonly controlP99: number;
  readonly dropped: number;
  readonly passed: number;
}): string {
  const { name, mibPerSecond, share, controlP50, controlP99, dropped, passed } = line;
  return (
    `${name.padEnd(36)}${mibPerSecond.toFixed(2).padStart(7)} MiB/s ${(100 * share).toFixed(0).padStart(4)} %  ` +
    `control p50 ${controlP50} p99 ${controlP99} ms, dropped ${dropped} of ${dropped + passed}`
  );
}

process.exitCode = await runCommand(
  'npm run bench -- far',
  farHelp,
  parseFarOptions(process.argv.slice(2)),
  main,
);
