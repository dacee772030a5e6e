// The film of a lesson's runs on a clock that the test moves.
import { expect, test } from 'vitest';
import { ManualClock } from '../../../src/base/clock';
import { moonsRun } from '../../../src/train/testing/moons-run';
import type { Trial, TrialStep } from '../core/trial';
import { Film, type Frame, type Pace } from './film';

const trial = (label: string): Trial => ({
  ...{ label: () => label, colour: 'blue', replicas: 1, steps: 10, config: moonsRun([8]) },
});
const steps = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ step: i + 1, validation: { loss: 1 / (i + 1), accuracy: 1 } },
  })) as unknown as TrialStep[];

function filmOf(pace: Pace, trials: readonly Trial[]) {
  const clock = new ManualClock();
  const frames: Frame[] = [];
  const film = new Film({ lesson: {}, trials, clock, pace, onFrame: (frame) => frames.push(frame) });
  const run = (ms: number): void => {
    const end = clock.now() + ms;
    while ((clock.nextDueMs() ?? Infinity) <= end) clock.runNext();
  };
  return { film, frames, run, last: () => frames[frames.length - 1] };
}

test('fast runs are drawn at the pace, one after the other', async () => {
  const trials = [trial('one'), trial('two')];
  const { film, run, last } = filmOf({ ms: 20_000 }, trials);
  film.take(
    trials.map((trial) => ({ trial, steps: steps(10) })),
    2,
  );
  run(5_000);
  expect(last().share).toBeCloseTo(0.25, 2);
  expect(last().lines).toHaveLength(1);
  expect(last().lines[0].points.at(-1)!.x).toBeCloseTo(5, 0);
  run(10_000);
  expect(last().lines.map(({ points }) => Math.round(points.at(-1)!.x))).toEqual([10, 5]);
  run(6_000);
  expect(last().share).toBe(1);
  await film.over;
});

test('a slow run is drawn as far as it is computed, and no farther', () => {
  const [one] = [trial('one')];
  const { film, run, last } = filmOf({ ms: 1_000 }, [one]);
  film.take([{ trial: one, steps: steps(3) }], 0);
  run(5_000);
  expect(last().lines[0].points.at(-1)!.x).toBe(3);
  expect(last().share).toBeCloseTo(0.3);
});

test('whoever asks for the end gets it, and without a pace all is drawn at once', async () => {
  const [one] = [trial('one')];
  const pace = { ms: 60_000 };
  const { film, run, last } = filmOf(pace, [one]);
  film.take([{ trial: one, steps: steps(10) }], 1);
  expect(last().share).toBeLessThan(1);
  pace.ms = 0;
  run(200);
  expect(last().share).toBe(1);
  await film.over;
  const at = filmOf({ ms: 0 }, []);
  at.film.take([], 1);
  expect(at.last().share).toBe(1);
});

test('a closed film shows nothing more', () => {
  const { film, frames, run } = filmOf({ ms: 1_000 }, [trial('one')]);
  film.close();
  const shown = frames.length;
  run(5_000);
  expect(frames).toHaveLength(shown);
});
