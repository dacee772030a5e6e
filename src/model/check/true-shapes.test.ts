// The check at true shapes and the watch over an engine while it trains.
import { expect, test } from 'vitest';
import { ManualClock, realClock, type Clock } from '../../base/clock';
import { createCpuEngine } from '../cpu/cpu-engine';
import type { Engine } from '../engine';
import { cnnPreset, cnnSizes, gptPreset, gptSizes, mlpPreset } from '../presets';
import type { ModelSpec } from '../spec';
import { lyingEngine } from '../testing/lying-engine';
import { testCnn, testGpt, testMlp } from '../testing/models';
import { EngineWatch } from './engine-watch';
import { KnownAnswers } from './known-answers';
import { TrueShapes } from './true-shapes';

const models: readonly (readonly [ModelSpec, number])[] = [
  [mlpPreset([28, 28], 10, [128, 64], 'relu'), 32],
  [cnnPreset([28, 28], 10, cnnSizes.small), 8],
  [testCnn.spec, testCnn.microBatch],
  [testGpt.spec, testGpt.microBatch],
  [gptPreset({ vocabulary: 65, ...gptSizes.tiny, dropout: 0.1, tied: true }), 2],
];

test.each(models)('$name: right answers pass, one parameter off is found', async (spec, microBatch) => {
  const engine = createCpuEngine(spec, microBatch);
  const shapes = new TrueShapes(spec);
  expect(shapes.isAffordable).toBe(true);
  const expected = await shapes.reference();
  expect(await shapes.ask(engine, expected)).toBeUndefined();
  const { slots } = engine;
  for (const { name, offset, length } of [slots[0], slots[slots.length - 1]]) {
    const size = Math.hypot(...expected.gradient.subarray(offset, offset + length)) * microBatch;
    const off = (by: number): Engine => ({
      ...engine,
      async gradient(...call) {
        const sums = await engine.gradient(...call);
        call[2][offset] += by;
        return sums;
      },
    });
    expect(await shapes.ask(off(0.01 * size), expected)).toContain(
      `CPU (plain loops) gives a wrong answer at true shapes: the gradient of ${name} is off by 0.0`,
    );
  }
});

test('a model of billions of flops a row is not asked', () => {
  const large = gptPreset({ vocabulary: 65, ...gptSizes.large, dropout: 0, tied: true });
  expect(new TrueShapes(large).isAffordable).toBe(false);
});

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
  const watch = new EngineWatch(engine, spec, new KnownAnswers(spec, 'f32'), clock, (why) =>
    refused.push(why),
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
  const watch = new EngineWatch(engine, spec, new KnownAnswers(spec, 'f32'), clock, () => {});
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
