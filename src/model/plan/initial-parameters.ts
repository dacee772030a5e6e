// Seeded initial parameters. Each slot is drawn as its layer says, from a stream named by seed and slot.
import { prng } from '../../base/prng';
import type { Plan } from './plan';

export function initialParameters({ slots, initialisers, parameterCount }: Plan, seed: number): Float32Array {
  const flat = new Float32Array(parameterCount);
  slots.forEach(({ name, offset, length }, slot) => {
    const initialiser = initialisers[slot];
    if (initialiser.kind === 'constant') {
      flat.fill(initialiser.value, offset, offset + length);
      return;
    }
    const random = prng('initial parameters', seed, name);
    for (let i = offset; i < offset + length; i++) flat[i] = initialiser.deviation * random.normal();
  });
  return flat;
}
