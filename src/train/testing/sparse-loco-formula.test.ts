// SparseLoCo (arXiv 2508.15706, algorithm 1) by hand in f64, beside what a ring does: 20 outer steps with error feedback.
// The bound between the two is carried along in ℓ₂: every f32 rounding of the product, and how each step passes it on.
// Of these seeds none has two magnitudes so close that a rounding chooses another place or level.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { SumRing } from '../../collectives/testing/sum-ring';
import type { View } from '../../membership/view';
import { InnerOptimizer } from '../reduce/inner/inner-optimizer';
import { compressingOf } from '../reduce/compressing';
import { Residual } from '../reduce/residual';
import type { RunState } from '../run/run-state';
import { outerOptimizer, outerRate } from '../run/sync';
import type { StepDecision } from '../decide/step-decision';

const [steps, length, block, share, beta, pull] = [20, 9_001, 4096, 1 / 64, 0.95, 0.1];
/** The relative error of one rounding to f32. */
const u = 2 ** -24;
const outer = { kind: 'average' } as const;
const tensors = [{ start: 0, end: length, decays: false }];

const norm = (values: Iterable<number>): number => {
  let squares = 0;
  for (const value of values) squares += value * value;
  return Math.sqrt(squares);
};
const map = (count: number, value: (i: number) => number): Float64Array => Float64Array.from({ length: count }, (_, i) => value(i)); // prettier-ignore

/** What a member learned alone: towards its own target, with noise of its batches. */
const changesOf = (theta: ArrayLike<number>, target: Float64Array, noise: Float64Array): Float64Array =>
  map(length, (i) => pull * (theta[i] - target[i]) + noise[i]);

interface Compressed {
  readonly values: Float64Array;
  /** ℓ₂ norm of the map from an error of the input to that of the values, and to that of what is left. */
  readonly passed: number;
  readonly left: number;
}

/** Top-k of each block by sorting; levels of 2 and 3 scales; the scale fitted twice by least squares. */
function compress(input: Float64Array): Compressed {
  const values = new Float64Array(length);
  let [passed, left] = [0, 0];
  for (let start = 0; start < length; start += block) {
    const part = input.subarray(start, start + block);
    const order = [...part.keys()].sort((a, b) => Math.abs(part[b]) - Math.abs(part[a]) || a - b);
    const kept = order.slice(0, Math.max(1, Math.round(share * part.length)));
    const sizes = kept.map((i) => Math.abs(part[i]));
    const levelsBy = (scale: number): number[] => sizes.map((size) => (size >= 2.5 * scale ? 3 : 2));
    let scale = sizes.reduce((sum, size) => sum + size, 0) / kept.length / 2.5;
    let fitted: number[] = [];
    for (let fit = 0; fit < 2; fit++) {
      fitted = levelsBy(scale);
      const products = sizes.reduce((sum, size, i) => sum + fitted[i] * size, 0);
      scale = products / fitted.reduce((sum, level) => sum + level * level, 0);
    }
    const levels = levelsBy(scale);
    for (const [at, i] of kept.entries()) values[start + i] = Math.sign(part[i]) * levels[at] * scale;
    // The values are levels · fittedᵀ / ‖fitted‖² of the input: a projection where the last levels are the fitted ones.
    // Else what is left also has the part of the input along `fitted`, times (levels − fitted) / ‖fitted‖.
    const lengthOf = norm(fitted);
    passed = Math.max(passed, norm(levels) / lengthOf);
    left = Math.max(left, Math.hypot(1, norm(levels.map((level, i) => level - fitted[i])) / lengthOf));
  }
  return { values, passed, left };
}

