// Seeded initial parameters: normal with He's scale before relu and gelu (He et al. 2015), Glorot's otherwise
// (Glorot & Bengio 2010); biases 0. Each slot has its own stream, named by seed and slot.
import { prng } from '../base/prng';
import type { ParameterSlot } from './engine';
import type { ModelSpec } from './spec';

export function initialParameters(
  spec: ModelSpec,
  slots: readonly ParameterSlot[],
  parameterCount: number,
  seed: number,
): Float32Array {
  const flat = new Float32Array(parameterCount);
  for (const { name, shape, offset, length } of slots) {
    if (shape.length === 1) continue; // a bias
    const [fanIn, fanOut] = shape;
    const { activation } = spec.layers[Number(name.split('.')[1])];
    const rectified = activation === 'relu' || activation === 'gelu';
    const scale = Math.sqrt(2 / (rectified ? fanIn : fanIn + fanOut));
    const random = prng('initial parameters', seed, name);
    for (let i = offset; i < offset + length; i++) flat[i] = scale * random.normal();
  }
  return flat;
}
