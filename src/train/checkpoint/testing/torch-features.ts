// Frozen layers beside PyTorch in f64: the gradients of the layers behind them, of the plan in f64 and of the SIMD
// engine, and the numbers after ten steps of the plan. PyTorch computes no gradients of the first layers either.
import { fromHalfs, toHalfs } from '../../../base/float16';
import { prng } from '../../../base/prng';
import { ReferenceModel } from '../../../model/cpu/reference-model';
import { endOf, type MicroBatch } from '../../../model/engine';
import { compile } from '../../../model/plan/plan';
import { randomBatch } from '../../../model/plan/random-batch';
import { cnnPreset } from '../../../model/presets';
import { createSimdEngine } from '../../../model/simd/simd-engine';
import type { ModelSpec } from '../../../model/spec';
import { runTorchCase, shapesOf } from './torch-case';

const rows = 6;
const steps = 10;
const learningRate = 0.05;
/** Conv, pool, conv, pool, dense, dense. */
const spec: ModelSpec = {
  ...cnnPreset([8, 8, 2], 5, { filters: [6, 8], units: 12 }),
  frozenLayers: 3,
};

/** Writes the case into `folder` and lets PyTorch compare. False: something differs by more than it may. */
export async function checkFeatures(python: string, folder: string): Promise<boolean> {
  const plan = compile(spec, rows);
  const random = prng('features', 1);
  const drawn = (length: number) => Float64Array.from({ length }, () => Math.fround(0.2 * random.normal()));
  const halves = toHalfs(Float32Array.from(drawn(endOf(plan.base))));
  const frozen = Float64Array.from(fromHalfs(halves));
  const start = drawn(plan.parameterCount);
  const batch = { ...randomBatch(plan, 'features', 1, rows), keys: undefined };
  const numbers = {
    base: frozen,
    start,
    gradient: planGradient(frozen, start, batch),
    plan: planSteps(frozen, start, batch),
    simd: await simdGradient(halves, start, batch),
    inputs: Float64Array.from(batch.inputs),
    labels: Float64Array.from(batch.labels),
  };
  const about = { base: shapesOf(plan.base), slots: shapesOf(plan.slots), rows, steps, learningRate };
  return runTorchCase(python, folder, { name: 'features', numbers, about, script });
}

/** The mean gradient of the plan in f64. */
function planGradient(frozen: Float64Array, trained: Float64Array, batch: MicroBatch): Float64Array {
  const model = new ReferenceModel(compile(spec, rows), Float64Array);
  for (const { name, offset, length } of model.plan.base)
    model.reals(name).set(frozen.subarray(offset, offset + length));
  model.parameters.set(trained);
  model.load(batch);
  model.forward();
  model.backward();
  return Float64Array.from(model.gradients, (sum) => sum / rows);
}

function planSteps(frozen: Float64Array, start: Float64Array, batch: MicroBatch): Float64Array {
  const at = start.slice();
  for (let step = 0; step < steps; step++) {
    const gradient = planGradient(frozen, at, batch);
    for (let i = 0; i < at.length; i++) at[i] -= learningRate * gradient[i];
  }
  return at;
}

async function simdGradient(
  halves: Uint16Array,
  start: Float64Array,
  batch: MicroBatch,
): Promise<Float64Array> {
  const engine = createSimdEngine(spec, rows);
  engine.setBase(halves);
  engine.setParameters(Float32Array.from(start));
  const sum = new Float32Array(start.length);
  const buckets = [{ index: 0, start: 0, end: start.length }];
  const { count } = await engine.gradient([batch], buckets, sum, () => {}, { overlap: false });
  engine.destroy();
  return Float64Array.from(sum, (value) => value / count);
}

const script = `

base = named(read("base"), about["base"])
images = read("inputs").reshape(rows, 8, 8, 2).permute(0, 3, 1, 2)
labels = read("labels").long()


def forward(flat):
    all = {**base, **named(flat, about["slots"])}

    def conv(x, layer):
        weight = all[f"layers.{layer}.weight"].permute(3, 2, 0, 1)
        return F.max_pool2d(F.relu(F.conv2d(x, weight, all[f"layers.{layer}.bias"], padding="same")), 2)

    def dense(x, layer):
        return x @ all[f"layers.{layer}.weight"] + all[f"layers.{layer}.bias"]

    x = conv(conv(images, 0), 2).permute(0, 2, 3, 1).flatten(1)
    return dense(F.relu(dense(x, 4)), 5)


flat = read("start").requires_grad_()
optimizer = torch.optim.SGD([flat], lr=about["learningRate"])
gradient = None
for _ in range(about["steps"]):
    optimizer.zero_grad()
    F.cross_entropy(forward(flat), labels).backward()
    if gradient is None:
        gradient = flat.grad.clone()
    optimizer.step()


def compare(what, ours, theirs, tolerance):
    worst = (ours - theirs).abs().max().item()
    equal = worst <= tolerance
    print(f"frozen layers, {what}: up to {theirs.abs().max():.3g}, largest difference {worst:.1e}: {'equal' if equal else 'NOT EQUAL'} to {tolerance:g}")
    return equal


results = [
    compare("gradients of the plan", read("gradient"), gradient, 1e-12),
    compare("gradients of the SIMD engine", read("simd"), gradient, 2e-6),
    compare(f"{about['steps']} steps of the plan", read("plan"), flat.detach(), 1e-12),
]
sys.exit(0 if all(results) else 1)
`;
