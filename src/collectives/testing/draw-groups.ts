// Groups of members on one machine, drawn at random, for tests of two levels.
import type { Prng } from '../../base/prng';

/** The group of each of `size` ring positions, numbered in order of first position. */
export function drawGroups(size: number, random: Prng): number[] {
  const machines = 1 + random.below(size);
  const drawn = Array.from({ length: size }, () => random.below(machines));
  const order = [...new Set(drawn)];
  return drawn.map((machine) => order.indexOf(machine));
}
