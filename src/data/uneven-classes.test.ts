import { expect, test } from 'vitest';
import { loadDataset } from './load-dataset';
import { balls, mixtureOf, unevenSampler } from './uneven-classes';

const shares = (alpha: number, member: string, classes = 10): number[] =>
  [...mixtureOf({ alpha, seed: 3, member }, classes)].map((count) => count / balls);
const members = Array.from({ length: 400 }, (_, at) => `member-${at}`);

test('E9b a mixture is of the seed and the member, and the urn holds all its balls', () => {
  expect(shares(0.5, 'a')).toEqual(shares(0.5, 'a'));
  expect(shares(0.5, 'a')).not.toEqual(shares(0.5, 'b'));
  expect(shares(0.5, 'a').reduce((sum, share) => sum + share)).toBeCloseTo(1, 12);
});

// A class's share in a symmetric Dirichlet distribution: mean 1/K, variance (K − 1) / (K² (Kα + 1)).
test.each([0.05, 0.3, 1, 10])(
  'E9b shares have the mean and variance of a Dirichlet distribution: α = %f',
  (alpha) => {
    const classes = 10;
    const all = members.flatMap((member) => shares(alpha, member));
    const mean = all.reduce((sum, share) => sum + share) / all.length;
    const variance = all.reduce((sum, share) => sum + (share - mean) ** 2, 0) / all.length;
    expect(mean).toBeCloseTo(1 / classes, 6);
    const expected = (classes - 1) / (classes ** 2 * (classes * alpha + 1));
    // Draws of a thousand balls add their own variance, mean (1 − mean) / balls at most.
    expect(variance / expected).toBeGreaterThan(0.85);
    expect(variance / expected).toBeLessThan(1.15 + 0.09 / balls / expected);
  },
);

test('E9b a member draws each class as often as its mixture says, from the training split alone', () => {
  const dataset = loadDataset({ kind: 'digits', examples: 600 }, 1);
  const train = Uint32Array.from({ length: 500 }, (_, at) => at + 50);
  const uneven = { alpha: 0.3, seed: 4, member: 'a' };
  const sampler = unevenSampler(dataset, train, uneven);
  const drawn = sampler.examples([[1000, 6000]]);
  const counts = new Uint32Array(10);
  const label = new Uint32Array(1);
  const image = new Float32Array(28 * 28);
  for (const index of drawn) {
    expect.soft(index >= 50 && index < 550).toBe(true);
    dataset.read(index, image, 0, label, 0);
    counts[label[0]]++;
  }
  const mixture = mixtureOf(uneven, 10);
  for (let one = 0; one < 10; one++) expect(counts[one] / 6000).toBeCloseTo(mixture[one] / balls, 1.5);
  expect(counts[mixture.indexOf(Math.max(...mixture))]).toBe(Math.max(...counts));
  // However the positions are cut.
  const cut = [...sampler.examples([[1000, 7]]), ...sampler.examples([[1007, 5993]])];
  expect(cut).toEqual([...drawn]);
});

test('E9b classes that the training split lacks are left out', () => {
  const dataset = loadDataset({ kind: 'points', set: 'moons', examples: 100, noise: 0.1 }, 1);
  const label = new Uint32Array(1);
  const ofClass = (wanted: number): Uint32Array =>
    Uint32Array.from(
      Array.from({ length: 100 }, (_, at) => at).filter((at) => {
        dataset.read(at, new Float32Array(2), 0, label, 0);
        return label[0] === wanted;
      }),
    );
  for (const wanted of [0, 1])
    for (const member of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const train = ofClass(wanted);
      const drawn = unevenSampler(dataset, train, { alpha: 0.01, seed: 1, member }).examples([[0, 50]]);
      expect([...drawn].every((index) => train.includes(index))).toBe(true);
    }
});
