// The check at true shapes on a real device (E20): it passes for the presets, and it finds a broken kernel that only true
// shapes reach.
import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { sharedContext } from '../../ops/testing/run-on-gpu';
import { presets } from '../../replica/presets';
import { createCpuEngine } from '../cpu/cpu-engine';
import { compile } from '../plan/plan';
import { cnnPreset, cnnSizes } from '../presets';
import type { ModelSpec } from '../spec';
import { brokenDriver, writesNothing } from '../testing/broken-driver';
import { targetOf } from '../webgpu/gpu-plan';
import { createWebGpuEngine } from '../webgpu/webgpu-engine';
import { chooseEngine } from './choose-engine';
import { KnownAnswers } from './known-answers';
import { reducedRows, reducedSpec } from './reduced-spec';
import { TrueShapes } from './true-shapes';

const models = presets
  .filter(({ id }) => ['digits', 'digits-cnn', 'stories'].includes(id))
  .map(({ id, config }) => [id, config.model, config.microBatch] as const);

test.each(models)(
  '%s: right at true shapes',
  async (id, spec, microBatch) => {
    const engine = await createWebGpuEngine(spec, microBatch, { context: await sharedContext() });
    try {
      const shapes = new TrueShapes(spec);
      const startMs = performance.now();
      const expected = await shapes.reference();
      const referenceMs = performance.now() - startMs;
      expect(await shapes.ask(engine, expected)).toBeUndefined();
      console.info(
        `${id}: a row of loops ${referenceMs.toFixed(0)} ms, asked in ${(performance.now() - startMs - referenceMs).toFixed(0)} ms`,
      );
    } finally {
      engine.destroy();
    }
  },
  60_000,
);

test('a kernel that only true shapes reach writes nothing: known answers pass, true shapes do not', async () => {
  const spec = cnnPreset([28, 28], 10, cnnSizes.medium);
  const microBatch = 8; // its dense layer's product is cut along K (choice.ts)
  const context = await sharedContext();
  const entryPoints = (of: ModelSpec, rows: number): Set<string> => {
    const { forward, backward } = compile(of, rows);
    const calls = [...forward, ...backward].flatMap((call) => call.lower(targetOf(context)).calls);
    return new Set(calls.map(({ kernel }) => kernel.entryPoint));
  };
  const reduced = entryPoints(reducedSpec(spec), reducedRows);
  const only = [...entryPoints(spec, microBatch)].filter((name) => !reduced.has(name));
  console.info(`only at true shapes: ${only.join(', ')}`);
  expect(only.length).toBeGreaterThan(0);
  const engine = await createWebGpuEngine(spec, microBatch, {
    context: brokenDriver(context, only[0], writesNothing),
  });
  try {
    expect(await (await KnownAnswers.make(spec, 'f32')).ask(engine)).toBeUndefined();
    const shapes = new TrueShapes(spec);
    const said = await shapes.ask(engine, await shapes.reference());
    expect(said).toMatch(
      / gives a wrong answer: the result .+ of matmul-\w\w(| \(.*\)): nothing was written$/,
    );
  } finally {
    engine.destroy();
  }
}, 60_000);

test('the engines of this device, measured on the presets', async () => {
  const context = await sharedContext();
  for (const { id, config } of presets.filter(({ id }) => ['digits', 'moons'].includes(id))) {
    const { model, microBatch } = config;
    const startMs = performance.now();
    const { engine, report } = await chooseEngine(
      [
        { backend: 'webgpu', create: () => createWebGpuEngine(model, microBatch, { context }) },
        { backend: 'cpu', create: () => Promise.resolve(createCpuEngine(model, microBatch)) },
      ],
      model,
      microBatch,
      { wish: 'auto', clock: realClock, refuse: () => {} },
    );
    engine.destroy();
    console.info(`${id}: ${JSON.stringify(report)} in ${(performance.now() - startMs).toFixed(0)} ms`);
    expect(report.chosen).toBe(engine.backend);
    expect(report.trials[0].gradientMs).toBeGreaterThan(0);
    expect(report.trials.map(({ backend }) => backend).sort()).toEqual(['cpu', 'webgpu']);
  }
}, 60_000);
