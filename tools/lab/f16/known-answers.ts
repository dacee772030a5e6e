// Known answers (E20) of models in mixed precision: a device with f16 that computes right passes, one that lies does not.
import { assert } from '../../../src/base/assert';
import type { GpuContext } from '../../../src/gpu/device';
import { allowedDifference, wrongAnswer, wrongOf } from '../../../src/model/check/judge';
import { KnownAnswers } from '../../../src/model/check/known-answers';
import { eachKnownCall } from '../../../src/model/check/known-calls';
import { reducedPlan } from '../../../src/model/check/reduced-spec';
import { TrueShapes } from '../../../src/model/check/true-shapes';
import type { Engine } from '../../../src/model/engine';
import { brokenDriver, writesNothing } from '../../../src/model/testing/broken-driver';
import { lyingEngine } from '../../../src/model/testing/lying-engine';
import { testGpt, type TestModel } from '../../../src/model/testing/models';
import { DeviceCalls, type DeviceCall } from '../../../src/model/webgpu/device-calls';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { runTrials } from '../../../src/model/webgpu/run-trials';
import { createWebGpuEngine } from '../../../src/model/webgpu/webgpu-engine';
import { largestDifference } from '../../../src/ops/tolerance';

interface KnownAnswersCheck {
  readonly name: string;
  run(context: GpuContext): Promise<string[]>;
}

export function knownAnswers({ spec }: TestModel): KnownAnswersCheck {
  return {
    name: `${spec.name}: known answers in mixed precision`,
    async run(context) {
      const known = [...eachKnownCall(reducedPlan(spec), 'mixed')];
      const target = targetOf(context, 'mixed');
      const results = await onDevice(context, (call) => runTrials(context, target, known, call));
      const wrong = wrongAnswer(
        known.flatMap((call, at) => wrongOf(call, results[at], 'mixed')),
        context.adapterName,
      );
      assert(wrong === undefined, wrong ?? '');
      let worst = 0;
      for (const [at, { call, expected }] of known.entries())
        for (const [tensor, answer] of expected)
          if (answer instanceof Float64Array) {
            const allowed = allowedDifference(call, answer, 'mixed');
            worst = Math.max(worst, largestDifference(results[at].get(tensor)!, answer) / allowed);
          }
      assert(worst > 0, 'f16 rounds somewhere');
      return [`${known.length} calls, at most ${(100 * worst).toFixed(1)}\u00a0% of what is allowed`];
    },
  };
}

/** A whole micro-batch at the room's own shapes, as the watch over an engine asks it once. */
export function trueShapes({ spec, microBatch }: TestModel): KnownAnswersCheck {
  return {
    name: `${spec.name}: right at true shapes in mixed precision`,
    async run(context) {
      const engine = await createWebGpuEngine(spec, microBatch, { context, precision: 'mixed' });
      try {
        const shapes = new TrueShapes(spec);
        const wrong = await shapes.ask(engine, await shapes.reference());
        assert(engine.precision === 'mixed' && wrong === undefined, wrong ?? 'the engine computes in f16');
        return ['right'];
      } finally {
        engine.destroy();
      }
    },
  };
}

async function onDevice<T>(context: GpuContext, use: (call: DeviceCall) => Promise<T>): Promise<T> {
  const calls = new DeviceCalls(context);
  try {
    return await calls.run(undefined, use);
  } finally {
    calls.destroy();
  }
}

/** An honest engine passes. One whose attention writes nothing, and one whose product is a little off, are refused. */
export async function lies(context: GpuContext): Promise<string[]> {
  const { spec, microBatch } = testGpt;
  const known = await KnownAnswers.make(spec, 'mixed');
  const lines: string[] = [];
  const ask = async (on: GpuContext, change = (engine: Engine): Engine => engine): Promise<string> => {
    const engine = await createWebGpuEngine(spec, microBatch, { context: on, precision: 'mixed' });
    try {
      assert(engine.precision === 'mixed', 'the engine computes in f16');
      return (await known.ask(change(engine))) ?? 'right';
    } finally {
      engine.destroy();
    }
  };
  const honest = await ask(context);
  assert(honest === 'right', honest);

  const silent = await ask(brokenDriver(context, 'attention_forward', writesNothing));
  assert(
    /: the result layers\.2\.0\.1\.mixed of attention-forward: nothing was written$/.test(silent),
    silent,
  );
  lines.push(silent);

  const op = 'matmul-nt';
  const plan = reducedPlan(spec);
  const first = [...eachKnownCall(plan, 'mixed')].find(({ call }) => call.op === op)!;
  const by = 2.1 * allowedDifference(first.call, [...first.expected.values()][0], 'mixed');
  const off = await ask(context, (engine) =>
    lyingEngine(
      { ...engine, device: engine.device, runCalls: (trials) => engine.runCalls(trials) },
      { op, kind: 'off', by, only: 'first' },
    ),
  );
  assert(off.includes(` of ${op}: off by `), off);
  return [...lines, off];
}
