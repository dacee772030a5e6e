// Adapters beside PyTorch in f64: gradients, ten steps of AdamW of the plan in f64 and of the SIMD engine with the exact
// update, and the logits of the merged model.
import { fromHalfs, toHalfs } from '../../../base/float16';
import { prng } from '../../../base/prng';
import { mergedParameters } from '../../../model/adapters/merge';
import { ReferenceModel } from '../../../model/cpu/reference-model';
import type { MicroBatch } from '../../../model/engine';
import { initialParameters } from '../../../model/plan/initial-parameters';
import { compile } from '../../../model/plan/plan';
import { randomBatch } from '../../../model/plan/random-batch';
import { gptPreset } from '../../../model/presets';
import { createSimdEngine } from '../../../model/simd/simd-engine';
import type { ModelSpec } from '../../../model/spec';
import { blockCount } from '../../../optim/state/blocks';
import { createBlockHashes } from '../../../optim/state/digest';
import { tensorRanges } from '../../../optim/state/tensor-ranges';
import { createTrainState } from '../../../optim/state/train-state';
import { beginUpdate, finishUpdate, updateBlocks } from '../../../optim/update/update';
import { runTorchCase, shapesOf } from './torch-case';

const rows = 4;
const steps = 10;
const heads = 4;
const whole: ModelSpec = gptPreset({
  ...{ vocabulary: 53, context: 12, channels: 32, heads, layers: 2, dropout: 0, tied: true },
});
const dense = ['0.1.qkv', '0.1.out', '1.1', '1.2'];
const adapters = {
  rank: 4,
  alpha: 10,
  weights: [1, 2].flatMap((block) => dense.map((name) => `layers.${block}.${name}.weight`)),
};
const spec: ModelSpec = { ...whole, adapters };
const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.1 } as const;
const learningRate = 0.003;

/** Writes the case into `folder` and lets PyTorch compare. False: something differs by more than it may. */
export async function checkAdapters(python: string, folder: string): Promise<boolean> {
  const plan = compile(spec, rows);
  const frozen = Float64Array.from(initialParameters(compile(whole, rows), 3));
  const random = prng('adapters', 1);
  // Norms and biases count too, and B is not zero: else the gradient of A would be.
  const halves = toHalfs(Float32Array.from(frozen, (value) => value + 0.05 * random.normal()));
  frozen.set(fromHalfs(halves));
  const start = Float64Array.from({ length: plan.parameterCount }, () => Math.fround(0.1 * random.normal()));
  const batch = { ...randomBatch(plan, 'adapters', 1, rows), keys: undefined };

  const { gradient } = planGradient(frozen, start, batch);
  const { logits } = planGradient(mergedParameters(plan, adapters, frozen, start), undefined, batch);
  const simd = await simdSteps(halves, Float32Array.from(start), batch);
  const numbers = {
    base: frozen,
    start,
    gradient,
    merged: logits,
    plan: planSteps(frozen, start, batch),
    'simd-gradient': Float64Array.from(simd.gradient),
    simd: Float64Array.from(simd.after),
    inputs: Float64Array.from(batch.inputs),
    labels: Float64Array.from(batch.labels),
  };
  const about = {
    base: shapesOf(plan.base),
    slots: shapesOf(plan.slots),
    rows,
    heads,
    steps,
    learningRate,
    adamw,
    scale: adapters.alpha / adapters.rank,
    layers: 2,
  };
  return runTorchCase(python, folder, { name: 'adapters', numbers, about, script });
}

/** The mean gradient and the logits of the plan in f64. Without adapters `frozen` is the whole model. */
function planGradient(frozen: Float64Array, trained: Float64Array | undefined, batch: MicroBatch) {
  const plan = compile(trained ? spec : whole, rows);
  const model = new ReferenceModel(plan, Float64Array);
  if (trained)
    for (const { name, offset, length } of plan.base)
      model.reals(name).set(frozen.subarray(offset, offset + length));
  model.parameters.set(trained ?? frozen);
  model.load(batch);
  model.forward();
  model.backward();
  const gradient = Float64Array.from(model.gradients, (sum) => sum / (rows * plan.terms));
  return { gradient, logits: Float64Array.from(model.reals(plan.pieces[0].logits)) };
}

/** AdamW by plain loops (Loshchilov & Hutter 2019). */
function planSteps(frozen: Float64Array, start: Float64Array, batch: MicroBatch): Float64Array {
  const { beta1, beta2, epsilon, weightDecay } = adamw;
  const at = start.slice();
  const [m, v] = [new Float64Array(at.length), new Float64Array(at.length)];
  for (let step = 1; step <= steps; step++) {
    const { gradient } = planGradient(frozen, at, batch);
    for (let i = 0; i < at.length; i++) {
      m[i] = beta1 * m[i] + (1 - beta1) * gradient[i];
      v[i] = beta2 * v[i] + (1 - beta2) * gradient[i] ** 2;
      const [mean, square] = [m[i] / (1 - beta1 ** step), v[i] / (1 - beta2 ** step)];
      at[i] -= learningRate * (weightDecay * at[i] + mean / (Math.sqrt(square) + epsilon));
    }
  }
  return at;
}

