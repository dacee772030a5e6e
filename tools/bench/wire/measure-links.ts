// Links and sums beside bare data channels, in one page of a real Chromium (tools/lab/wire): in turns, by medians.
import type { Page } from 'puppeteer-core';
import type { WireJob, WireSide } from '../../lab/reports/wire-report';
import { allReduceCost } from '../../../src/collectives/cost';
import { segmentElements } from '../../../src/collectives/schedule';
import { carriedBitsPerSecond } from '../../../src/net/emulation/edge-profile';
import { namedProfiles, profileWords } from '../../../src/net/emulation/profile-words';
import { serveLabPage } from '../../lab/lab-page';
import { openLabTab } from '../../harness/lab-tab';
import { withRealPage } from '../../harness/real-page';
import { digits, wireLine, type WireLine } from './wire-line';

export interface SmallSumLine extends WireLine {
  /** ms of the same sum around the ring. */
  readonly aroundRing: number;
  /** ms of as many hops when every replica sends at once, as in the all-reduce. */
  readonly allEdges: number;
}

const sizes = [2, 3, 4];
const mib = 1024 * 1024;
const streamBytes = 32 * mib;
/** 7.5 MB of f32: the case of the goal. */
const largeElements = 1_875_000;
/** 1 KiB. */
const smallElements = 256;
/** A multiple of every size, so that a token ends where it began. */
const smallCount = 240;
const turns = 5;
const modelSizes = [2, 3, 4, 5, 6];
/** Two segments: with more to a chunk, hops overlap, which the model leaves out. */
const modelElements = 2 * segmentElements;

/** A line as soon as it is measured. Rejects when a browser, a page or a sum fails. */
export async function measureLinks(
  parts: { readonly link: boolean; readonly allReduce: boolean; readonly model: boolean },
  print: (line: WireLine | SmallSumLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const options = { headful: false, hardware: false };
  await withRealPage(
    () => serveLabPage('wire'),
    'chromium',
    options,
    async (browser, url) => {
      console.error(browser.version);
      const page = await openLabTab(browser, url, 'wire', 'runWireJob');
      if (parts.model) await modelLines(page, print, signal);
      if (!parts.link && !parts.allReduce) return;
      for (const size of parts.allReduce ? sizes : [2]) {
        signal.throwIfAborted();
        await page.evaluate((n) => window.openWireRing(n), size);
        if (parts.link && size === 2) {
          const [ours, bare] = await medians(page, { kind: 'stream', bytes: streamBytes }, ['ours', 'bare']);
          const rate = (ms: number): number => streamBytes / mib / (ms / 1000);
          print(wireLine('link one way', rate(ours), rate(bare), 'MiB/s'));
        }
        if (parts.allReduce) {
          const large = { kind: 'all-reduce', elements: largeElements } as const;
          const [sum, loaded] = await medians(page, large, ['ours', 'bare']);
          print(wireLine(`all-reduce ring of ${size}, 7.5 MB`, sum, loaded, 'ms'));
          const small = { kind: 'small', elements: smallElements, count: smallCount } as const;
          const sides = ['ours', 'ours, around the ring', 'bare', 'bare, all edges'] as const;
          const [ours, around, hops, allEdges] = await medians(page, small, sides);
          const line = wireLine(`all-reduce of ${size}, 1 KiB`, ours, hops, 'ms');
          print({ ...line, aroundRing: digits(around), allEdges: digits(allEdges) });
        }
      }
    },
  );
}

/** Rings on an emulated line, beside what the cost model says of it (COST.md). */
async function modelLines(page: Page, print: (line: WireLine) => void, signal: AbortSignal): Promise<void> {
  const line = namedProfiles.home;
  const [bytes, bytesPerSecond] = [4 * modelElements, carriedBitsPerSecond(line) / 8];
  for (const size of modelSizes) {
    signal.throwIfAborted();
    await page.evaluate((n) => window.openWireRing(n), size);
    await page.evaluate((profile) => window.emulateWire(profile), line);
    const [ms] = await medians(page, { kind: 'all-reduce', elements: modelElements }, ['ours']);
    const { predictedMs } = allReduceCost('ring', size, bytes, line.delayMs, bytesPerSecond);
    print(wireLine(`model ring of ${size}, 123 kB, ${profileWords(line)}`, ms, predictedMs, 'ms'));
  }
}

/** ms by side. The first turn warms up. */
async function medians(page: Page, job: WireJob, sides: readonly WireSide[]): Promise<readonly number[]> {
  const times = sides.map((): number[] => []);
  for (let turn = 0; turn <= turns; turn++)
    for (const [at, side] of sides.entries()) {
      const ms = await page.evaluate((one, by) => window.runWireJob(one, by), job, side);
      if (turn > 0) times[at].push(ms);
    }
  return times.map((all) => all.toSorted((a, b) => a - b)[turns >> 1]);
}
