// One room of one tab that trains and writes its run. The functions given to evaluate() run in the page.
import type { Page } from 'puppeteer-core';
import type { RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { createRoom, limitMs, openWindow, pause, start, type UiWindow } from '../ui/ui-visit';
import { stepsWithin, type SaveFigures, type StepTime } from './save-report';

/** Engines compile, and threads find their pace. */
const settlingSteps = 20;
/** A limit beyond the three minutes after which a room writes its run (autosave-times.ts). */
const autosaveLimitMs = 5 * 60_000;

/** Turns of each kind of measurement, so that a busy minute meets both. */
const turns = 2;

export async function savingRoom(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  { measureMs, autosave }: { readonly measureMs: number; readonly autosave: boolean },
): Promise<SaveFigures> {
  const context = await freshProfile(browser);
  try {
    const page = await openWindow(context, url);
    await page.evaluate(createRoom, config);
    await page.waitForFunction(isInLobby, { timeout: limitMs, polling: 100 });
    await page.evaluate(start);
    await page.waitForFunction(hasReached, { timeout: autosaveLimitMs, polling: 100 }, settlingSteps);
    const alone: number[] = [];
    const saving: number[] = [];
    const files: { bytes: number; ms: number }[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const beganMs = Date.now();
      await pause(measureMs / turns);
      alone.push(...stepsWithin(await page.evaluate(stepTimes), beganMs, Date.now()));
      const { fromMs, toMs, taken } = await page.evaluate(takeFiles, measureMs / turns);
      saving.push(...stepsWithin(await page.evaluate(stepTimes), fromMs, toMs));
      files.push(...taken);
    }
    return { alone, saving, files, autosave: autosave ? await ownFile(page) : undefined };
  } finally {
    await context.close();
  }
}

/** Waits for the file that the room writes by itself. */
async function ownFile(page: Page): Promise<SaveFigures['autosave']> {
  const found = await page.waitForFunction(keptFile, { timeout: autosaveLimitMs, polling: 200 });
  const { step, bytes, atMs } = (await found.jsonValue())!;
  const steps = await page.evaluate(stepTimes);
  const fromMs = steps.find((one) => one.step === step)?.atMs;
  if (fromMs === undefined) throw new Error(`the page has forgotten step ${step}`);
  // The step that runs when the file is finished was begun beside it.
  const next = steps.find((one) => one.atMs >= atMs)?.atMs ?? atMs;
  return { bytes, ms: atMs - fromMs, steps: stepsWithin(steps, fromMs, next) };
}

function isInLobby(): boolean {
  return (window as unknown as UiWindow).lockstep?.snapshot()?.phase.kind === 'lobby';
}

function hasReached(step: number): boolean {
  return ((window as unknown as UiWindow).lockstep?.snapshot()?.step ?? 0) >= step;
}

function stepTimes(): StepTime[] {
  return (window as unknown as UiWindow)
    .lockstep!.stepsAfter(0)
    .map(({ step, atMs }): StepTime => ({ step, atMs }));
}

/** One after the other, for at least `forMs`. */
async function takeFiles(forMs: number): Promise<{
  readonly fromMs: number;
  readonly toMs: number;
  readonly taken: { bytes: number; ms: number }[];
}> {
  const { lockstep } = window as unknown as UiWindow;
  const fromMs = performance.timeOrigin + performance.now();
  const taken: { bytes: number; ms: number }[] = [];
  for (let now = fromMs; now < fromMs + forMs;) {
    const { file } = await lockstep!.checkpoint();
    const next = performance.timeOrigin + performance.now();
    taken.push({ bytes: file.size, ms: next - now });
    now = next;
  }
  return { fromMs, toMs: performance.timeOrigin + performance.now(), taken };
}

/** Falsy: none is there yet; one that is being written has no bytes. */
async function keptFile(): Promise<
  { readonly step: number; readonly bytes: number; readonly atMs: number } | undefined
> {
  const root = await navigator.storage.getDirectory();
  try {
    const folder = await root.getDirectoryHandle('lockstep-runs');
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind !== 'file') continue;
      const file = await (handle as FileSystemFileHandle).getFile();
      const step = /-step-(\d+)\.safetensors$/.exec(name)?.[1];
      if (step !== undefined && file.size > 0)
        return { step: Number(step), bytes: file.size, atMs: file.lastModified };
    }
  } catch (error) {
    if ((error as Error).name !== 'NotFoundError') throw error; // it is made with the first file
  }
  return undefined;
}
