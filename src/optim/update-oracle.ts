// The update once more, for tests: in place, one element at a time, every intermediate stored through a DataView,
// so that no compiler can keep, contract or reorder anything. Slow; the specification.
import type { OptimizerConfig } from './config';
import type { TrainState } from './train-state';
import type { UpdateInput } from './update';

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
  const rate = f32(input.learningRate);
  const { parameters: p, vectors, scalars } = state;
  state.step += 1;
  if (config.kind === 'adamw') {
    scalars[0] = f64(scalars[0] * config.beta1);
    scalars[1] = f64(scalars[1] * config.beta2);
  }
  for (let i = 0; i < p.length; i++) {
    const mean = f64(f32(sum[i] / input.exampleCount) * (input.clipScale ?? 1));
    switch (config.kind) {
      case 'sgd':
        p[i] = f32(f64(p[i] - f64(rate * mean)));
        break;
      case 'momentum': {
        const u = f64(f64(config.momentum * vectors[0][i]) + mean);
        vectors[0][i] = f32(u);
        const direction = config.nesterov ? f64(mean + f64(config.momentum * u)) : u;
        p[i] = f32(f64(p[i] - f64(rate * direction)));
        break;
      }
      case 'adamw': {
        const m = f64(f64(config.beta1 * vectors[0][i]) + f64(f64(1 - config.beta1) * mean));
        const v = f64(f64(config.beta2 * vectors[1][i]) + f64(f64(1 - config.beta2) * f64(mean * mean)));
        vectors[0][i] = f32(m);
        vectors[1][i] = f32(v);
        const correction = f64(1 / f64(Math.sqrt(f64(1 - scalars[1]))));
        const denominator = f64(f64(f64(Math.sqrt(v)) * correction) + config.epsilon);
        const free = (input.noDecayRanges ?? []).some(({ start, end }) => i >= start && i < end);
        const keep = free ? 1 : f64(1 - f64(rate * config.weightDecay));
        const stride = f64(rate / f64(1 - scalars[0]));
        p[i] = f32(f64(f64(p[i] * keep) - f64(stride * f64(m / denominator))));
        break;
      }
      default:
        throw config satisfies never;
    }
  }
}
