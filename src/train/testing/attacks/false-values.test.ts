// H23, H24, S23: one hostile member of four says false values in its records. What cannot be is neither shown nor used, and
// its author is named; what could be moves no figure further than an honest member's. Seeds are in the titles.
import { expect, test } from 'vitest';
import type { HeaderRecord } from '../../header/header-record';
import type { RunConfig } from '../../run/run-config';
import { testConfig } from '../real-ring';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';
import { sayFalsely } from './false-record';

const config: RunConfig = { ...testConfig, steps: 1_000, evaluateEvery: 2, localBatch: 16 };

async function running(
  seed: number,
  change: Partial<RunConfig> = {},
): Promise<{ ring: SimulatedRing; honest: SimulatedReplica[]; liar: SimulatedReplica }> {
  const ring = new SimulatedRing({ seed, config: { ...config, ...change } });
  for (let i = 0; i < 4; i++) ring.add();
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until('some steps', () => ring.living.every(({ steps }) => steps.length >= 4));
  const [a, b, liar, c] = ring.living;
  return { ring, honest: [a, b, c], liar };
}

const withLast = (record: HeaderRecord, last: Partial<HeaderRecord['last']>): HeaderRecord => ({
  ...record,
  last: { ...record.last, ...last },
});

const lies: readonly (readonly [string, (record: HeaderRecord) => HeaderRecord])[] = [
  ['a loss of −31,250', (r) => withLast(r, { lossSum: -31_250 * r.last.count })],
  ['a loss of −31,250 by a false number of terms', (r) => withLast(r, { lossSum: -2e6, count: 4_096 })],
  ['more right answers than examples', (r) => withLast(r, { score: 10 ** 9 })],
  ['fewer right answers than none', (r) => withLast(r, { score: -(10 ** 9) })],
  ['a gradient of negative length', (r) => withLast(r, { gradientSquared: -1e30 })],
  ['bytes below zero', (r) => withLast(r, { bytesSent: -1, bytesReceived: NaN })],
  [
    'times that are no times',
    (r) => withLast(r, { split: { ...r.last.split, computeMs: -1e9, wallMs: NaN } }),
  ],
  ['a wait for rank 0.5', (r) => withLast(r, { waitedForRank: 0.5 })],
  ['a validation below zero', (r) => ({ ...r, validation: { ...r.validation, lossSum: -1e9, count: 8 } })],
  ['a frame that takes a month', (r) => ({ ...r, edgeMs: 2.6e9 })],
  ['a flight of an hour', (r) => ({ ...r, flightsMs: [3.6e6, ...r.flightsMs.slice(1)] })],
];

test.each(lies)(
  'H23 seed 36: %s: it is not shown, its author is named once, and no step is lost',
  async (_, lie) => {
    const { ring, honest, liar } = await running(36);
    const [first] = honest;
    const before = first.steps.length;
    const usual = first.steps.at(-1)!.loss;
    const counters = { ...first.member.trainer.counters };
    sayFalsely(liar, lie);
    await ring.until('more steps', () => first.steps.length >= before + 12);
    for (const { steps, notices } of honest) {
      for (const { loss, accuracy, validation, splits } of steps.slice(before)) {
        expect(loss).toBeGreaterThan(0);
        expect(loss).toBeLessThan(3 * usual);
        expect(accuracy).toBeGreaterThanOrEqual(0);
        expect(accuracy).toBeLessThanOrEqual(1);
        if (validation) expect(validation.loss).toBeGreaterThan(0);
        for (const { wallMs, computeMs } of Object.values(splits)) {
          expect(wallMs).toBeGreaterThanOrEqual(0);
          expect(computeMs).toBeGreaterThanOrEqual(0);
        }
      }
      const named = notices.filter((text) => text.includes('values in a record of a step that cannot be'));
      expect(named).toHaveLength(1);
      expect(named[0]).toContain(liar.member.options.name);
    }
    expect(first.member.trainer.counters.retries).toBe(counters.retries);
    expect(ring.isOneRing(4)).toBe(true);
    ring.violations.length = 0; // the replica that lies is named
    ring.verify();
    await ring.end();
  },
);

