import { expect, test } from 'vitest';
import { history } from '../../../tools/lab/fixtures/history';
import { states } from '../../../tools/lab/fixtures/states';
import { noEmulation } from '../../net/emulation/no-emulation';
import { leagueMeanOver } from '../../room/league';
import { moonsRun } from '../../train/testing/moons-run';
import type { HostCommand, StepRecord } from '../protocol';
import { LeagueWatch, type SeenState } from './league-watch';

const setup = states.map((state) => state()).find(({ name }) => name === 'training-3')!;
const [first] = history({ ...setup, steps: 1 });
const config = moonsRun([8]);
const state: SeenState = {
  ...{ config, learningRate: 0.3, buckets: config.buckets, sync: config.sync, network: noEmulation },
  ...{ parameters: 42, terms: 1 },
};
const self = 'p0';
const split = { ...first.splits[self], wallMs: 10.5 };
/** The loss falls by 0.01 a step from 1 on. */
const record = (step: number, change: Partial<StepRecord> = {}): StepRecord => ({
  ...first,
  ...{ run: 3, step, loss: 1 - step / 100, bytesSent: 100, effectiveBatch: 96, splits: { [self]: split } },
  ...change,
});
const upTo = (last: number, from = 1, change: Partial<StepRecord> = {}): readonly StepRecord[] =>
  Array.from({ length: last - from + 1 }, (_, i) => record(from + i, change));
const notes = (
  watch: LeagueWatch,
  records: readonly StepRecord[],
  target = 0.8,
  now = state,
): readonly HostCommand[] => records.flatMap((each) => watch.see(each, now, { target, attempts: [] }) ?? []);

test('H17: the first step where the mean of ten is at most the target, with what it took until then', () => {
  const said = notes(new LeagueWatch(self), upTo(60));
  // The mean of steps k−9 … k is 1 − (k − 4.5) / 100: at most 0.8 from step 24.5 on.
  expect(said).toMatchObject([
    {
      kind: 'note-attempt',
      target: 0.8,
      attempt: { run: 3, step: 25, ms: Math.round(25 * 10.5), bytes: 2500 },
    },
  ]);
  const { attempt } = said[0] as HostCommand & { kind: 'note-attempt' };
  expect(attempt.digest).toBe(first.digest);
  expect(attempt).toMatchObject({ isChanged: false, settings: { batch: 96, parameters: 42, innerSteps: 1 } });
});

test('H17: never before ten steps, and not of a loss that is not finite', () => {
  expect(notes(new LeagueWatch(self), upTo(leagueMeanOver), 2)).toHaveLength(1);
  expect(notes(new LeagueWatch(self), upTo(leagueMeanOver - 1), 2)).toEqual([]);
  const broken = upTo(60).map((each) => (each.step === 20 ? { ...each, loss: NaN } : each));
  expect(notes(new LeagueWatch(self), broken)).toMatchObject([{ attempt: { step: 30 } }]);
});

test('H17a: a run that it did not see whole, or that was below already, is no attempt', () => {
  expect(notes(new LeagueWatch(self), upTo(60, 2))).toEqual([]);
  expect(
    notes(
      new LeagueWatch(self),
      upTo(60).filter(({ step }) => step !== 7),
    ),
  ).toEqual([]);
  const watch = new LeagueWatch(self);
  for (const each of upTo(40)) watch.see(each, state, undefined);
  expect(notes(watch, upTo(60, 41))).toEqual([]);
  expect(notes(watch, upTo(60, 1, { run: 4 }))).toMatchObject([{ attempt: { run: 4, step: 25 } }]);
  const late = new LeagueWatch(self);
  for (const each of upTo(15)) late.see(each, state, undefined);
  expect(notes(late, upTo(60, 16))).toMatchObject([{ attempt: { step: 25, bytes: 2500 } }]);
});

test('H17: settings that change on the way are marked, and those at the target are told', () => {
  const watch = new LeagueWatch(self);
  notes(watch, upTo(20));
  const now = { ...state, buckets: { ...state.buckets, codec: { kind: 'int8' } as const } };
  expect(notes(watch, upTo(60, 21), 0.8, now)).toMatchObject([
    { attempt: { isChanged: true, settings: { codec: 'int8' } } },
  ]);
  const joined = new LeagueWatch(self);
  notes(joined, upTo(20));
  expect(notes(joined, upTo(60, 21, { worldSize: 9 }))).toMatchObject([{ attempt: { isChanged: false } }]);
});
