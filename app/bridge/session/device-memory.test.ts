// The memory of a device, on a storage that the test provides.
import { afterEach, expect, test, vi } from 'vitest';
import { rememberedEngine, rememberEngine } from './device-memory';

afterEach(() => vi.unstubAllGlobals());

function storageOf(entries: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const kept = new Map(entries);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return kept;
}

test('the engine that a person chose is kept; without a choice the fastest is wanted', () => {
  let kept = storageOf();
  expect(rememberedEngine()).toBe('auto');
  for (const wish of ['cpu', 'webgpu', 'auto'] as const) {
    rememberEngine(wish);
    kept = storageOf(kept); // another visit
    expect(rememberedEngine()).toBe(wish);
  }
});

test('what is no engine, and a browser that keeps nothing, give the fastest', () => {
  storageOf(new Map([['lockstep.engine', 'toString']]));
  expect(rememberedEngine()).toBe('auto');
  const refused = (): never => {
    throw new DOMException('no storage here', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refused, setItem: refused });
  rememberEngine('cpu');
  expect(rememberedEngine()).toBe('auto');
});
