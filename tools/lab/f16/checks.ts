// Mixed precision on a device with shader-f16: every kernel on f16 tensors, whole gradients, training, known answers,
// and the loss scale when f16 overflows. Each check returns what it measured, and throws when a result is bad.
import { assert } from '../../../src/base/assert';
import { prng } from '../../../src/base/prng';
import type { GpuContext } from '../../../src/gpu/device';
import { checkCalls } from '../../../src/model/testing/check-calls';
import type { Engine, LossSums } from '../../../src/model/engine';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { initialParameters } from '../../../src/model/plan/initial-parameters';
import { compile } from '../../../src/model/plan/plan';
import { mlpPreset } from '../../../src/model/presets';
import { ReferenceModel } from '../../../src/model/cpu/reference-model';
import { perSlot } from '../../../src/model/testing/batches';
import { testCnn, testGpt, testMlp, type TestModel } from '../../../src/model/testing/models';
import { createWebGpuEngine } from '../../../src/model/webgpu/webgpu-engine';
import { randomBatch } from '../../../src/model/plan/random-batch';
import { knownAnswers, lies, trueShapes } from './known-answers';

export interface F16Check {
  readonly name: string;
  run(context: GpuContext): Promise<string[]>;
}

const models: readonly TestModel[] = [testMlp, testCnn, testGpt];
/** A multiple of every tile's width, so that the vectorised kernels are chosen. */
const evenMlp: TestModel = { spec: mlpPreset([64], 64, [128, 64], 'relu'), microBatch: 32 };

export const f16Checks: readonly F16Check[] = [
  ...[evenMlp, ...models].map(kernels),
  ...models.map(wholeGradient),
  ...models.map(training),
  ...[evenMlp, ...models].map(knownAnswers),
  ...[evenMlp, ...models].map(trueShapes),
  { name: 'a driver that lies in half precision is refused by its op', run: lies },
  { name: 'an overflowing gradient lowers the loss scale and is computed again', run: recovery },
  { name: 'what no scale helps contributes nothing', run: surrender },
];

/** Normal numbers: with initial parameters, gradients of zero (biases, residuals) would stay unchecked. */
function parametersOf({ spec, microBatch }: TestModel, deviation: number): Float32Array {
  const random = prng('f16 parameters', spec.name);
  return Float32Array.from(
    { length: compile(spec, microBatch).parameterCount },
    () => random.normal() * deviation,
  );
}

function kernels(model: TestModel): F16Check {
  return {
    name: `${model.spec.name}: every kernel against its f64 reference`,
    async run(context) {
      const plan = compile(model.spec, model.microBatch);
      const batch = randomBatch(plan, model.spec.name, 1, model.microBatch - 1);
      const target = targetOf(context, 'mixed');
      const checks = await checkCalls(context, plan, target, parametersOf(model, 0.3), batch);
      const worst = checks.reduce((a, b) => (a.difference / a.allowed > b.difference / b.allowed ? a : b));
      for (const { op, tensor, difference, allowed } of checks)
        assert(difference <= allowed, `${op} → ${tensor}: ${difference} (allowed ${allowed})`);
      return [
        `${checks.length} tensors; nearest to its limit ${worst.op}: ${worst.difference} of ${worst.allowed}`,
      ];
    },
  };
}

