// The watch over an engine while it trains, on a clock that the tests move.
import { logged } from '../../base/sayings';
import { describe, expect, test } from 'vitest';
import { ManualClock, realClock, type Clock } from '../../base/clock';
import { createCpuEngine } from '../cpu/cpu-engine';
import { EngineError, type Engine } from '../engine';
import { lyingEngine } from '../testing/lying-engine';
import { testGpt, testMlp } from '../testing/models';
import { EngineWatch, type WatchReports } from './engine-watch';
import { KnownAnswers } from './known-answers';
import { TrueShapes } from './true-shapes';

const quiet: WatchReports = { refuse: () => {}, notDone: () => {} };

test('E20: the watch asks once at true shapes, then known answers after 30 s, and reports a lie', async () => {
  const { spec, microBatch } = testGpt;
  const clock = new ManualClock();
  const pass = (ms: number): void => {
    clock.after(ms, () => {});
    clock.runNext();
  };
  const honest: Engine = { ...createCpuEngine(spec, microBatch), backend: 'webgpu' };
  const asked: string[] = [];
  let isLying = false;
  const engine: Engine = {
    ...honest,
    gradient: (...call) => {
      asked.push('gradient');
      return honest.gradient(...call);
    },
    runCalls: (trials) => {
      asked.push('calls');
      const now = isLying ? lyingEngine(honest, { op: 'dropout', kind: 'zeros' }) : honest;
      return now.runCalls(trials);
    },
  };
  const refused: string[] = [];
  const watch = new EngineWatch(
    engine,
    await KnownAnswers.make(spec, 'f32'),
    new TrueShapes(spec, undefined, clock),
    clock,
    {
      ...quiet,
      refuse: (why) => refused.push(why),
    },
  );
  const nothing = { wrong: undefined, needsParameters: false };
  expect(await watch.look()).toEqual(nothing);
  let seen = await watch.look();
  while (!seen.needsParameters) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen = await watch.look();
  }
  expect(seen).toEqual({ wrong: undefined, needsParameters: true });
  expect(asked).toEqual(['gradient']);
  expect(await watch.look()).toEqual(nothing);
  pass(30_000);
  expect(await watch.look()).toEqual(nothing);
  expect(await watch.look()).toEqual(nothing);
  expect(asked).toEqual(['gradient', 'calls']);
  isLying = true;
  pass(30_000);
  const { wrong } = await watch.look();
  expect(wrong).toContain('of dropout');
  expect(refused).toEqual([wrong]);
});

test('E20: known answers are asked again at one percent of the time, however slow they are', async () => {
  const { spec, microBatch } = testMlp;
  let nowMs = 0;
  let checkMs = 0;
  let checks = 0;
  const clock: Clock = { ...realClock, now: () => nowMs };
  const loops = createCpuEngine(spec, microBatch); // not asked at true shapes
  const engine: Engine = {
    ...loops,
    runCalls(trials) {
      nowMs += checkMs;
      checks++;
      return loops.runCalls(trials);
    },
  };
  const watch = new EngineWatch(
    engine,
    await KnownAnswers.make(spec, 'f32'),
    new TrueShapes(spec, undefined, clock),
    clock,
    quiet,
  );
  /** Looks after each of so many ms, and returns after how many it was asked again. */
  const msUntilAsked = async (stepMs: number): Promise<number> => {
    const [before, startMs] = [checks, nowMs];
    for (;;) {
      nowMs += stepMs;
      const askedMs = nowMs;
      await watch.look();
      if (checks > before) return askedMs - startMs;
    }
  };
  checkMs = 2_000;
  expect(await msUntilAsked(100)).toBe(30_000);
  checkMs = 290;
  expect(await msUntilAsked(100)).toBe(200_000); // a hundred times the last check
  checkMs = 5_000;
  expect(await msUntilAsked(100)).toBe(30_000); // 29 s would do for 290 ms
  const startMs = nowMs;
  for (let round = 0; round < 5; round++) await msUntilAsked(700);
  expect((5 * checkMs) / (nowMs - startMs)).toBeLessThan(0.01);
});