/** The SIMD engine and the exact update. */
async function simdSteps(
  halves: Uint16Array,
  start: Float32Array,
  batch: MicroBatch,
): Promise<{ readonly gradient: Float32Array; readonly after: Float32Array }> {
  const engine = createSimdEngine(spec, rows);
  engine.setBase(halves);
  let from = createTrainState(adamw, start.length);
  /** The mean gradient of the first step. */
  let gradient: Float32Array | undefined;
  from.parameters.set(start);
  const buckets = [{ index: 0, start: 0, end: start.length }];
  for (let step = 0; step < steps; step++) {
    engine.setParameters(from.parameters);
    const sum = new Float32Array(start.length);
    const { count } = await engine.gradient([batch], buckets, sum, () => {}, { overlap: false });
    gradient ??= sum.map((value) => value / count);
    const to = createTrainState(adamw, start.length);
    const input = { learningRate, exampleCount: count, clipScale: 1, tensors: tensorRanges(engine.slots) };
    const update = beginUpdate(adamw, from, to, input);
    const hashes = createBlockHashes(start.length);
    updateBlocks(update, sum, 0, blockCount(start.length), hashes);
    finishUpdate(update, sum, hashes);
    from = to;
  }
  engine.destroy();
  return { gradient: gradient!, after: from.parameters };
}

const script = `
heads, scale = about["heads"], about["scale"]


base = named(read("base"), about["base"])
tokens = read("inputs").long().reshape(rows, -1)
labels = read("labels").long()


def forward(adapters, merges=False):
    def dense(x, name):
        weight = base[name + ".weight"]
        a, b = adapters[name + ".weight.a"], adapters[name + ".weight.b"]
        if merges:
            return x @ (weight + scale * a @ b) + base[name + ".bias"]
        return x @ weight + scale * (x @ a) @ b + base[name + ".bias"]

    def norm(x, name):
        return F.layer_norm(x, x.shape[-1:], base[name + ".scale"], base[name + ".offset"])

    x = base["layers.0.tokens"][tokens] + base["layers.0.positions"]
    length, channels = x.shape[1:]
    later = torch.ones(length, length, dtype=torch.bool).triu(1)
    for block in range(1, 1 + about["layers"]):
        at = f"layers.{block}"
        split = lambda part: part.view(rows, length, heads, -1).transpose(1, 2)
        q, k, v = map(split, dense(norm(x, at + ".0.0"), at + ".0.1.qkv").chunk(3, dim=-1))
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        mixed = scores.masked_fill(later, float("-inf")).softmax(-1) @ v
        x = x + dense(mixed.transpose(1, 2).reshape(rows, length, channels), at + ".0.1.out")
        inner = F.gelu(dense(norm(x, at + ".1.0"), at + ".1.1"), approximate="tanh")
        x = x + dense(inner, at + ".1.2")
    return norm(x, f"layers.{1 + about['layers']}") @ base["layers.0.tokens"].T


flat = read("start").requires_grad_()
adapters = lambda: named(flat, about["slots"])
loss = lambda: F.cross_entropy(forward(adapters()).flatten(0, 1), labels)
loss().backward()
gradient = flat.grad.clone()
merged = forward(adapters(), merges=True).detach().flatten()
apart = forward(adapters()).detach().flatten()

adamw = about["adamw"]
optimizer = torch.optim.AdamW(
    [flat],
    lr=about["learningRate"],
    betas=(adamw["beta1"], adamw["beta2"]),
    eps=adamw["epsilon"],
    weight_decay=adamw["weightDecay"],
)
for _ in range(about["steps"]):
    optimizer.zero_grad()
    loss().backward()
    optimizer.step()
after = flat.detach()


def compare(what, ours, theirs, tolerance):
    worst = (ours - theirs).abs().max().item()
    equal = worst <= tolerance
    print(f"adapters, {what}: up to {theirs.abs().max():.3g}, largest difference {worst:.1e}: {'equal' if equal else 'NOT EQUAL'} to {tolerance:g}")
    return equal


results = [
    compare("gradients of the plan", read("gradient"), gradient, 1e-12),
    compare("logits of the merged plan", read("merged"), merged, 1e-12),
    compare("logits of PyTorch, merged and apart", apart, merged, 1e-12),
    compare(f"{about['steps']} steps of the plan", read("plan"), after, 1e-12),
    compare("gradients of the SIMD engine", read("simd-gradient"), gradient, 2e-6),
    compare(f"{about['steps']} steps of the SIMD engine", read("simd"), after, 2e-6),
]
sys.exit(0 if all(results) else 1)
`;