function wholeGradient(model: TestModel): F16Check {
  const { spec, microBatch } = model;
  return {
    name: `${spec.name}: the gradient of every parameter in mixed precision`,
    async run(context) {
      const engine = await createWebGpuEngine(spec, microBatch, { context, precision: 'mixed' });
      const plan = compile(spec, microBatch);
      const parameters = parametersOf(model, 0.2);
      engine.setParameters(parameters);
      const held = await engine.readParameters();
      assert(
        held.every((value, at) => value === parameters[at]),
        'the device holds the parameters given',
      );
      const batches = [1, 2].map((seed) => randomBatch(plan, spec.name, seed, microBatch - seed));
      const exact = new ReferenceModel(plan, Float64Array);
      exact.parameters.set(parameters);
      for (const batch of batches) {
        exact.load(batch);
        exact.forward();
        exact.backward();
      }
      const { flat, sums, announced } = await gradientOf(engine, batches);
      assert(announced === engine.slots.length, 'every bucket is announced');
      const depth = spec.layers.length;
      let worst = 0;
      for (const { name, offset, length } of engine.slots) {
        const [got, expected] = [flat, exact.gradients].map((all) => all.subarray(offset, offset + length));
        let [apart, size] = [0, 0];
        for (let i = 0; i < length; i++) {
          apart += (got[i] - expected[i]) ** 2;
          size += expected[i] ** 2;
        }
        const relative = Math.sqrt(apart / (size + 1e-12));
        worst = Math.max(worst, relative);
        assert(relative <= gradientTolerance(depth), `${name}: ${relative} of its norm`);
      }
      const [lossSum] = exact.reals('sums');
      assert(Math.abs(sums.lossSum - lossSum) <= 0.01 * lossSum, `loss ${sums.lossSum}, not ${lossSum}`);
      engine.destroy();
      return [`worst parameter ${worst} of its norm (allowed ${gradientTolerance(depth)})`];
    },
  };
}

/** Each of a few roundings per layer is at most 2⁻¹¹ of its value, forward and backward. */
function gradientTolerance(depth: number): number {
  return 8 * Math.sqrt(depth) * 2 ** -11;
}

function training(model: TestModel): F16Check {
  const { spec, microBatch } = model;
  return {
    name: `${spec.name}: training in mixed precision follows plain loops in f64`,
    async run(context) {
      const plan = compile(spec, microBatch);
      const batch = { ...randomBatch(plan, spec.name, 5, microBatch), keys: undefined };
      const engine = await createWebGpuEngine(spec, microBatch, { context, precision: 'mixed' });
      assert(engine.precision === 'mixed', `the engine computes in ${engine.precision}`);
      const mixed = await lossesOf(engine.initialParameters(7), async (parameters) => {
        engine.setParameters(parameters);
        const { flat, sums } = await gradientOf(engine, [batch]);
        return { gradient: flat, ...sums };
      });
      engine.destroy();
      const reference = new ReferenceModel(plan, Float64Array);
      const exact = await lossesOf(initialParameters(plan, 7), (parameters) => {
        reference.setParameters(parameters);
        reference.clearGradients();
        reference.clearSums();
        reference.load(batch);
        reference.forward();
        reference.backward();
        const count = microBatch * plan.terms;
        return Promise.resolve({ gradient: reference.gradients, count, ...reference.sums() });
      });
      const apart = Math.max(...exact.map((loss, step) => Math.abs(loss - mixed[step]) / loss));
      assert(mixed[11] < mixed[0], `the loss falls: ${mixed.join(' ')}`);
      assert(apart <= 0.02, `the losses are ${apart} apart`);
      return [`${mixed.map((loss) => loss.toFixed(4)).join(' ')}; at most ${apart} from f64`];
    },
  };
}

/** The mean losses of twelve steps down the gradient of a sum of losses. */
async function lossesOf(
  parameters: Float32Array,
  at: (parameters: Float32Array) => Promise<{ gradient: ArrayLike<number>; lossSum: number; count: number }>,
): Promise<number[]> {
  const losses: number[] = [];
  for (let step = 0; step < 12; step++) {
    const { gradient, lossSum, count } = await at(parameters);
    losses.push(lossSum / count);
    for (let i = 0; i < parameters.length; i++) parameters[i] -= (0.3 * gradient[i]) / count;
  }
  return losses;
}

const deep = { spec: mlpPreset([8], 4, [8, 8], 'none'), microBatch: 4 };

