// Asking a tab through `window.lockstep` (LockstepConsole), with deadlines that say what they waited for.
import { expect, type Page } from '@playwright/test';
import type { Command, LockstepConsole, Phase, Snapshot, StepRecord } from '../src/replica/protocol';

type LockstepWindow = Window & { readonly lockstep?: LockstepConsole };

export function snapshotOf(page: Page): Promise<Snapshot | undefined> {
  return page.evaluate(() => (window as LockstepWindow).lockstep?.snapshot());
}

export function stepsOf(page: Page, after = 0): Promise<readonly StepRecord[]> {
  return page.evaluate((step) => (window as LockstepWindow).lockstep?.stepsAfter(step) ?? [], after);
}

export function send(page: Page, command: Command): Promise<void> {
  return page.evaluate((sent) => (window as LockstepWindow).lockstep!.send(sent), command);
}

/** Polls until the tab is in one of the phases. */
export async function untilPhase(page: Page, ...kinds: readonly Phase['kind'][]): Promise<void> {
  const phase = async () => (await snapshotOf(page))?.phase.kind;
  await expect.poll(phase, { message: `phase ${kinds.join(' or ')}` }).toMatch(oneOf(kinds));
}

/** Polls until the tab has committed `step` steps. */
export async function untilStep(page: Page, step: number, timeoutMs = 60_000): Promise<void> {
  const held = async () => (await snapshotOf(page))?.step ?? 0;
  await expect.poll(held, { message: `step ${step}`, timeout: timeoutMs }).toBeGreaterThanOrEqual(step);
}

/** Polls until the view has exactly this many members. */
export async function untilWorldSize(page: Page, worldSize: number): Promise<void> {
  const size = async () => (await snapshotOf(page))?.worldSize;
  await expect.poll(size, { message: `world size ${worldSize}` }).toBe(worldSize);
}

/** Steps that both tabs committed, each with the two digests; empty when they share none. */
export async function sharedDigests(
  a: Page,
  b: Page,
): Promise<readonly { readonly step: number; readonly digests: readonly [string, string] }[]> {
  const [ofA, ofB] = await Promise.all([stepsOf(a), stepsOf(b)]);
  const inB = new Map(ofB.map((record) => [record.step, record.digest]));
  return ofA
    .filter((record) => inB.has(record.step))
    .map(({ step, digest }) => ({ step, digests: [digest, inB.get(step)!] }));
}

function oneOf(words: readonly string[]): RegExp {
  return new RegExp(`^(${words.join('|')})$`);
}
