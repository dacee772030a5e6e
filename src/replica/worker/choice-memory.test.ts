// A choice of an earlier visit: kept per device and model, checked when it is read, expired after a week.
import { say } from '../../base/sayings';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import type { EngineReport } from '../protocol';
import { ChoiceMemory, type ChoiceStorage } from './choice-memory';

const takes900 = { why: say('takes-at-least', { ms: 900 }) };
const report: EngineReport = {
  wish: 'auto',
  chosen: 'simd',
  trials: [
    { backend: 'simd', device: 'CPU (SIMD, 2 threads)', gradientMs: 1.2, why: undefined },
    { backend: 'webgpu', device: 'SwiftShader', gradientMs: 8.6, why: undefined },
    { backend: 'cpu', device: '', gradientMs: undefined, ...takes900 },
  ],
};
const dayMs = 24 * 3_600_000;

function memories() {
  const clock = new ManualClock();
  clock.setEpochMs(1_800_000_000_000);
  const kept = new Map<string, unknown>();
  const storage: ChoiceStorage = {
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => Promise.resolve(void kept.set(key, structuredClone(value))),
    del: (key) => Promise.resolve(void kept.delete(key)),
  };
  const on = (device: string): ChoiceMemory => new ChoiceMemory(storage, clock, Promise.resolve(device));
  return { clock, kept, storage, on, memory: on('SwiftShader, 2 cores') };
}

test('what was measured is recalled as measured at an earlier visit', async () => {
  const { memory } = memories();
  expect(await memory.recall('mlp')).toBeUndefined();
  await memory.remember('mlp', report);
  expect(await memory.recall('mlp')).toEqual({ ...report, isFromEarlierVisit: true });
});

test('another adapter, another program and another model have a choice of their own', async () => {
  const { memory, on } = memories();
  await memory.remember('mlp', report);
  expect(await memory.recall('gpt')).toBeUndefined();
  expect(await on('Apple M3, 8 cores').recall('mlp')).toBeUndefined();
});

test('it holds for a week, and not from the future', async () => {
  const { memory, clock, kept } = memories();
  await memory.remember('mlp', report);
  const now = clock.epochMs();
  clock.setEpochMs(now + 7 * dayMs - 1);
  expect(await memory.recall('mlp')).toBeDefined();
  clock.setEpochMs(now - 1);
  expect(await memory.recall('mlp')).toBeUndefined();
  expect(kept.size).toBe(0);
  clock.setEpochMs(now);
  await memory.remember('mlp', report);
  clock.setEpochMs(now + 7 * dayMs);
  expect(await memory.recall('mlp')).toBeUndefined();
  expect(kept.size).toBe(0);
});

test('where an engine started too slowly to be measured, it holds for a day', async () => {
  const { memory, clock } = memories();
  const [first] = report.trials;
  const late = {
    backend: 'webgpu',
    device: '',
    gradientMs: undefined,
    why: say('not-ready-in-time'),
    isLate: true,
  } as const;
  await memory.remember('mlp', { ...report, trials: [first, late] });
  const now = clock.epochMs();
  clock.setEpochMs(now + dayMs - 1);
  expect((await memory.recall('mlp'))?.trials[1]).toEqual(late);
  clock.setEpochMs(now + dayMs);
  expect(await memory.recall('mlp')).toBeUndefined();
});

test('forgotten, it is gone', async () => {
  const { memory } = memories();
  await memory.remember('mlp', report);
  await memory.forget('mlp');
  expect(await memory.recall('mlp')).toBeUndefined();
});

describe('what cannot be right is ignored, and removed', () => {
  const good = {
    measuredAtMs: 1_800_000_000_000,
    chosen: 'simd',
    trials: [{ backend: 'simd', device: 'CPU' }],
  };
  const [trial] = good.trials;
  test('the pattern of the cases below is accepted', async () => {
    expect(await recalled(good)).toMatchObject({ chosen: 'simd' });
  });
  test.each<[string, unknown]>([
    ['text', 'simd'],
    ['null', null],
    ['an array', [good]],
    ['nothing of it', {}],
    ['an engine that does not exist', { ...good, chosen: 'cuda', trials: [{ ...trial, backend: 'cuda' }] }],
    ['another engine first', { ...good, chosen: 'webgpu' }],
    ['no trials', { ...good, trials: [] }],
    ['too many trials', { ...good, trials: Array(4).fill(trial) }],
    ['the same engine twice', { ...good, trials: [trial, trial] }],
    ['a winner with a fault', { ...good, trials: [{ ...trial, why: 'no adapter' }] }],
    ['a negative time', { ...good, trials: [{ ...trial, gradientMs: -1 }] }],
    ['no number', { ...good, trials: [{ ...trial, gradientMs: Number.NaN }] }],
    ['endless time', { ...good, measuredAtMs: Number.NEGATIVE_INFINITY }],
    ['a device as markup of a megabyte', { ...good, trials: [{ ...trial, device: '<b>'.repeat(400_000) }] }],
    ['an unknown field', { ...good, wish: 'webgpu' }],
  ])('%s', async (_, stored) => {
    expect(await recalled(stored)).toBeUndefined();
  });

  async function recalled(stored: unknown): Promise<EngineReport | undefined> {
    const { memory, kept } = memories();
    await memory.remember('mlp', report);
    const [key] = kept.keys();
    kept.set(key, stored);
    const read = await memory.recall('mlp');
    expect(kept.has(key)).toBe(read !== undefined);
    return read;
  }
});

describe('storage that fails is as none', () => {
  test('refused', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('a private window'));
    const { clock } = memories();
    const memory = new ChoiceMemory(
      { get: refuse, set: refuse, del: refuse },
      clock,
      Promise.resolve('here'),
    );
    await memory.remember('mlp', report);
    expect(await memory.recall('mlp')).toBeUndefined();
    await memory.forget('mlp');
  });

  test('silent: it is not waited for longer than a quarter of a second', async () => {
    const { clock } = memories();
    const never = (): Promise<never> => new Promise(() => undefined);
    const memory = new ChoiceMemory({ get: never, set: never, del: never }, clock, Promise.resolve('here'));
    const recalled = memory.recall('mlp');
    expect(clock.nextDueMs()).toBe(250);
    clock.runNext();
    expect(await recalled).toBeUndefined();
  });

  test('an adapter that never answers', async () => {
    const { clock, storage } = memories();
    const memory = new ChoiceMemory(storage, clock, new Promise(() => undefined));
    const recalled = memory.recall('mlp');
    clock.runNext();
    expect(await recalled).toBeUndefined();
  });
});