test.each([
  ['a loss of 0, to reach a target', 0],
  ['a loss of 10³⁰, to raise an alarm', 1e30],
  ['a loss that is not finite, to raise an alarm', Infinity],
  ['no number, to raise an alarm', NaN],
] as const)('H24 seed 37: %s: what all see stays between honest members’ means', async (_, mean) => {
  const { ring, honest, liar } = await running(37);
  const [first] = honest;
  const before = first.steps.length;
  const saw: { step: number; means: number[]; validation: number[] }[] = [];
  first.member.trainer.on('decision', () => {
    const said = honest.map(({ id }) => first.member.trainer.status.records.get(id)!);
    if (said.every(({ last }) => last.count > 0 && last.step === said[0].last.step))
      saw.push({
        step: said[0].last.step,
        means: said.map(({ last }) => last.lossSum / last.count),
        validation: said.map(({ validation }) => validation.lossSum / validation.count),
      });
  });
  sayFalsely(liar, (record) => ({
    ...withLast(record, {
      lossSum: record.last.count === 0 ? 0 : mean * record.last.count,
      score: 0,
      isSkipped: true,
    }),
    validation: {
      ...record.validation,
      lossSum: record.validation.count === 0 ? 0 : mean * record.validation.count,
    },
  }));
  await ring.until('more steps', () => first.steps.length >= before + 30);
  let compared = 0;
  for (const { step, loss, validation, alarm } of first.steps.slice(before + 2)) {
    expect(alarm).toBeUndefined();
    const means = saw.find((one) => one.step === step)?.means;
    if (!means) continue;
    compared++;
    expect(loss).toBeGreaterThanOrEqual(Math.min(...means));
    expect(loss).toBeLessThanOrEqual(Math.max(...means));
    if (validation) expect(validation.loss).toBeLessThan(10);
    if (validation) expect(validation.loss).toBeGreaterThan(0);
  }
  expect(compared).toBeGreaterThan(20);
  // S7b: the ring still knows that its rate works.
  const { rateHealth } = first.member.replica.held!.state;
  expect(rateHealth.steps).toBeGreaterThan(20);
  expect(rateHealth.loss).toBeLessThan(10);
  ring.verify();
  await ring.end();
});

test('H24 seed 38: a false length of its gradient does not move the noise scale', async () => {
  const { ring, honest, liar } = await running(38);
  const [first] = honest;
  await ring.until('a noise scale', () => (first.steps.at(-1)!.noise?.weight ?? 0) > 0.5);
  const before = first.steps.length;
  const usual = first.steps.at(-1)!.noise!.scale!;
  sayFalsely(liar, (record) => withLast(record, { gradientSquared: 1e30 }));
  await ring.until('more steps', () => first.steps.length >= before + 10);
  for (const { noise } of first.steps.slice(before)) {
    expect(noise!.scale).toBeGreaterThan(usual / 3);
    expect(noise!.scale).toBeLessThan(3 * usual);
  }
  ring.verify();
  await ring.end();
});

test('S23 seed 39: 10³⁰ terms a second take half of the batch at most, and put nobody out', async () => {
  const { ring, honest, liar } = await running(39, {
    shards: 'measured',
    batchMode: 'fixed',
    globalBatch: 64,
    microBatch: 4,
  });
  const [first] = honest;
  const before = first.steps.length;
  sayFalsely(liar, (record) => ({ ...record, termsPerSecond: 1e30 }));
  await ring.until('more steps', () => first.steps.length >= before + 40);
  const shares = first.steps.slice(before).map(({ contributions }) => contributions[liar.id]);
  console.log(`seed 39: the largest part of 64: ${Math.max(...shares)}`);
  expect(Math.max(...shares)).toBeLessThanOrEqual(32);
  expect(first.member.replica.held!.state.suspended).toEqual([]);
  for (const { id } of honest) expect(first.steps.at(-1)!.contributions[id]).toBeGreaterThan(0);
  ring.verify();
  await ring.end();
});
