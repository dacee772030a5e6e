// The way from opening a room's link on a device that was never here to the first step that its gradient is in.
import type { Page } from 'puppeteer-core';
import type { RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { phoneSlowdown, viewports, type Device } from './dashboard-visit';
import type { EntryTimes } from './ui-report';
import { createRoom, hasStepped, isInLobby, limitMs, openWindow, start, type UiWindow } from './ui-visit';

/** The ring of the host alone trains meanwhile. On a phone the page's main thread is as slow as a phone's; its Workers are
 *  not, because browsers slow down no Worker. */
export async function linkToFirstStep(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  device: Device,
): Promise<EntryTimes> {
  const contexts = [await freshProfile(browser), await freshProfile(browser)];
  try {
    const host = await openWindow(contexts[0], url);
    const room = await host.evaluate(createRoom, config);
    await host.waitForFunction(isInLobby, { timeout: limitMs, polling: 100 });
    await host.evaluate(start);
    await host.waitForFunction(hasStepped, { timeout: limitMs, polling: 100 });
    const guest = await contexts[1].newPage({ type: 'window' });
    await guest.setViewport(viewports[device]);
    if (device === 'phone') await guest.emulateCPUThrottling(phoneSlowdown);
    return await enter(guest, new URL(room.url, url).href, device);
  } finally {
    for (const context of contexts) await context.close();
  }
}

/** A guest’s phone opens at “You”, which draws no curve. */
async function enter(page: Page, link: string, device: Device): Promise<EntryTimes> {
  await page.evaluateOnNewDocument(pressJoinAtOnce);
  const beganMs = now();
  const at = (isSo: () => boolean): Promise<number> =>
    page.waitForFunction(isSo, { timeout: limitMs, polling: 20 }).then(() => (now() - beganMs) / 1000);
  await page.goto(link, { timeout: limitMs });
  const first = at(hasContributed);
  const [total, untilLoss] = await Promise.all(device === 'phone' ? [first] : [first, at(showsLoss)]);
  const untilJoin = ((await page.evaluate(pressedAtMs)) - beganMs) / 1000;
  return untilLoss === undefined ? { total, untilJoin } : { total, untilJoin, untilLoss };
}

/** ms since 1970, as the clock of a page has them. */
const now = (): number => performance.timeOrigin + performance.now();

interface PressingWindow {
  pressedAtMs?: number;
}

/** Presses Join in the first frame after the one that showed it. A driver of browsers would first ask the page several
 *  times whether the button rests, which takes a second where the processor is busy. */
function pressJoinAtOnce(): void {
  const button = document.querySelector<HTMLButtonElement>('form button[type=submit]:enabled');
  if (!button) return void requestAnimationFrame(pressJoinAtOnce);
  requestAnimationFrame(() => {
    (window as PressingWindow).pressedAtMs = performance.timeOrigin + performance.now();
    button.click();
  });
}

function pressedAtMs(): number {
  return (window as PressingWindow).pressedAtMs!;
}

/** A curve of the loss has a point: the summary under its heading says the loss of a step. */
function showsLoss(): boolean {
  const panel = [...document.querySelectorAll('section')].find(
    (section) => section.querySelector('h2')?.textContent === 'Loss',
  );
  return /\d/.test(panel?.querySelector('p')?.textContent ?? '');
}

function hasContributed(): boolean {
  const { lockstep } = window as unknown as UiWindow;
  const self = lockstep?.snapshot()?.self;
  if (!lockstep || self === undefined) return false;
  return lockstep.stepsAfter(0).some(({ contributions }) => (contributions[self] ?? 0) > 0);
}
