// Seeded initial parameters. Each slot is drawn as its layer says, from a stream named by seed and slot.
import { prng } from '../../base/prng';
import type { Plan } from './plan';

/** Some milliseconds of drawing. */
const pieceLength = 65_536;

export function initialParameters(plan: Plan, seed: number): Float32Array {
  const drawing = drawParameters(plan, seed);
  for (;;) {
    const { done, value } = drawing.next();
    if (done) return value;
  }
}

/** The same, piece by piece, for a thread that has other work too. */
export function* drawParameters(plan: Plan, seed: number): Generator<undefined, Float32Array> {
  const flat = new Float32Array(plan.parameterCount);
  for (const [slot, { name, offset, length }] of plan.slots.entries()) {
    const initialiser = plan.initialisers[slot];
    if (initialiser.kind === 'constant') {
      flat.fill(initialiser.value, offset, offset + length);
      continue;
    }
    const random = prng('initial parameters', seed, name);
    for (let i = offset; i < offset + length; i++) {
      if (i > offset && (i - offset) % pieceLength === 0) yield;
      flat[i] = initialiser.deviation * random.normal();
    }
    yield;
  }
  return flat;
}
