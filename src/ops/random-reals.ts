// Seeded test data: normal numbers by name, the same in every test that asks for them.
import { prng } from '../base/prng';

export function randomReals(length: number, ...stream: readonly (number | string)[]): Float32Array {
  const random = prng(...stream);
  return Float32Array.from({ length }, () => random.normal());
}
