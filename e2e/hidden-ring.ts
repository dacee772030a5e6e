// Two tabs of one ring, one of them hidden in a Chromium that throttles as it does for users. Puppeteer starts it,
// without the flags by which automation keeps every page awake; Playwright would keep its pages visible.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import puppeteer, { type Page } from 'puppeteer-core';
import { unusedPages } from '../scripts/chromium-args.mjs';
import type {
  EngineWish,
  LockstepConsole,
  LockstepEntry,
  RunConfig,
  Snapshot,
} from '../src/replica/protocol';
import { usualEngine } from './lockstep-page';

interface LockstepWindow {
  readonly lockstep?: LockstepConsole;
  readonly lockstepEntry?: LockstepEntry;
  ticks?: number;
}

interface HiddenTime {
  /** Committed by the hidden tab. */
  readonly steps: number;
  /** The ticks that ran, of the twenty a second that the tab’s main thread requested. */
  readonly ticksPerSecond: number;
  /** The drawings of the hidden tab's page. */
  readonly draws: number;
  /** The longest time between two polls that found a new step. */
  readonly longestGapMs: number;
  /** The state of the tab in front. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Steps that both committed, with equal digests. */
  readonly shared: number;
}

export interface HiddenRing {
  /** Trains with one tab hidden for `hiddenMs`. */
  trainFor(ms: number): Promise<HiddenTime>;
  close(): Promise<void>;
}

const readyMs = 120_000;
/** The times between two looks at a tab. */
const intervals = [100];

export async function hiddenRing(
  executablePath: string,
  url: string,
  config: RunConfig,
  /** Each message is on its way for so long: a ring as fast as it can takes both cores. */
  delayMs = 0,
): Promise<HiddenRing> {
  const profile = mkdtempSync(path.join(tmpdir(), 'lockstep-hidden-'));
  const browser = await puppeteer.launch({
    executablePath,
    userDataDir: profile,
    defaultViewport: null,
    args: [
      ...['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
      '--force-prefers-reduced-motion',
      `--disable-features=${unusedPages.join(',')}`,
    ],
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  });
  const close = async (): Promise<void> => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const hidden = (await browser.pages())[0];
    const front = await browser.newPage();
    for (const page of [hidden, front]) {
      await page.goto(url);
      await page.waitForFunction(() => 'lockstepEntry' in window, { timeout: readyMs });
    }
    const room = await front.evaluate(create, config, usualEngine);
    await hidden.evaluate(join, room, usualEngine);
    await front.bringToFront();
    await expect.poll(() => worldSizes(front, hidden), { timeout: readyMs, intervals }).toEqual([2, 2]);
    expect(await hidden.evaluate(() => document.visibilityState)).toBe('hidden');
    await hidden.evaluate(countTicks);
    await front.evaluate(start, delayMs);
    await expect
      .poll(async () => (await look(hidden)).step, { timeout: readyMs, intervals })
      .toBeGreaterThan(0);
    return { trainFor: (ms) => trainFor(front, hidden, ms), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function trainFor(front: Page, hidden: Page, ms: number): Promise<HiddenTime> {
  const before = await look(front);
  const first = (await look(hidden)).step;
  const ticksBefore = await ticksOf(hidden);
  const drawsBefore = await drawsOf(hidden);
  const sinceMs = Date.now();
  let held = first;
  let heldMs = sinceMs;
  let longestGapMs = 0;
  while (Date.now() - sinceMs < ms) {
    await expect
      .poll(async () => (await look(hidden)).step, { message: `a step after ${held}`, timeout: 60_000 })
      .toBeGreaterThan(held);
    held = (await look(hidden)).step;
    longestGapMs = Math.max(longestGapMs, Date.now() - heldMs);
    heldMs = Date.now();
  }
  const ticksPerSecond = ((await ticksOf(hidden)) - ticksBefore) / ((Date.now() - sinceMs) / 1000);
  const draws = (await drawsOf(hidden)) - drawsBefore;
  const after = await look(front);
  const shared = await digestsAgree(front, hidden);
  return { steps: held - first, ticksPerSecond, draws, longestGapMs, before, after, shared };
}

/** The link of a tab of two. */
export function linkOfOther({ peers }: Snapshot): string | undefined {
  return peers.find(({ isSelf }) => !isSelf)?.link;
}

function worldSizes(...pages: readonly Page[]): Promise<number[]> {
  return Promise.all(pages.map(async (page) => (await look(page))?.worldSize));
}

function look(page: Page): Promise<Snapshot> {
  return page.evaluate(() => (window as unknown as LockstepWindow).lockstep?.snapshot() as Snapshot);
}

function ticksOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as LockstepWindow).ticks ?? 0);
}

function drawsOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as LockstepWindow).lockstep!.draws());
}

/** The number of steps that both tabs committed; fails when a digest differs. */
async function digestsAgree(a: Page, b: Page): Promise<number> {
  const [ofA, ofB] = await Promise.all([a.evaluate(history), b.evaluate(history)]);
  const held = new Map(ofB);
  const shared = ofA.filter(([step]) => held.has(step));
  // One expectation: Playwright records each, and there are thousands of steps.
  const differing = shared.flatMap(([step, digest]) => (held.get(step) === digest ? [] : [step]));
  expect(differing, 'steps with differing digests').toEqual([]);
  return shared.length;
}

// These run inside the page: they may use nothing from outside.

async function create(config: RunConfig, engine: EngineWish): Promise<string> {
  const entry = (window as unknown as LockstepWindow).lockstepEntry!;
  return (await entry.create({ isOpen: false, config, name: 'Front', engine })).url;
}

function join(url: string, engine: EngineWish): Promise<void> {
  return (window as unknown as LockstepWindow).lockstepEntry!.join(url, 'Hidden', engine);
}

function start(delayMs: number): void {
  const { lockstep } = window as unknown as LockstepWindow;
  const everyEdge = { bitsPerSecond: 1e9, delayMs, jitterMs: 0, loss: 0 };
  if (delayMs > 0)
    lockstep!.send({
      kind: 'host',
      command: { kind: 'set-network', network: { everyEdge, edges: [] } },
    });
  lockstep!.send({ kind: 'host', command: { kind: 'start' } });
}

function countTicks(): void {
  const page = window as unknown as LockstepWindow;
  page.ticks = 0;
  setInterval(() => page.ticks!++, 50);
}

function history(): [number, string][] {
  return (window as unknown as LockstepWindow)
    .lockstep!.stepsAfter(0)
    .map(({ step, digest }) => [step, digest]);
}