describe('the check at true shapes fails by itself', () => {
  const { spec, microBatch } = testGpt;
  const nothing = { wrong: undefined, needsParameters: false };

  /** A watch whose plain loops pause by `pause`; and what it reports. */
  async function watching(pause: () => Promise<void>, change = (engine: Engine): Engine => engine) {
    const clock = new ManualClock();
    const reports: string[] = [];
    const engine = change({ ...createCpuEngine(spec, microBatch), backend: 'webgpu' });
    const watch = new EngineWatch(
      engine,
      await KnownAnswers.make(spec, 'f32'),
      new TrueShapes(spec, pause, clock),
      clock,
      {
        refuse: (why) => reports.push(`refused: ${why}`),
        notDone: (why) => reports.push(`not done: ${logged(why)}`),
      },
    );
    const begin = async (): Promise<void> => {
      for (let look = 0; look < 3; look++) expect(await watch.look()).toEqual(nothing);
      await settled();
    };
    return { clock, reports, watch, begin };
  }
  /** All that is due without a timer has happened. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('a reference that throws is reported once, and known answers are asked all the same', async () => {
    let isLying = false;
    const { clock, reports, watch, begin } = await watching(
      () => Promise.reject(new RangeError('Array buffer allocation failed')),
      (engine) => ({
        ...engine,
        runCalls: (trials) =>
          (isLying ? lyingEngine(engine, { op: 'dropout', kind: 'zeros' }) : engine).runCalls(trials),
      }),
    );
    await begin();
    expect(reports).toEqual(['not done: Array buffer allocation failed']);
    for (let look = 0; look < 5; look++) expect(await watch.look()).toEqual(nothing);
    isLying = true;
    clock.after(30_000, () => {});
    clock.runNext();
    expect((await watch.look()).wrong).toContain('of dropout');
    expect(reports).toEqual([
      'not done: Array buffer allocation failed',
      expect.stringMatching(/^refused: .+ of dropout/),
    ]);
  });

  test('a reference that never returns is given up after a minute', async () => {
    const { clock, reports, watch, begin } = await watching(() => new Promise(() => undefined));
    await begin();
    expect(reports).toEqual([]);
    while (clock.runNext()) await settled();
    expect(clock.now()).toBe(60_000);
    expect(reports).toEqual(['not done: its plain loops said nothing for 60 s']);
    expect((await watch.look()).wrong).toBeUndefined();
  });

  test('a reference that goes on is waited for, however slow it is', async () => {
    const pauses: (() => void)[] = [];
    const { clock, reports, watch, begin } = await watching(() => new Promise((go) => pauses.push(go)));
    await begin();
    while (pauses.length > 0) {
      for (let slice = 0; slice < 5; slice++) clock.runNext();
      pauses.pop()!();
      await settled();
    }
    expect(clock.now()).toBeGreaterThan(600_000);
    expect(reports).toEqual([]);
    expect(await watch.look()).toEqual({ wrong: undefined, needsParameters: true });
  });

  test('a second reference that fails accuses nobody, and the engine gets its parameters back', async () => {
    let isFull = false;
    const { reports, watch, begin } = await watching(
      () => (isFull ? Promise.reject(new RangeError('no memory')) : Promise.resolve()),
      (engine) => lyingEngine(engine, { op: 'dropout', kind: 'zeros', by: 1e3 }),
    );
    await begin();
    isFull = true;
    expect(await watch.look()).toEqual({ wrong: undefined, needsParameters: true });
    expect(reports).toEqual(['not done: no memory']);
  });

  test('an engine that fails in the check has failed', async () => {
    const lost = new EngineError('device-lost', 'the device was lost');
    const { reports, watch, begin } = await watching(
      () => Promise.resolve(),
      (engine) => ({ ...engine, gradient: () => Promise.reject(lost) }),
    );
    await begin();
    await expect(watch.look()).rejects.toBe(lost);
    expect(reports).toEqual([]);
  });
});
