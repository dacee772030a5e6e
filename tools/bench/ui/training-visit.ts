// Two tabs that train, and what their dashboards cost them: all that is drawn, the picture of the sum at rest, and a paused
// display take turns. The functions given to evaluate() run in the page.
import type { BrowserContext, Page } from 'puppeteer-core';
import type { RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { threadTimes, timesBetween, type ThreadTimes } from './thread-times';
import type { PageCost } from './ui-report';
import { costOf, countFrames, limitMs, pause, stepNow, trainingRing, warmMs } from './ui-visit';

export interface TabFigures {
  /** All that is drawn, over all rounds. */
  readonly cost: PageCost;
  readonly framesPerSecond: number;
  /** The states of the dashboards of all tabs, one after the other: figures of one round are compared. */
  readonly rounds: readonly Readonly<Record<DisplayState, TabCost>>[];
  /** The threads of the whole browser, ms per second. */
  readonly threads: { readonly drawn: ThreadTimes; readonly paused: ThreadTimes };
}

interface TabCost {
  readonly cost: PageCost;
  /** The ring’s steps per second. */
  readonly steps: number;
}

/** `drawn`: all, and the picture of the sum plays. `resting`: that picture rests. `paused`: the display is paused. */
type DisplayState = 'drawn' | 'resting' | 'paused';

/** After a button was pressed: what it draws again belongs to neither state. */
const settledMs = 1_000;
/** A ring’s speed changes from minute to minute by more than drawing costs: a round is short, and every second one goes
 *  the other way. */
const states = ['drawn', 'resting', 'paused'] as const satisfies readonly DisplayState[];
const rounds = 8;

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
    const seen: Record<DisplayState, Costs>[] = [];
    let shown: DisplayState | undefined;
    for (let round = 0; round < rounds; round++) {
      const costs: Partial<Record<DisplayState, Costs>> = {};
      for (const state of round % 2 === 0 ? states : states.toReversed()) {
        if (state !== shown) {
          for (const page of pages) await show(page, state);
          await pause(settledMs);
        }
        shown = state;
        costs[state] = await costsWhileStepping(browser, pages, measureMs / 4);
      }
      seen.push(costs as Record<DisplayState, Costs>);
    }
    const threads = {
      drawn: meanOfEach(seen.map(({ drawn }) => drawn.threads)),
      paused: meanOfEach(seen.map(({ paused }) => paused.threads)),
    };
    return pages.map((_, tab) => ({
      cost: meanOfEach(seen.map(({ drawn }) => drawn.costs[tab])),
      framesPerSecond: frames[tab],
      rounds: seen.map((round) => {
        const of = ({ costs, stepsPerSecond }: Costs): TabCost => ({
          cost: costs[tab],
          steps: stepsPerSecond,
        });
        return { drawn: of(round.drawn), resting: of(round.resting), paused: of(round.paused) };
      }),
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
