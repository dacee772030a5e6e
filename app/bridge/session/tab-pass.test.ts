// Pages of one browser that hold a pass: by locks, and without locks by asking each other. A page here is a fresh copy of the
// module with a storage of its own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TabPass } from './tab-pass';

interface Page {
  readonly takePass: (room: string) => Promise<TabPass>;
  readonly isOpenElsewhere: (room: string) => Promise<boolean>;
  readonly kept: Map<string, string>;
}
const code = 'K7QM4PTX9';
const key = `lockstep.pass.${code}`;

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new Locks() });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** `given`: what its session’s storage holds; 'blocked': the browser refuses to keep anything. */
async function page(given: Map<string, string> | 'blocked' = new Map()): Promise<Page> {
  vi.resetModules();
  const module = await import('./tab-pass');
  const kept = given === 'blocked' ? undefined : given;
  const refuse = (): never => {
    throw new DOMException('storage is blocked', 'SecurityError');
  };
  const storage = kept
    ? {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
      }
    : { getItem: refuse, setItem: refuse };
  const takePass: Page['takePass'] = async (room) => {
    vi.stubGlobal('sessionStorage', storage);
    return module.takePass(room);
  };
  return { ...module, takePass, kept: kept ?? new Map() };
}

for (const how of ['by locks', 'without locks'] as const) {
  test(`${how}: the copy of a tab draws a pass of its own, and the first one keeps its own`, async () => {
    if (how === 'without locks') vi.stubGlobal('navigator', {});
    const first = await page();
    const { pass } = await first.takePass(code);
    expect(pass).toMatch(/^[\w-]{43}$/);
    const copy = await page(new Map(first.kept));
    const other = await copy.takePass(code);
    expect(other.pass).toMatch(/^[\w-]{43}$/);
    expect(other.pass).not.toBe(pass);
    expect(copy.kept.get(key)).toBe(other.pass);
    expect((await first.takePass(code)).pass, 'it may enter again before it has left').toBe(pass);
  });

  test(`${how}: a page that was left lets its pass go, to the next page of its tab`, async () => {
    if (how === 'without locks') vi.stubGlobal('navigator', {});
    const first = await page();
    const { pass, release } = await first.takePass(code);
    const again = await first.takePass(code);
    release();
    release();
    again.release();
    const next = await page(first.kept);
    expect((await next.takePass(code)).pass).toBe(pass);
  });
}

test('a lock that is let go a moment later is waited for', async () => {
  const first = await page();
  const { pass, release } = await first.takePass(code);
  const next = await page(first.kept);
  const taking = next.takePass(code);
  release();
  expect((await taking).pass).toBe(pass);
});

test('another tab is known to be in the room, this page and other rooms are not', async () => {
  const first = await page();
  const { release } = await first.takePass(code);
  const other = await page();
  expect(await first.isOpenElsewhere(code)).toBe(false);
  expect(await other.isOpenElsewhere(code)).toBe(true);
  expect(await other.isOpenElsewhere('XYZACD')).toBe(false);
  release();
  await expect.poll(() => other.isOpenElsewhere(code)).toBe(false);
});

test('a browser that keeps nothing, and one that refuses locks, let a page in', async () => {
  expect((await (await page('blocked')).takePass(code)).pass).toBeUndefined();
  const refused = (): Promise<never> => Promise.reject(new DOMException('no locks here', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request: refused, query: refused } });
  const alone = await page(new Map([[key, 'k'.repeat(43)]]));
  expect((await alone.takePass(code)).pass).toBe('k'.repeat(43));
  expect(await alone.isOpenElsewhere(code)).toBe(false);
});

/** A lock manager with a browser’s rules for exclusive locks. */
class Locks {
  readonly #held = new Map<string, Promise<unknown>>();

  async request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    aborted.catch(() => undefined); // a lock that was granted is not taken back
    while (this.#held.has(name)) await Promise.race([this.#held.get(name), aborted]);
    const held = hold();
    this.#held.set(name, held);
    await held;
    this.#held.delete(name);
  }

  query(): Promise<{ held: { name: string }[] }> {
    return Promise.resolve({ held: [...this.#held.keys()].map((name) => ({ name })) });
  }
}
