// A run of the lab takes the path that a run of training takes, and the page says of it what happens.
import { expect, test, vi } from 'vitest';
import { codecOf } from '../../../src/codecs/registry';
import { codecKinds, codecNamed } from '../../../src/codecs/setting';
import { firstRight } from '../../../src/codecs/power-sgd/power-sgd';
import { PowerSgdBound } from '../../../src/codecs/power-sgd/testing/bound';
import { cut, norm, plus } from '../../../src/codecs/power-sgd/testing/dense';
import { PowerSgdFormula } from '../../../src/codecs/power-sgd/testing/formula';
import { topologies } from '../../../src/collectives/topology';
import { LabRun } from './lab-run';
import { firstSetup, isGatheredSum, usedEdges, type LabSetup } from './lab-setup';
import { factorSeed } from './lab-stages';
import { factorPlanOf, isLossy, sumsOf } from './lab-sums';
import { predictionOf } from './prediction';

const page: LabSetup = { ...firstSetup, line: 'page', topology: 'tree', elements: 70_001 };

const factored: LabSetup = { ...page, codec: 'power-sgd' };

test.each(codecKinds)('%s: the sum is right, with the bytes that the page predicts', async (codec) => {
  const setup = { ...page, codec };
  const run = new LabRun(setup);
  await run.over;
  const { verdict, sentBytes, receivedBytes, replicas } = run.show();
  expect(verdict).toMatchObject({ isEqual: true, isWithinBound: true });
  const one = codecOf(codecNamed(codec));
  const isGathered = ['sign', 'top-k', 'sparse-loco'].includes(codec);
  expect(isGatheredSum(setup)).toBe(isGathered);
  // One vector in pieces: gathered whole from each of the others, or once up and once down every edge of 1–2, 1–3, 3–4.
  const vector = encodedIn(isGathered ? 65_536 : 15_360, setup.elements, (n) => one.encodedBytes(n));
  const vectors = isGathered ? [3, 3, 3, 3] : [2, 1, 2, 1];
  expect(receivedBytes).toEqual(vectors.map((count) => count * vector));
  expect(sentBytes).toEqual(receivedBytes);
  // The page's own prediction: a share of the bytes that it expects.
  expect(replicas.map(({ received }) => received)).toEqual([1, 1, 1, 1]);
  if (isGathered)
    expect(predictionOf(setup)).toMatchObject({
      steps: 1,
      busiestBytes: 3 * one.encodedBytes(setup.elements),
    });
});

test('PowerSGD: two sums of f32 on every topology, and the bytes that the page predicts', async () => {
  // 264 × 265 and 41 more. Rank 4: 4 · 264 + 41 numbers, then 4 · 265, at four bytes.
  const [first, second] = [4_388, 4_240];
  expect(sumsOf(factored).map(({ elements }) => 4 * elements)).toEqual([first, second]);
  for (const topology of topologies) {
    const run = new LabRun({ ...factored, topology });
    await run.over;
    const { verdict, sentBytes, receivedBytes, replicas } = run.show();
    expect(verdict).toMatchObject({ isEqual: true, isWithinBound: true });
    expect(replicas.map(({ received }) => received)).toEqual([1, 1, 1, 1]);
    // A sum goes once to its owner and once from there, from and to each of the three others.
    const moved = 2 * 3 * (first + second);
    for (const bytes of [sentBytes, receivedBytes]) expect(bytes.reduce((a, b) => a + b)).toBe(moved);
    expect(predictionOf({ ...factored, topology }).meanBytes).toBe(moved / 4);
  }
  const run = new LabRun(factored);
  await run.over;
  expect(run.show().receivedBytes).toEqual([2, 1, 2, 1].map((count) => count * (first + second)));
  expect(predictionOf(factored).busiestBytes).toBe(2 * (first + second));
  expect(usedEdges(factored)).toEqual(usedEdges(page));
});

