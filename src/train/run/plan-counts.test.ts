import { expect, it } from 'vitest';
import { planCountsOf } from './plan-counts';
import { moonsRun } from '../testing/moons-run';

it('counts the products of an MLP: three for a layer, two for the first, which passes no gradient on', () => {
  const products = 2 * 64 + 64 * 64 + 64 * 2;
  const least = 2 * (3 * products - 2 * 64);
  const flops = planCountsOf(moonsRun([64, 64], 4000)).flopPerTerm;
  expect(flops).toBeGreaterThanOrEqual(least);
  expect(flops).toBeLessThan(1.2 * 6 * products);
});
