// A hidden tab under the browser's own throttling: its main thread gets about one timer a second, its Worker trains
// on, and nobody evicts it. By puppeteer, because Playwright keeps every page visible.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import puppeteer, { type Page } from 'puppeteer-core';
import type { LockstepConsole, LockstepEntry, RunConfig, Snapshot } from '../src/replica/protocol';
import { findBrowser } from '../scripts/find-browser.mjs';
import { moons } from './run-configs';

interface LockstepWindow {
  readonly lockstep?: LockstepConsole;
  readonly lockstepEntry?: LockstepEntry;
  ticks?: number;
}

const hiddenMs = 8_000;
const readyMs = 60_000;

test('a hidden tab trains on and stays a member', async ({ baseURL }) => {
  const profile = mkdtempSync(path.join(tmpdir(), 'lockstep-hidden-'));
  const browser = await puppeteer.launch({
    executablePath: findBrowser('chromium'),
    userDataDir: profile,
    defaultViewport: null,
    args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  });
  try {
    const hidden = (await browser.pages())[0];
    const front = await browser.newPage();
    for (const page of [hidden, front]) {
      await page.goto(baseURL!);
      await page.waitForFunction(() => 'lockstepEntry' in window, { timeout: readyMs });
    }
    const url = await front.evaluate(create, moons);
    await hidden.evaluate(join, url);
    await front.bringToFront();
    await expect.poll(() => worldSizes(front, hidden), { timeout: readyMs }).toEqual([2, 2]);
    expect(await hidden.evaluate(() => document.visibilityState)).toBe('hidden');
    await hidden.evaluate(countTicks);
    await front.evaluate(start);
    await expect.poll(async () => (await look(hidden)).step, { timeout: readyMs }).toBeGreaterThan(0);

    const before = await look(hidden);
    const ticksBefore = await ticksOf(hidden);
    const sinceMs = Date.now();
    let held = before.step;
    while (Date.now() - sinceMs < hiddenMs) {
      await expect
        .poll(async () => (await look(hidden)).step, { message: `a step after ${held}` })
        .toBeGreaterThan(held);
      held = (await look(hidden)).step;
    }
    const after = await look(front);
    const seconds = (Date.now() - sinceMs) / 1000;
    const ticksPerSecond = ((await ticksOf(hidden)) - ticksBefore) / seconds;
    console.log(
      `${held - before.step} steps and ${ticksPerSecond.toFixed(1)} timers of 20 a second in ${seconds.toFixed(0)} s`,
    );
    expect(ticksPerSecond, 'the throttling is real').toBeLessThan(3);
    expect([after.worldSize, after.generation], 'nobody was evicted').toEqual([2, before.generation]);
    expect(await digestsAgree(front, hidden)).toBeGreaterThan(held - before.step);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

function worldSizes(...pages: readonly Page[]): Promise<number[]> {
  return Promise.all(pages.map(async (page) => (await look(page))?.worldSize));
}

function look(page: Page): Promise<Snapshot> {
  return page.evaluate(() => (window as unknown as LockstepWindow).lockstep?.snapshot() as Snapshot);
}

function ticksOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as LockstepWindow).ticks ?? 0);
}

/** How many steps both tabs committed; fails when a digest differs. */
async function digestsAgree(a: Page, b: Page): Promise<number> {
  const [ofA, ofB] = await Promise.all([a.evaluate(history), b.evaluate(history)]);
  const shared = ofA.filter(([step]) => ofB.some(([other]) => other === step));
  for (const [step, digest] of shared) expect(ofB.find(([other]) => other === step)![1]).toBe(digest);
  return shared.length;
}

// These run inside the page: they may use nothing from outside.

async function create(config: RunConfig): Promise<string> {
  const entry = (window as unknown as LockstepWindow).lockstepEntry!;
  return (await entry.create({ isOpen: false, config, name: 'Front' })).url;
}

function join(url: string): Promise<void> {
  return (window as unknown as LockstepWindow).lockstepEntry!.join(url, 'Hidden');
}

function start(): void {
  (window as unknown as LockstepWindow).lockstep!.send({ kind: 'host', command: { kind: 'start' } });
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
