import { expect, test } from 'vitest';
import { say } from '../../../src/base/sayings';
import type { Snapshot } from '../../../src/replica/protocol';
import { history } from '../../../tools/lab/fixtures/history';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { states } from '../../../tools/lab/fixtures/states';
import { alertOf } from './ring-alert';

type Alarm = NonNullable<Snapshot['alarm']>;

test('each alarm has one next step, and a split ring helps itself', () => {
  const actAt = (state: string, alarm?: Pick<Alarm, 'cause' | 'advice'>): unknown => {
    const setup = states.map((make) => make()).find(({ name }) => name === state)!;
    const snapshot = snapshotOf(setup, history(setup));
    return alertOf(alarm ? { ...snapshot, alarm: { ...snapshot.alarm!, ...alarm } } : snapshot)?.act;
  };
  const rateAct = (rate: number) => ({ kind: 'rate', rate });
  expect(actAt('disagreed')).toBeUndefined();
  expect(actAt('alarm')).toEqual(rateAct(0.003));
  const high = say('cause-rate-high', { rate: 0.03 });
  const lower = say('advice-rate', { rate: 0.01, hasServed: false, isUnclipped: true });
  expect(actAt('alarm', { cause: high, advice: lower })).toEqual(rateAct(0.01));
  const faulty = say('cause-faulty', { names: 'Swift Lynx' });
  expect(actAt('alarm', { cause: faulty, advice: say('advice-look-at-device') })).toEqual({ kind: 'people' });
  for (const advice of ['advice-warm-up', 'advice-longer-warm-up'] as const)
    for (const [isLinear, share] of [
      [true, 1 / 4],
      [false, 1 / 2],
    ] as const) {
      const grew = say('cause-batch-grew', { from: 64, to: 256, step: 200, warmup: 0, isLinear });
      expect(actAt('alarm', { cause: grew, advice: say(advice) })).toEqual(rateAct(0.03 * share));
    }
});
