// Known answers (E20) on a real device: it passes for the presets, and says in how long. A driver whose one kernel writes
// nothing is found, kernel by kernel.
import { expect, test } from 'vitest';
import type { GpuContext } from '../../gpu/device';
import { sharedContext } from '../../ops/testing/run-on-gpu';
import { presets } from '../../replica/presets';
import { cnnPreset, cnnSizes, gptPreset, gptSizes } from '../presets';
import type { ModelSpec } from '../spec';
import { brokenDriver, writesNothing } from '../testing/broken-driver';
import { testCnn, testGpt } from '../testing/models';
import { DeviceCalls } from '../webgpu/device-calls';
import { targetOf } from '../webgpu/gpu-plan';
import { runTrials } from '../webgpu/run-trials';
import { createWebGpuEngine } from '../webgpu/webgpu-engine';
import { wrongOf } from './judge';
import { KnownAnswers } from './known-answers';
import { eachKnownCall } from './known-calls';
import { reducedPlan } from './reduced-spec';

const models: readonly (readonly [string, ModelSpec, number])[] = [
  ...presets.map(({ id, config }) => [id, config.model, config.microBatch] as const),
  ['cnn, medium', cnnPreset([28, 28], 10, cnnSizes.medium), 32],
  ['gpt, small', gptPreset({ vocabulary: 65, ...gptSizes.small, dropout: 0.1, tied: true }), 1],
];

test.each(models)(
  '%s: WebGPU answers right',
  async (title, spec, microBatch) => {
    const engine = await createWebGpuEngine(spec, microBatch, { context: await sharedContext() });
    try {
      const startMs = performance.now();
      const known = await KnownAnswers.make(spec, engine.precision);
      const madeMs = performance.now();
      expect(await known.ask(engine)).toBeUndefined();
      const endMs = performance.now();
      console.info(
        `${title} on ${engine.device}: ${known.calls} calls, answers made in ${(madeMs - startMs).toFixed(0)} ms, asked in ${(endMs - madeMs).toFixed(0)} ms`,
      );
    } finally {
      engine.destroy();
    }
  },
  60_000,
);

test.each([
  ['gpt', testGpt.spec],
  ['cnn', testCnn.spec],
])(
  '%s: a kernel that writes nothing is found, by the name of its op',
  async (_, spec) => {
    const context = await sharedContext();
    const target = targetOf(context);
    const known = [...eachKnownCall(reducedPlan(spec), 'f32')];
    const opsOf = new Map<string, Set<string>>();
    for (const { call } of known)
      for (const { kernel } of call.lower(target).calls)
        opsOf.set(kernel.entryPoint, (opsOf.get(kernel.entryPoint) ?? new Set()).add(call.op));
    const calls = new DeviceCalls(context);
    const wrongBy = async (device: GpuContext): Promise<string[]> => {
      const results = await calls.run(undefined, (call) => runTrials(device, target, known, call));
      return [
        ...new Set(known.flatMap((call, at) => wrongOf(call, results[at], 'f32')).map(({ op }) => op)),
      ].sort();
    };
    try {
      expect(await wrongBy(context)).toEqual([]);
      for (const [entryPoint, ops] of opsOf) {
        const wrong = await wrongBy(brokenDriver(context, entryPoint, writesNothing));
        console.info(`${entryPoint} writes nothing: ${wrong.join(', ')} wrong`);
        expect(wrong, entryPoint).toEqual([...ops].sort());
      }
    } finally {
      calls.destroy();
    }
  },
  60_000,
);

test('an engine on such a driver is refused in words', async () => {
  const { spec, microBatch } = testGpt;
  const context = brokenDriver(await sharedContext(), 'attention_forward', writesNothing);
  const engine = await createWebGpuEngine(spec, microBatch, { context });
  try {
    expect(await (await KnownAnswers.make(spec, engine.precision)).ask(engine)).toMatch(
      /^.+ gives a wrong answer: the result layers\.2\.0\.1\.mixed of attention-forward: nothing was written$/,
    );
  } finally {
    engine.destroy();
  }
}, 30_000);
