import { expect, test } from 'vitest';
import { autosaveEveryMs, AutosaveTimes, type AutosaveView } from './autosave-times';

const view = (change: Partial<AutosaveView>): AutosaveView => ({
  ...{ phase: 'training', run: 'a 1', step: 0, nowMs: 0 },
  ...change,
});

test('while it trains: after some minutes, then again after as many', () => {
  const times = new AutosaveTimes();
  expect(times.isDue(view({}))).toBe(false);
  expect(times.isDue(view({ step: 90, nowMs: autosaveEveryMs - 1 }))).toBe(false);
  const due = view({ step: 91, nowMs: autosaveEveryMs });
  expect(times.isDue(due)).toBe(true);
  times.tried(due);
  expect(times.isDue(view({ step: 92, nowMs: autosaveEveryMs + 1 }))).toBe(false);
  expect(times.isDue(view({ step: 180, nowMs: 2 * autosaveEveryMs }))).toBe(true);
});

test('at a pause and at the end at once, and only once a step', () => {
  const times = new AutosaveTimes();
  times.isDue(view({}));
  for (const [phase, step] of [
    ['paused', 4],
    ['finished', 9],
    ['diverged', 12],
  ] as const) {
    // prettier-ignore
    expect(times.isDue(view({ phase, step }))).toBe(true);
    times.tried(view({ phase, step }));
    expect(times.isDue(view({ phase, step }))).toBe(false);
  }
});

test('not before a first step, not what a resumed run began with, and not while the ring regroups', () => {
  const times = new AutosaveTimes();
  expect(times.isDue(view({ phase: 'paused', run: 'a 2', step: 40 }))).toBe(false);
  expect(times.isDue(view({ phase: 'regrouping', run: 'a 2', step: 50, nowMs: 1e9 }))).toBe(false);
  expect(times.isDue(view({ phase: 'finished', run: 'a 2', step: 41 }))).toBe(true);
  expect(times.isDue(view({ phase: 'finished', run: 'a 3', step: 0 }))).toBe(false);
});