test.each(topologies)('PowerSGD on %s: within the bound of the f64 formula', async (topology) => {
  // 44 × 45 and 20 more.
  const setup: LabSetup = { ...factored, topology, elements: 2_000 };
  const run = new LabRun(setup);
  await run.over;
  const { outcomes } = run;
  const plan = factorPlanOf(setup)!;
  const [{ start, rows, columns, rank }] = plan.matrices;
  expect([start, rows, columns, rank, plan.rest]).toEqual([0, 44, 45, 4, [{ start: 1_980, end: 2_000 }]]);
  const matrix = (values: Float32Array) => cut(values, 0, 44, 45);
  const right = cut(firstRight(plan, factorSeed), 0, 45, 4);
  const exact = new PowerSgdFormula(right).step(outcomes.map(({ part }) => matrix(part)));
  const bounds = new PowerSgdBound(4, right, false).next(exact);
  // A bound that allows anything would prove nothing.
  expect(bounds.mean / norm(exact.mean)).toBeLessThan(2 ** -10);
  const bits = (values: Float32Array): Uint32Array => new Uint32Array(values.buffer);
  for (const [at, { result, dropped }] of outcomes.entries()) {
    expect(bits(result)).toEqual(bits(outcomes[0].result));
    expect(norm(plus(matrix(result), exact.mean, -1))).toBeLessThanOrEqual(bounds.mean);
    expect(norm(plus(matrix(dropped!), exact.residuals[at], -1))).toBeLessThanOrEqual(bounds.residuals[at]);
    for (let i = 1_980; i < 2_000; i++) {
      const parts = outcomes.map(({ part }) => part[i]);
      const [sum, magnitude] = [parts, parts.map(Math.abs)].map((all) => all.reduce((a, b) => a + b));
      expect(Math.abs(result[i] - sum)).toBeLessThanOrEqual(3 * 2 ** -24 * (1 + 2 ** -18) * magnitude);
      expect(dropped![i]).toBe(0);
    }
  }
});

test('only an all-reduce is sent as factors, and only a vector that they at least halve', async () => {
  const setup: LabSetup = { ...factored, collective: 'reduce-scatter', elements: 1_000 };
  expect([factorPlanOf(setup), isLossy(setup)]).toEqual([undefined, false]);
  const run = new LabRun(setup);
  await run.over;
  expect(run.show().verdict).toMatchObject({ isWithinBound: true });
  expect(run.show().receivedBytes.reduce((a, b) => a + b)).toBe(3 * 4_000);
  // Factors of 16 × 16 are 4 · 32 numbers, half of 256. Those of 15 × 17 are as many, and more than half of 255.
  expect(sumsOf({ ...factored, elements: 256 }).map(({ elements }) => elements)).toEqual([64, 64]);
  expect(sumsOf({ ...factored, elements: 255 }).map(({ elements }) => elements)).toEqual([255, 0]);
  for (const elements of [0, 1, 255]) {
    const short = new LabRun({ ...factored, elements });
    await short.over;
    expect(short.show().verdict).toMatchObject({ isEqual: true, isWithinBound: true });
  }
});

test('PowerSGD: a replica that is killed in the second sum is named at once', async () => {
  const run = new LabRun({ ...factored, replicas: 3, topology: 'ring', line: 'bad' });
  await vi.waitFor(() => expect(run.show().replicas[1].received).toBeGreaterThan(0.5), { timeout: 4_000 });
  run.kill(1);
  await run.over;
  // The second receives from it, and the third sends to it.
  for (const { state, why } of run.show().replicas.slice(1)) {
    expect(state).toBe('failed');
    expect(why).toContain('Replica 1 was killed');
  }
});

test('a replica to which nothing comes has received all when it is done', async () => {
  const run = new LabRun({ ...page, collective: 'broadcast', elements: 1_000 });
  expect(run.show().replicas.map(({ received }) => received)).toEqual([0, 0, 0, 0]);
  await run.over;
  const { receivedBytes, replicas } = run.show();
  expect(receivedBytes).toEqual([0, 4_000, 4_000, 4_000]);
  expect(replicas.map(({ received }) => received)).toEqual([1, 1, 1, 1]);
});

function encodedIn(piece: number, elements: number, encodedBytes: (elements: number) => number): number {
  let bytes = 0;
  for (let left = elements; left > 0; left -= piece) bytes += encodedBytes(Math.min(piece, left));
  return bytes;
}

test('a gathered sum uses every edge between living replicas; a tree does not', () => {
  const pairs = (setup: LabSetup): string[] => usedEdges(setup).map((ends) => ends.join('–'));
  expect(pairs(page)).toEqual(['1–2', '1–3', '3–4']);
  const gathered: LabSetup = { ...page, codec: 'sign', killed: [3] };
  expect(pairs(gathered)).toEqual(['1–2', '1–4', '2–4']);
  expect(pairs({ ...gathered, collective: 'broadcast' })).toEqual(['1–2', '1–4']);
});