test.each([3, 4])('E24, E21, C10: %i members, 20 outer steps, as the algorithm in f64', async (size) => {
  const random = prng('sparse-loco formula', size);
  const members = map(size, (rank) => rank);
  const counts = members.map((rank) => 24 - 4 * rank); // loss terms: members weigh by examples
  const total = counts.reduce((sum, count) => sum + count, 0);
  const targets = [...members].map(() => map(length, () => random.normal()));
  const view: View = {
    ...{ lineage: '00c0ffee', generation: 3, ring: [...members] },
    members: [...members].map((rank) => `member-${rank}`),
  };
  const state = { usualNorms: [] as readonly number[], sync: { kind: 'local', innerSteps: 8, outer } };
  const decision = { plan: { buckets: { codec: { kind: 'sparse-loco', share } } }, totalCount: total };
  const compressing = compressingOf(state as unknown as RunState, decision as unknown as StepDecision, size, undefined); // prettier-ignore
  if (compressing?.kind !== 'codec') throw new Error('sparse-loco is a codec');

  let theta: Float32Array = new Float32Array(length);
  const residuals = [...members].map(() => new Residual());
  const update = new InnerOptimizer(); // the exact update, on one vector
  let exact: Float64Array = new Float64Array(length);
  let exactResiduals: Float64Array[] = [...members].map(() => new Float64Array(length));
  let apart = 0; // bounds of ‖θ − exact θ‖ and of each residual's
  let residualsApart = [...members].map(() => 0);

  for (let step = 1; step <= steps; step++) {
    const noises = [...members].map(() => map(length, () => 0.3 * random.normal()));

    const contributions = residuals.map((residual, j) => {
      const changes = changesOf(theta, targets[j], noises[j]);
      const gradient = Float32Array.from(changes, (change) => counts[j] * Math.fround(change));
      const options = { gradient, compressing, exampleCount: total, terms: counts[j], limit: undefined };
      return residual.contribute(options);
    });
    const parts = contributions.map((contribution) => {
      expect(contribution.prepare(0, length)).toBe('none');
      return contribution.local;
    });
    const { codec, exponent } = compressing;
    const ring = new SumRing({ view, path: 'gathered', codec, exponent, unit: total, parts, seed: step });
    await ring.finish();
    contributions.forEach((contribution, j) => {
      contribution.dropped!.set(ring.members[j].dropped);
      contribution.finish();
    });
    update.begin(outerOptimizer(outer), theta);
    const sum = ring.members[0].result;
    expect(update.step({ sum, count: total, learningRate: outerRate(outer), clipNorm: 0 }, tensors)).toBe(
      true,
    );
    theta = update.parameters.slice();

    const mean = new Float64Array(length);
    const nextResiduals: Float64Array[] = [];
    const nextApart: number[] = [];
    let [meanApart, sent] = [0, 0];
    for (const j of members) {
      const weight = counts[j] / total;
      const changes = changesOf(exact, targets[j], noises[j]);
      const input = map(length, (i) => weight * changes[i] + beta * exactResiduals[j][i]);
      // Roundings: of the change (by itself, times n), of the decayed residual (β · Σn, the product), of their sum.
      const roundings = u * (3 * weight * norm(changes) + 3 * beta * norm(exactResiduals[j]) + norm(input));
      const inputApart = weight * pull * apart + beta * residualsApart[j] + 1.01 * roundings;
      const { values, passed, left } = compress(input);
      // The scale, and its product with a level.
      const valuesApart = passed * inputApart + 3 * u * norm(values);
      nextResiduals.push(map(length, (i) => input[i] - values[i]));
      // The scale and its product; the difference; its quotient by Σn.
      nextApart.push(left * inputApart + 3 * u * norm(values) + 2.01 * u * norm(nextResiduals[j]));
      for (let i = 0; i < length; i++) mean[i] += values[i];
      meanApart += valuesApart;
      sent += norm(values);
    }
    const next = map(length, (i) => exact[i] - mean[i]);
    // N − 1 additions, the quotient by Σn (two roundings), the difference.
    apart += meanApart + 1.01 * u * ((size + 1) * sent + norm(next));
    [exact, exactResiduals, residualsApart] = [next, nextResiduals, nextApart];

    expect(norm(map(length, (i) => theta[i] - exact[i]))).toBeLessThanOrEqual(apart);
    residuals.forEach(({ norm: held }, j) =>
      expect(Math.abs(held - norm(exactResiduals[j]))).toBeLessThanOrEqual(residualsApart[j]),
    );
  }
  const moved = norm(exact);
  expect(moved).toBeGreaterThan(10);
  expect(apart / moved).toBeLessThan(2e-3); // no element of it cancels another in the bound
  expect(norm(map(length, (i) => theta[i] - exact[i])) / moved).toBeLessThan(1e-6); // 1e-7 is seen
});
