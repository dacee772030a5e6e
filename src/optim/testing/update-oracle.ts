// The update a second time, for tests: slow, and the specification. It works in place, one element at a time. Every
// intermediate goes through a DataView, so that no compiler can keep, contract or reorder anything.
import type { OptimizerConfig } from '../rules/config';
import type { TensorRange } from '../state/tensor-ranges';
import type { TrainState } from '../state/train-state';
import type { UpdateInput } from '../update/update-step';

const cell = new DataView(new ArrayBuffer(8));

function f32(value: number): number {
  cell.setFloat32(0, value);
  return cell.getFloat32(0);
}

function f64(value: number): number {
  cell.setFloat64(0, value);
  return cell.getFloat64(0);
}

export function oracleUpdate(
  config: OptimizerConfig,
  state: TrainState,
  sum: Float32Array,
  input: UpdateInput,
): void {
  const { parameters: p, scalars } = state;
  state.step += 1;
  if (config.kind === 'adamw' || config.kind === 'lamb') {
    scalars[0] = f64(scalars[0] * config.beta1);
    scalars[1] = f64(scalars[1] * config.beta2);
  }
  for (const tensor of input.tensors ?? [{ start: 0, end: p.length, decays: true }])
    updateTensor(config, state, sum, input, tensor);
}

function updateTensor(
  config: OptimizerConfig,
  { parameters: p, vectors, scalars }: TrainState,
  sum: Float32Array,
  input: UpdateInput,
  tensor: TensorRange,
): void {
  const { start, end, decays } = tensor;
  const rate = f32(input.learningRate);
  const clip = f32(input.clipScale ?? 1);
  const mean = (i: number): number => f32(f32(sum[i] / input.exampleCount) * clip);
  const moments = (i: number, { beta1, beta2 }: { beta1: number; beta2: number }): void => {
    const g = mean(i);
    const [m, v] = vectors;
    m[i] = f32(f32(f32(beta1) * m[i]) + f32(f32(f64(1 - beta1)) * g));
    v[i] = f32(f32(f32(beta2) * v[i]) + f32(f32(f64(1 - beta2)) * f32(g * g)));
  };
  const divisor = (i: number, epsilon: number): number => {
    const correction = f32(f64(1 / f64(Math.sqrt(f64(1 - scalars[1])))));
    return f32(f32(f32(Math.sqrt(vectors[1][i])) * correction) + f32(epsilon));
  };
  switch (config.kind) {
    case 'sgd':
      for (let i = start; i < end; i++) p[i] = f32(p[i] - f32(rate * mean(i)));
      return;
    case 'momentum':
      for (let i = start; i < end; i++) {
        const mu = f32(config.momentum);
        const u = f32(f32(mu * vectors[0][i]) + mean(i));
        vectors[0][i] = u;
        const direction = config.nesterov ? f32(mean(i) + f32(mu * u)) : u;
        p[i] = f32(p[i] - f32(rate * direction));
      }
      return;
    case 'adamw':
      for (let i = start; i < end; i++) {
        moments(i, config);
        const stride = f32(f64(rate * f64(1 / f64(1 - scalars[0]))));
        const change = f32(stride * f32(vectors[0][i] / divisor(i, config.epsilon)));
        const shrink = decays ? f32(f64(rate * config.weightDecay)) : 0;
        p[i] = f32(p[i] - f32(change + f32(shrink * p[i])));
      }
      return;
    case 'lars': {
      const [w, g] = [norm(p, start, end), f64(f64(norm(sum, start, end) / input.exampleCount) * clip)];
      const divisor = f64(f64(g + f64(config.weightDecay * w)) + config.epsilon);
      const trust = decays && w > 0 && g > 0 ? f32(f64(f64(config.trustCoefficient * w) / divisor)) : 1;
      const decay = decays ? f32(config.weightDecay) : 0;
      for (let i = start; i < end; i++) {
        const pull = f32(trust * f32(mean(i) + f32(decay * p[i])));
        vectors[0][i] = f32(f32(f32(config.momentum) * vectors[0][i]) + pull);
        p[i] = f32(p[i] - f32(rate * vectors[0][i]));
      }
      return;
    }
    case 'lamb': {
      const decay = decays ? f32(config.weightDecay) : 0;
      const scale = f32(f64(1 / f64(1 - scalars[0])));
      const r = new Float32Array(end);
      for (let i = start; i < end; i++) {
        moments(i, config);
        const direction = f32(f32(vectors[0][i] * scale) / divisor(i, config.epsilon));
        r[i] = f32(direction + f32(decay * p[i]));
      }
      const [w, d] = [norm(p, start, end), norm(r, start, end)];
      const stride = decays && w > 0 && d > 0 ? f32(f64(f64(rate * w) / d)) : rate;
      for (let i = start; i < end; i++) p[i] = f32(p[i] - f32(stride * r[i]));
      return;
    }
    default:
      throw config satisfies never;
  }
}

/** Defined as in block-norms.ts. */
function norm(values: Float32Array, start: number, end: number): number {
  let total = 0;
  for (let block = start; block < end; block += 4096) {
    const lanes = [0, 0, 0, 0];
    for (let i = block; i < Math.min(block + 4096, end); i++)
      lanes[(i - block) % 4] = f64(lanes[(i - block) % 4] + f64(values[i] * values[i]));
    total = f64(total + f64(f64(lanes[0] + lanes[1]) + f64(lanes[2] + lanes[3])));
  }
  return f64(Math.sqrt(total));
}
