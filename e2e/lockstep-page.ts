// Requests to a tab through `window.lockstep` (LockstepConsole), with deadlines that name the wait.
import { inEnglish } from '../src/cli/english/in-english';
import { expect, type Page } from '@playwright/test';
import type {
  Command,
  EngineWish,
  HostCommand,
  LockstepConsole,
  LockstepEntry,
  Phase,
  RunConfig,
  Snapshot,
  StepRecord,
} from '../src/replica/protocol';

export type LockstepWindow = Window & {
  readonly lockstep?: LockstepConsole;
  readonly lockstepEntry?: LockstepEntry;
};

/** A page, its Worker and its compiled model, on a busy machine with a software adapter. */
export const readyMs = 120_000;

/** The engine of most rooms. WebGPU on a software adapter is by far the slower engine: a test whose subject it is asks
 *  for it. */
export const usualEngine: EngineWish = process.env.LOCKSTEP_E2E_ENGINE === 'webgpu' ? 'webgpu' : 'cpu';

/** The times between two looks at a tab, which take two milliseconds. Playwright's own become a second. */
export const intervals = [50, 100];

export function snapshotOf(page: Page): Promise<Snapshot | undefined> {
  return page.evaluate(() => (window as LockstepWindow).lockstep?.snapshot());
}

export function stepsOf(page: Page, after = 0): Promise<readonly StepRecord[]> {
  return page.evaluate((step) => (window as LockstepWindow).lockstep?.stepsAfter(step) ?? [], after);
}

export async function noticesOf(page: Page): Promise<readonly string[]> {
  const notices = await page.evaluate(() => (window as LockstepWindow).lockstep?.notices() ?? []);
  return notices.map(({ says }) => inEnglish(says));
}

function send(page: Page, command: Command): Promise<void> {
  return page.evaluate((sent) => (window as LockstepWindow).lockstep!.send(sent), command);
}

export function order(page: Page, command: HostCommand): Promise<void> {
  return send(page, { kind: 'host', command });
}

/** Creates a room by script; resolves with its code and link. */
export async function createRoom(
  page: Page,
  config: RunConfig,
  isOpen = true,
  engine = usualEngine,
): Promise<{ readonly code: string; readonly url: string }> {
  await page.waitForFunction(() => 'lockstepEntry' in window);
  return page.evaluate((options) => (window as LockstepWindow).lockstepEntry!.create(options), {
    isOpen,
    config,
    name: 'Host',
    engine,
  });
}

export async function joinRoom(
  page: Page,
  urlOrCode: string,
  name: string,
  engine = usualEngine,
): Promise<void> {
  await page.waitForFunction(() => 'lockstepEntry' in window);
  await page.evaluate(
    ([room, who, wish]) => (window as LockstepWindow).lockstepEntry!.join(room, who, wish),
    [urlOrCode, name, engine] as const,
  );
}

/** Each message is on its way for so long from now on. At 30 milliseconds a ring of some tabs makes some steps a second and
 *  leaves the cores to pages that load or are drawn; as fast as it can, it would take them all. */
export async function calm(host: Page, delayMs = 30): Promise<void> {
  const everyEdge = { bitsPerSecond: 1e9, delayMs, jitterMs: 0, loss: 0 };
  await order(host, { kind: 'set-network', network: { everyEdge, edges: [] } });
  await expect(host.getByText(/^Emulated: 1\sGbit/).first()).toBeVisible();
}

/** Chooses the engine as a person does, on Home under further settings and on Join. A page that is left to choose times
 *  its engine first. Tests about that choice leave it. */
export async function chooseUsualEngine(page: Page): Promise<void> {
  const choice = page.getByLabel('Compute on');
  const isOnHome = page.getByText('More settings', { exact: true });
  await choice.or(isOnHome).first().waitFor();
  if (!(await choice.isVisible())) await isOnHome.click();
  await choice.selectOption(usualEngine);
}

/** Presses Join on the screen of a room, for a replica on the usual engine. */
export async function pressJoin(page: Page): Promise<void> {
  await chooseUsualEngine(page);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
}

/** Opens a tab of the dashboard; this browser keeps the choice. */
export async function openTab(
  page: Page,
  name: 'Curves' | 'Playground' | 'Network' | 'Timeline' | 'People' | 'You' | 'Log',
): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

