// What each kind of layer computes for one position, in the order of additions of the ops' references: sums in f64,
// results in f32.
import { activationForward } from '../../ops/activation/activation.ref';
import { layerNormForward } from '../../ops/layer-norm/layer-norm.ref';
import type { Activation } from '../spec';

/** (C) → (C′) at this position. The result stays valid until the step's next call. */
export type PositionStep = (x: Float32Array, position: number) => Float32Array;

/** The part of the flat parameter vector that has this full name. */
export type ParameterNamed = (name: string) => Float32Array;

export function chain(steps: readonly PositionStep[]): PositionStep {
  return (x, position) => steps.reduce((y, step) => step(y, position), x);
}

/** x·W + b, W (inputs, units). */
export function dense(weight: Float32Array, bias: Float32Array): PositionStep {
  const units = bias.length;
  const inputs = weight.length / units;
  const sums = new Float64Array(units);
  const y = new Float32Array(units);
  return (x) => {
    sums.set(bias);
    for (let i = 0, at = 0; i < inputs; i++) {
      const factor = x[i];
      for (let j = 0; j < units; j++, at++) sums[j] += factor * weight[at];
    }
    y.set(sums);
    return y;
  };
}

/** x·tableᵀ, table (rows, C). */
export function tableProducts(table: Float32Array): PositionStep {
  let y = new Float32Array();
  return (x) => {
    const channels = x.length;
    if (y.length === 0) y = new Float32Array(table.length / channels);
    for (let row = 0, at = 0; row < y.length; row++) {
      let sum = 0;
      for (let c = 0; c < channels; c++, at++) sum += x[c] * table[at];
      y[row] = sum;
    }
    return y;
  };
}

export function activated(activation: Activation, step: PositionStep): PositionStep {
  if (activation === 'none') return step;
  return (x, position) => {
    const y = step(x, position);
    activationForward(activation, y, y, y.length);
    return y;
  };
}

export function layerNorm(scale: Float32Array, offset: Float32Array): PositionStep {
  const y = new Float32Array(scale.length);
  return (x) => {
    layerNormForward(x, scale, offset, y, 1, y.length);
    return y;
  };
}

/** x + f(x), in f's result. */
export function residual(inner: PositionStep): PositionStep {
  return (x, position) => {
    const y = inner(x, position);
    for (let c = 0; c < y.length; c++) y[c] += x[c];
    return y;
  };
}
