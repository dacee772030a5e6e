// Seeded test data: normal numbers by name. The same name gives the same numbers in every test.
import { prng } from '../../base/prng';

export function randomReals(length: number, ...stream: readonly (number | string)[]): Float32Array {
  const random = prng(...stream);
  return Float32Array.from({ length }, () => random.normal());
}
