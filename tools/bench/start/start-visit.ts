// One visit to the Join screen in a real browser. The functions given to evaluate() run in the page.
import type { BrowserContext, Page } from 'puppeteer-core';
import type { EngineWish } from '../../../src/model/check/engine-report';
import type { LockstepConsole, LockstepEntry, RunConfig } from '../../../src/replica/protocol';
import { visitOf, type Visit } from './start-report';

interface StartWindow {
  readonly lockstep?: LockstepConsole;
  readonly lockstepEntry?: LockstepEntry;
  /** Epoch milliseconds. */
  pressedMs?: number;
}

const limitMs = 60_000;
const pollMs = 4;
/** The server forgets a member that said goodbye; its Worker ends after half a second. */
const leaveMs = 700;

/** Makes this profile the host of an empty room. Returns the room's address. */
export function hostRoom(context: BrowserContext, url: string, config: RunConfig): Promise<string> {
  return inTab(context, async (page) => {
    await page.goto(url, { timeout: limitMs });
    await page.waitForFunction(() => 'lockstepEntry' in window, { timeout: limitMs });
    // 'cpu': nothing is measured and remembered.
    const room = await page.evaluate(
      (given) =>
        (window as unknown as StartWindow).lockstepEntry!.create({
          ...{ isOpen: false, config: given, name: 'Start', engine: 'cpu' },
        }),
      config,
    );
    return new URL(room.url, url).href;
  });
}

/** Presses Join in the room of `hostRoom`, and waits for the first step. `readMs`: from the Join screen to the press. */
export function visit(
  context: BrowserContext,
  room: string,
  wish: EngineWish,
  readMs: number,
): Promise<Visit> {
  return inTab(context, async (page) => {
    await page.evaluateOnNewDocument(notePress);
    await page.goto(room, { timeout: limitMs });
    await page.waitForSelector('form select', { timeout: limitMs });
    await page.select('form select', wish);
    await new Promise((resolve) => setTimeout(resolve, readMs));
    await page.evaluate(startInLobby, pollMs);
    await page.click('form button[type=submit]');
    await page.waitForFunction(
      () => ((window as unknown as StartWindow).lockstep?.stepsAfter(0).length ?? 0) > 0,
      { timeout: limitMs, polling: 50 },
    );
    const { record, pressedMs } = await page.evaluate(async () => {
      const { lockstep, pressedMs: at } = window as unknown as StartWindow;
      return { record: await lockstep!.flightRecord(), pressedMs: at! };
    });
    return visitOf(record, pressedMs);
  });
}

/** A tab that is closed leaves its room at once. */
async function inTab<Value>(context: BrowserContext, action: (page: Page) => Promise<Value>): Promise<Value> {
  const page = await context.newPage();
  try {
    return await action(page);
  } finally {
    await page.close();
    await new Promise((resolve) => setTimeout(resolve, leaveMs));
  }
}

function notePress(): void {
  addEventListener(
    'submit',
    () => ((window as unknown as StartWindow).pressedMs = performance.timeOrigin + performance.now()),
    { capture: true },
  );
}

function startInLobby(everyMs: number): void {
  const timer = setInterval(() => {
    const { lockstep } = window as unknown as StartWindow;
    if (lockstep?.snapshot()?.phase.kind !== 'lobby') return;
    clearInterval(timer);
    lockstep.send({ kind: 'host', command: { kind: 'start' } });
  }, everyMs);
}
