// The link between two tabs of one Chromium beside a bare port between them (tools/lab/wire): in turns, by medians.
import type { Page } from 'puppeteer-core';
import type { TabJob } from '../../lab/reports/wire-report';
import { serveLabPage } from '../../lab/lab-page';
import { openLabTab } from '../../harness/lab-tab';
import { withRealPage } from '../../harness/real-page';
import { wireLine, type WireLine } from './wire-line';

const mib = 1024 * 1024;
const streamBytes = 64 * mib;
/** So much goes each way in a step of a model of 670,000 parameters. */
const exchangeBytes = 2.5 * mib;
const echoes = 400;
const turns = 7;
const sides = ['ours', 'bare'] as const;

/** A line as soon as it is measured. Rejects when a browser, a page or a link fails. */
export async function measureTabs(print: (line: WireLine) => void, signal: AbortSignal): Promise<void> {
  const options = { headful: false, hardware: false };
  await withRealPage(
    () => serveLabPage('wire'),
    'chromium',
    options,
    async (browser, url) => {
      const pages = [0, 1].map(() => openLabTab(browser, url, 'wire', 'runTabJob'));
      const tabs = await Promise.all(pages);
      await Promise.all(tabs.map((tab, position) => tab.evaluate((at) => window.openTabWires(at), position)));
      const line = async (
        name: string,
        job: TabJob,
        unit: string,
        of: (ms: number) => number,
      ): Promise<void> => {
        signal.throwIfAborted();
        const [ours, bare] = await medians(tabs, job);
        print(wireLine(`tabs ${name}`, of(ours), of(bare), unit));
      };
      const rate =
        (bytes: number) =>
        (ms: number): number =>
          bytes / mib / (ms / 1000);
      await line('one way', { kind: 'stream', size: streamBytes }, 'MiB/s', rate(streamBytes));
      await line('both ways, 2.5 MiB each', { kind: 'exchange', size: exchangeBytes }, 'ms', (ms) => ms);
      await line('round trip', { kind: 'echo', size: echoes }, 'ms', (ms) => ms / echoes);
    },
  );
}

/** ms by side. The first turn warms up. */
async function medians(tabs: readonly Page[], job: TabJob): Promise<readonly number[]> {
  const times = sides.map((): number[] => []);
  for (let turn = 0; turn <= turns; turn++)
    for (const [at, side] of sides.entries()) {
      const ran = await Promise.all(
        tabs.map((tab) => tab.evaluate((one, by) => window.runTabJob(one, by), job, side)),
      );
      const ms = Math.max(...ran.map(({ endMs }) => endMs)) - Math.min(...ran.map(({ startMs }) => startMs));
      if (turn > 0) times[at].push(ms);
    }
  return times.map((all) => all.toSorted((a, b) => a - b)[turns >> 1]);
}
