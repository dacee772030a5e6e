import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { drawChances, drawToken, probabilitiesOf } from './token-choice';

const chances = [0.5, 0.25, 0.15, 0.1];
const logits = chances.map(Math.log);
const all = { temperature: 1, topK: 0, topP: 1 };
const rounded = (values: Float64Array): number[] => [...values].map((value) => Number(value.toFixed(6)));

test('with nothing cut, tokens are drawn with the model’s probabilities', () => {
  expect(rounded(probabilitiesOf(logits))).toEqual(chances);
  expect(rounded(drawChances(logits, all))).toEqual(chances);
  // Large logits do not overflow.
  expect(rounded(probabilitiesOf([1000, 1000 + Math.log(3)]))).toEqual([0.25, 0.75]);
});

test('temperature: chances to the power 1 / temperature, and 0 is always the likeliest', () => {
  const total = chances.reduce((sum, p) => sum + p ** 2, 0);
  expect(rounded(drawChances(logits, { ...all, temperature: 0.5 }))).toEqual(
    chances.map((p) => Number((p ** 2 / total).toFixed(6))),
  );
  expect(rounded(drawChances([1, 3, 3], { ...all, temperature: 0 }))).toEqual([0, 1, 0]);
});

test('top-k keeps exactly k, among equals the first', () => {
  expect(rounded(drawChances(logits, { ...all, topK: 2 }))).toEqual([0.666667, 0.333333, 0, 0]);
  expect(rounded(drawChances([0, 0, 0], { ...all, topK: 2 }))).toEqual([0.5, 0.5, 0]);
  expect(rounded(drawChances(logits, { ...all, topK: 9 }))).toEqual(chances);
});

test('top-p keeps the fewest of the likeliest that reach p, and at least one', () => {
  expect(rounded(drawChances(logits, { ...all, topP: 0.6 }))).toEqual([0.666667, 0.333333, 0, 0]);
  expect(rounded(drawChances(logits, { ...all, topP: 0.01 }))).toEqual([1, 0, 0, 0]);
  // Top-k leaves two, of which the first has two thirds.
  expect(rounded(drawChances(logits, { ...all, topK: 2, topP: 0.6 }))).toEqual([1, 0, 0, 0]);
});

test('draws: each token as often as its chance, and none of chance 0', () => {
  const drawn = [0, 0, 0, 0];
  const random = prng('draws');
  const cut = drawChances(logits, { ...all, topK: 3 });
  for (let i = 0; i < 20_000; i++) drawn[drawToken(cut, random.float())]++;
  drawn.forEach((count, token) => expect(Math.abs(count / 20_000 - cut[token])).toBeLessThan(0.01));
  expect(drawn[3]).toBe(0);
  expect(drawToken(Float64Array.of(0, 1, 0), 0.9999999999999999)).toBe(1);
  expect(drawToken(Float64Array.of(0.1, 0.2, 0), 1)).toBe(1);
});
