// When a rate diverges, the last rate that worked is offered. All members compute the same one from the records.
import { inWords } from '../../cli/english/testing/in-words';
import { expect, test } from 'vitest';
import { emptyLast } from '../commit/local-steps';
import type { HeaderRecord } from '../header/header-record';
import { addLoss, lowerRate, noRateHealth, replaceRate, type RateHealth } from './rate-health';
import type { RunConfig } from './run-config';
import { testConfig } from '../testing/real-ring';
import { SimulatedRing } from '../testing/simulated-ring';

const records = (step: number, losses: readonly number[], isSkipped = false): HeaderRecord[] =>
  losses.map(
    (loss) =>
      ({ last: { ...emptyLast(), step, count: 8, lossSum: 8 * loss, isSkipped } }) as unknown as HeaderRecord,
  );

/** Steps with these losses. */
const after = (health: RateHealth, losses: readonly number[]): RateHealth =>
  losses.reduce((so, loss, step) => addLoss(so, records(step, [loss, loss]), step), health);

const level = (loss: number, steps = 8): number[] => Array.from({ length: steps }, () => loss);

test('only a rate that worked for eight steps is offered', () => {
  const good = replaceRate(after(noRateHealth, level(0.5)), 0.003);
  expect(lowerRate(good, 50)).toEqual({ rate: 0.003, hasServed: true });
  const short = replaceRate(after(noRateHealth, level(0.5, 7)), 0.003);
  expect(lowerRate(short, 50)).toEqual({ rate: 5, hasServed: false });
  // Many finite steps at a harmful rate do not make it a working rate.
  const worse = replaceRate(after(good, level(90, 100)), 50);
  expect(lowerRate(worse, 60)).toEqual({ rate: 0.003, hasServed: true });
  expect(lowerRate(replaceRate(after(good, level(0.4)), 0.01), 50).rate).toBe(0.01);
  // A rate that worked is not offered when it is the one that diverges.
  expect(lowerRate(good, 0.003)).toEqual({ rate: 0.003 * 0.1, hasServed: false });
});

test('steps without a finite update, and losses that are not finite, prove nothing and never enter the state', () => {
  const good = after(noRateHealth, level(0.5));
  expect(addLoss(good, records(9, [0.5], true), 9)).toEqual({ ...good, steps: 0 });
  for (const loss of [NaN, Infinity, -1])
    expect(addLoss(good, records(9, [loss]), 9)).toEqual({ ...good, steps: 0 });
  // A record of another step is ignored.
  expect(addLoss(good, records(8, [70]), 9)).toEqual(good);
});

test('S7: a rate of 50 diverges after 0.003 worked: all members offer 0.003, also one that came later', async () => {
  const config: RunConfig = { ...testConfig, learningRate: 0.003, steps: 60, evaluateEvery: 0 };
  let isSpoilt = false;
  const ring = new SimulatedRing({
    seed: 12,
    config,
    wrapEngine: (engine) => ({
      ...engine,
      gradient: async (batches, buckets, into, onBucket, options) => {
        const sums = await engine.gradient(batches, buckets, into, () => undefined, options);
        if (isSpoilt) into.fill(NaN);
        for (const bucket of buckets) onBucket(bucket.index);
        return sums;
      },
    }),
  });
  const replicas = [ring.add(), ring.add()];
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('12 steps', () => replicas[0].steps.length >= 12);
  ring.submit({ kind: 'set-learning-rate', learningRate: 50 });
  await ring.until('the rate', () =>
    replicas.every(({ member }) => member.trainer.state?.learningRate === 50),
  );
  const late = ring.add();
  await ring.until('three', () => late.member.membership.view?.members.length === 3);
  await ring.until('it steps', () => late.steps.length >= 2);
  isSpoilt = true;
  const all = [...replicas, late];
  await ring.until('divergence', () => all.every(({ member }) => member.phase.kind === 'diverged'));
  for (const { member } of all)
    expect(member.phase).toMatchObject({
      why: inWords('no replica had a finite gradient; a lower learning rate had worked'),
      suggestedLearningRate: 0.003,
    });
  ring.verify();
  await ring.end();
});
