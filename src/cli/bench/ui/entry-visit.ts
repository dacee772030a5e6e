// From opening a room's link on a device that was never here to the first step that its gradient is in.
import type { Page } from 'puppeteer-core';
import type { RunConfig } from '../../../replica/protocol';
import type { RunningBrowser } from '../../browser/launch-browser';
import { createRoom, hasStepped, limitMs, openWindow, start, type UiWindow } from './ui-visit';

export interface EntryTimes {
  /** From the link. Seconds. */
  readonly total: number;
  /** Until Join could be pressed; it is pressed at once. */
  readonly untilJoin: number;
}

/** The ring of the host alone trains meanwhile. */
export async function linkToFirstStep(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
): Promise<EntryTimes> {
  const contexts = [await browser.freshProfile(), await browser.freshProfile()];
  try {
    const host = await openWindow(contexts[0], url);
    const room = await host.evaluate(createRoom, config);
    await host.waitForFunction(isInLobby, { timeout: limitMs, polling: 100 });
    await host.evaluate(start);
    await host.waitForFunction(hasStepped, { timeout: limitMs, polling: 100 });
    const guest = await contexts[1].newPage({ type: 'window' });
    return await enter(guest, new URL(room.url, url).href);
  } finally {
    for (const context of contexts) await context.close();
  }
}

async function enter(page: Page, link: string): Promise<EntryTimes> {
  const beganMs = performance.now();
  const passed = (): number => (performance.now() - beganMs) / 1000;
  const loaded = page.goto(link, { timeout: limitMs });
  loaded.catch(() => undefined); // awaited below
  await page.locator('form button[type=submit]').setTimeout(limitMs).click();
  const untilJoin = passed();
  await loaded;
  await page.waitForFunction(hasContributed, { timeout: limitMs, polling: 20 });
  return { total: passed(), untilJoin };
}

function isInLobby(): boolean {
  return (window as unknown as UiWindow).lockstep?.snapshot()?.phase.kind === 'lobby';
}

function hasContributed(): boolean {
  const { lockstep } = window as unknown as UiWindow;
  const self = lockstep?.snapshot()?.self;
  if (!lockstep || self === undefined) return false;
  return lockstep.stepsAfter(0).some(({ contributions }) => (contributions[self] ?? 0) > 0);
}
