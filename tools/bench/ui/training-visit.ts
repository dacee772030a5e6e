// Two tabs that train, and what their dashboards cost them: all that is drawn, the picture of the sum at rest, and a paused
// display take turns. The functions given to evaluate() run in the page.
import type { BrowserContext, Page } from 'puppeteer-core';
import type { RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { threadTimes, timesBetween, type ThreadTimes } from './thread-times';
import type { PageCost } from './ui-report';
import { costOf, countFrames, limitMs, pause, stepNow, trainingRing, warmMs } from './ui-visit';

export interface TabFigures {
  readonly cost: PageCost;
  readonly framesPerSecond: number;
  /** The ring’s steps, in each state of the dashboards of all tabs. */
  readonly stepsPerSecond: Readonly<Record<DisplayState, number>>;
  /** The cost in the other states. */
  readonly restingCost: PageCost;
  readonly pausedCost: PageCost;
  /** The threads of the whole browser, ms per second. */
  readonly threads: { readonly drawn: ThreadTimes; readonly paused: ThreadTimes };
}

/** `drawn`: all, and the picture of the sum plays. `resting`: that picture rests. `paused`: the display is paused. */
type DisplayState = 'drawn' | 'resting' | 'paused';

/** After a button was pressed: what it draws again belongs to neither state. */
const settledMs = 1_000;
/** Where a machine slows down or speeds up, all states see the same of it. */
const there = ['drawn', 'resting', 'paused'] as const satisfies readonly DisplayState[];
const turns = [...there, ...there.toReversed(), ...there, ...there.toReversed()];

/** A ring of two people, each in a window of its own: the host, then the guest. */
export async function trainingTabs(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  measureMs: number,
): Promise<readonly TabFigures[]> {
  const contexts: BrowserContext[] = [];
  try {
    const { pages } = await trainingRing(browser, url, config, 2, contexts);
    await pause(warmMs);
    const frames = await Promise.all(pages.map((page) => page.evaluate(countFrames, measureMs / 2)));
    const seen: Record<DisplayState, Costs[]> = { drawn: [], resting: [], paused: [] };
    for (const [at, state] of turns.entries()) {
      if (at > 0 && state !== turns[at - 1]) {
        for (const page of pages) await show(page, state);
        await pause(settledMs);
      }
      seen[state].push(await costsWhileStepping(browser, pages, measureMs / 4));
    }
    const [drawn, resting, paused] = there.map((state) => meanOf(seen[state]));
    const threads = { drawn: drawn.threads, paused: paused.threads };
    const stepsPerSecond = {
      drawn: drawn.stepsPerSecond,
      resting: resting.stepsPerSecond,
      paused: paused.stepsPerSecond,
    };
    return drawn.costs.map((cost, tab) => ({
      cost,
      restingCost: resting.costs[tab],
      pausedCost: paused.costs[tab],
      framesPerSecond: frames[tab],
      stepsPerSecond,
      threads,
    }));
  } finally {
    for (const context of contexts) await context.close();
  }
}

interface Costs {
  readonly costs: readonly PageCost[];
  readonly stepsPerSecond: number;
  /** ms per second. */
  readonly threads: ThreadTimes;
}

async function costsWhileStepping(
  browser: RunningBrowser,
  pages: readonly Page[],
  measureMs: number,
): Promise<Costs> {
  const [step, beganMs, before] = [
    await pages[0].evaluate(stepNow),
    performance.now(),
    await threadTimes(browser),
  ];
  const costs = await Promise.all(pages.map((page) => costOf(page, measureMs)));
  const passed = Object.entries(timesBetween(before, await threadTimes(browser)));
  const steps = (await pages[0].evaluate(stepNow)) - step;
  const seconds = (performance.now() - beganMs) / 1000;
  return {
    costs,
    stepsPerSecond: steps / seconds,
    threads: Object.fromEntries(passed.map(([thread, ms]) => [thread, ms / seconds])),
  };
}

function meanOf(all: readonly Costs[]): Costs {
  return {
    costs: all[0].costs.map((_, tab) => meanOfEach(all.map(({ costs }) => costs[tab]))),
    stepsPerSecond: mean(all.map(({ stepsPerSecond }) => stepsPerSecond)),
    threads: meanOfEach(all.map(({ threads }) => threads)),
  };
}

/** The means of figures with the same names; one that is missing counts as 0. */
function meanOfEach<T extends object>(all: readonly T[]): T {
  const names = new Set(all.flatMap((one) => Object.keys(one))) as Set<keyof T>;
  const at = (of: T, name: keyof T): number => (of[name] as number | undefined) ?? 0;
  return Object.fromEntries([...names].map((name) => [name, mean(all.map((one) => at(one, name)))])) as T;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Presses the buttons of the display and of the picture of the sum, where they say that something else is shown. */
async function show(page: Page, state: DisplayState): Promise<void> {
  await page.evaluate(pressWhere, 'button', state === 'paused' ? 'Pause display' : 'Resume display');
  if (state === 'paused') return;
  const sum = '[aria-label="The sum, slowly"] button';
  await page.waitForSelector(sum, { timeout: limitMs });
  await page.evaluate(pressWhere, sum, state === 'drawn' ? 'Play' : 'Pause');
}

function pressWhere(selector: string, words: string): void {
  for (const button of document.querySelectorAll<HTMLElement>(selector))
    if (button.textContent?.trim() === words) return button.click();
}