/** Opens the host's console: all that can change while the ring trains. */
export async function openConsole(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Console', exact: true }).click();
}

/** The page looks by itself: asked from outside, it would send a whole snapshot each time. `isThere` runs in the page. */
async function until<T>(
  page: Page,
  what: string,
  isThere: (wanted: T) => boolean,
  wanted: T,
  timeout = readyMs,
): Promise<void> {
  try {
    await page.waitForFunction(isThere as (wanted: unknown) => boolean, wanted, { polling: 50, timeout });
  } catch (error) {
    const { phase, step, worldSize } = (await snapshotOf(page).catch(() => undefined)) ?? {};
    throw new Error(`${what} did not come: ${JSON.stringify({ phase, step, worldSize })}`, { cause: error });
  }
}

/** Waits until the tab is in one of the phases. */
export function untilPhase(page: Page, ...kinds: readonly Phase['kind'][]): Promise<void> {
  const isIn = (wanted: readonly string[]): boolean =>
    wanted.includes((window as LockstepWindow).lockstep?.snapshot()?.phase.kind ?? '');
  return until(page, `phase ${kinds.join(' or ')}`, isIn, kinds);
}

/** Waits until the tab has committed `step` steps. */
export function untilStep(page: Page, step: number, timeoutMs = readyMs): Promise<void> {
  const holds = (wanted: number): boolean =>
    ((window as LockstepWindow).lockstep?.snapshot()?.step ?? 0) >= wanted;
  return until(page, `step ${step}`, holds, step, timeoutMs);
}

/** Waits until every tab's view has exactly this many members, all at one look. */
export async function untilWorldSize(
  pages: readonly Page[],
  worldSize: number,
  timeoutMs = readyMs,
): Promise<void> {
  const hasSize = (wanted: number): boolean =>
    (window as LockstepWindow).lockstep?.snapshot()?.worldSize === wanted;
  for (const page of pages) await until(page, `world size ${worldSize}`, hasSize, worldSize, timeoutMs);
  const sizes = async () => Promise.all(pages.map(async (page) => (await snapshotOf(page))?.worldSize));
  await expect
    .poll(sizes, { message: `world size ${worldSize}`, timeout: timeoutMs, intervals })
    .toEqual(pages.map(() => worldSize));
}

/** Waits until every tab has committed `count` more steps than the furthest has now. */
export async function untilMoreSteps(pages: readonly Page[], count: number): Promise<void> {
  const held = await Promise.all(pages.map(async (page) => (await snapshotOf(page))?.step ?? 0));
  for (const page of pages) await untilStep(page, Math.max(...held) + count);
}

/** Fails unless the tabs' histories are equal step by step, without gaps, and share at least `least` steps. The
 *  history of a tab that joined late begins late; no history has a gap. */
export async function expectEqualHistories(
  pages: readonly Page[],
  least: number,
  /** A tab, once for each step that it may have failed in and then fetched: it may have no record of them. */
  ...caughtUp: readonly Page[]
): Promise<void> {
  const histories = await Promise.all(pages.map((page) => stepsOf(page)));
  const digests = new Map<number, string>();
  const wrong: string[] = [];
  for (const [tab, records] of histories.entries()) {
    const missing = records.length === 0 ? 0 : records.at(-1)!.step - records[0].step + 1 - records.length;
    expect(missing, `tab ${tab + 1}: steps without a record`).toBeLessThanOrEqual(
      caughtUp.filter((page) => page === pages[tab]).length,
    );
    for (const [i, { step, digest, digests: others }] of records.entries()) {
      if (i > 0 && step <= records[i - 1].step) wrong.push(`tab ${tab + 1}: step ${step} is out of order`);
      for (const each of [digest, ...Object.values(others)]) {
        if (!digests.has(step)) digests.set(step, each);
        const first = digests.get(step);
        if (each !== first) wrong.push(`tab ${tab + 1}, step ${step}: ${each} and ${first}`);
      }
    }
  }
  // Thousands of steps: one assertion for all of them.
  expect(wrong.slice(0, 10)).toEqual([]);
  const committed = histories.map((records) => new Set(records.map(({ step }) => step)));
  const shared = [...digests.keys()].filter((step) => committed.every((steps) => steps.has(step)));
  expect(shared.length, 'steps that every tab committed').toBeGreaterThanOrEqual(least);
}