async function recovery(context: GpuContext): Promise<string[]> {
  const { spec, microBatch } = deep;
  const engine = await createWebGpuEngine(spec, microBatch, { context, precision: 'mixed' });
  const plan = compile(spec, microBatch);
  // The first layer makes the input small, and the later ones make it large, so that only the backward pass overflows
  // at 2¹⁰.
  const parameters = new Float32Array(engine.parameterCount);
  const random = prng('overflow');
  for (const { name, offset, length } of engine.slots)
    for (let i = 0; i < length; i++)
      parameters[offset + i] = random.normal() * (name.startsWith('layers.0') ? 1e-4 : 30);
  engine.setParameters(parameters);
  const batch = randomBatch(plan, 'overflow', 1, microBatch);
  const exact = new ReferenceModel(plan, Float64Array);
  exact.parameters.set(parameters);
  exact.load(batch);
  exact.forward();
  exact.backward();
  const first = await countingSubmits(context, () => gradientOf(engine, [batch]));
  const second = await countingSubmits(context, () => gradientOf(engine, [batch]));
  let [apart, size] = [0, 0];
  first.flat.forEach((value, i) => {
    apart += (value - exact.gradients[i]) ** 2;
    size += exact.gradients[i] ** 2;
  });
  const relative = Math.sqrt(apart / size);
  assert(first.submits > second.submits, `${first.submits} submits, then ${second.submits}`);
  assert(first.sums.count === microBatch, 'the recomputed gradient counts');
  assert(relative <= gradientTolerance(3), `${relative} of the gradient's norm`);
  assert(
    first.flat.every((value, i) => value === second.flat[i]),
    'dividing by a power of two is exact',
  );
  engine.destroy();
  return [`${first.submits} attempts, then ${second.submits}; within ${relative} of the gradient's norm`];
}

async function surrender(context: GpuContext): Promise<string[]> {
  const { spec, microBatch } = deep;
  const engine = await createWebGpuEngine(spec, microBatch, { context, precision: 'mixed' });
  const batch = randomBatch(compile(spec, microBatch), 'surrender', 1, microBatch);
  const good = engine.initialParameters(1);
  const lines: string[] = [];
  for (const { what, scale } of [
    { what: 'activations', scale: 3e4 },
    { what: 'parameters', scale: 1e9 },
  ]) {
    engine.setParameters(good.map((value) => value * scale));
    const { flat, sums, announced } = await gradientOf(engine, [batch]);
    assert(sums.count === 0 && sums.lossSum === 0 && sums.score === 0, `${what}: it counts nothing`);
    assert(
      flat.every((value) => value === 0),
      `${what}: it is zero`,
    );
    assert(announced === engine.slots.length, `${what}: every bucket is announced`);
    lines.push(`${what} beyond f16: zeros, count 0`);
  }
  engine.setParameters(good);
  const { sums } = await gradientOf(engine, [batch]);
  assert(sums.count === microBatch, 'the next good call counts');
  engine.destroy();
  return lines;
}

async function gradientOf(
  engine: Engine,
  batches: Parameters<Engine['gradient']>[0],
): Promise<{ readonly flat: Float32Array; readonly sums: LossSums; readonly announced: number }> {
  const flat = new Float32Array(engine.parameterCount).fill(NaN);
  let announced = 0;
  const onBucket = (): void => void announced++;
  const sums = await engine.gradient(batches, perSlot(engine), flat, onBucket, { overlap: true });
  return { flat, sums, announced };
}

async function countingSubmits<T extends object>(
  { device: { queue } }: GpuContext,
  call: () => Promise<T>,
): Promise<T & { readonly submits: number }> {
  const submit = queue.submit.bind(queue);
  let submits = 0;
  queue.submit = (buffers) => {
    // Not empty maps, which make Firefox look at its maps.
    if ([...buffers].length > 0) submits++;
    submit(buffers);
  };
  try {
    return { ...(await call()), submits };
  } finally {
    queue.submit = submit;
  }
}
