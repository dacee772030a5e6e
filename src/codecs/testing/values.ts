// Values to encode: shapes of gradients, and everything awkward.
import { prng } from '../../base/prng';
import { bitsUnder } from '../codec';

export const lengths = [
  0, 1, 2, 3, 7, 8, 9, 127, 255, 256, 257, 1023, 1024, 1025, 4093, 4095, 4096, 4097, 8191, 15_360, 16_385,
];

export const fillings = ['normal', 'heavy-tailed', 'any scale', 'tiny', 'ties', 'zeros', 'largest'] as const;
export type Filling = (typeof fillings)[number];

const made = new Map<string, Float32Array>();

export function valuesOf(filling: Filling, length: number, seed: number | string = 0): Float32Array {
  const key = `${filling} ${length} ${seed}`;
  if (!made.has(key)) made.set(key, make(filling, length, seed));
  return made.get(key)!.slice();
}

function make(filling: Filling, length: number, seed: number | string): Float32Array {
  const random = prng(filling, length, seed);
  const values = new Float32Array(length);
  const words = bitsUnder(values);
  for (let i = 0; i < length; i++) {
    if (filling === 'normal') values[i] = random.normal();
    else if (filling === 'heavy-tailed') values[i] = random.normal() / (0.01 + random.float());
    // Subnormals, ±0 and magnitudes up to 2¹²⁷.
    else if (filling === 'any scale')
      words[i] = (random.below(2) << 31) | (random.below(254) << 23) | random.below(1 << 23);
    // Runs of 128 whose largest exponents lie on both sides of 2⁻¹⁰⁰, and subnormals among them.
    else if (filling === 'tiny')
      words[i] = (random.below(2) << 31) | (random.below(20 + ((i >> 7) % 12)) << 23) | random.below(1 << 23);
    else if (filling === 'ties') values[i] = (random.below(9) - 4) / 2;
    else if (filling === 'zeros') values[i] = random.below(2) === 0 ? 0 : -0;
    else values[i] = (random.below(2) === 0 ? 1 : -1) * 2 ** 127;
  }
  return values;
}
