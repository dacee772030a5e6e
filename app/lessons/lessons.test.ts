// Every lesson: its controls, its runs, the teacher's times, and the challenges of those that run in a moment.
import { inEnglish } from '../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { withFixedSums } from '../../src/replica/fixed-sums';
import { presets } from '../../src/replica/presets';
import { parseRunConfig } from '../../src/train/run/run-config';
import { ManualClock } from '../../src/base/clock';
import { drive } from '../../src/base/testing/drive-clock';
import { loadLesson, loadTeacher } from './catalogue';
import { initialValues } from './core/control';
import { lessonIds, type LessonId } from './core/lesson';
import { expectMissedAndMet, ways } from './testing/challenge';
import { outcomeOf } from './testing/run-in-node';

const base = withFixedSums(presets.find(({ id }) => id === 'moons')!.config);

test('there is a way to meet every challenge', () => {
  expect(Object.keys(ways).sort()).toEqual([...lessonIds].sort());
});

test.each(lessonIds)('%s: a few controls, and runs that replicas accept whatever is chosen', async (id) => {
  const lesson = (await loadLesson(id))!;
  const controls = lesson.controls();
  expect(controls.length).toBeGreaterThanOrEqual(3);
  expect(controls.length).toBeLessThanOrEqual(5);
  for (const { id, options, initial } of controls) {
    expect(options.map(([value]) => value)).toContain(initial);
    for (const [value] of options) {
      const trials = lesson.trials({ ...initialValues(controls), [id]: value }, base);
      for (const { config, steps, replicas } of trials) {
        const parsed = parseRunConfig(config);
        expect(parsed.ok ? [] : inEnglish(parsed.error.says)).toEqual([]);
        expect(Number.isInteger(steps) && steps > 0 && replicas <= 8).toBe(true);
      }
      expect(new Set(trials.map(({ label }) => label())).size).toBe(trials.length);
    }
  }
});

test.each(lessonIds)('%s: the teacher’s times add up', async (id) => {
  const { short, long } = (await loadTeacher(id))();
  const minutes = (slots: typeof short): number => slots.reduce((sum, [each]) => sum + each, 0);
  expect([minutes(short), minutes(long)]).toEqual([20, 45]);
});

test('a group larger than the devices is impossible, and no question of memory', async () => {
  const lesson = (await loadLesson('when-it-stops'))!;
  const given = { model: '0.1', devices: '8', group: '64' };
  const { measured, figures, bars } = await outcomeOf(lesson, given);
  expect(measured).toEqual({ kind: 'choice', option: 'impossible' });
  expect(figures).toEqual([
    ['Devices', '8'],
    ['Devices of a group', '64'],
    ['Replicas', '0'],
  ]);
  expect(bars).toBeUndefined();
  expect(lesson.explain({ ...initialValues(lesson.controls()), ...given }, [])[0]).toMatch(
    /^A group needs 64 devices, and there are only 8\./,
  );
});

/** They run in a moment. The others: challenges.long.test.ts. */
const quick: readonly LessonId[] = [
  'how-a-sum-travels',
  'communication-wall',
  'fuse-and-overlap',
  'when-it-stops',
];

test.each(quick)('%s: the challenge is missed, and met', expectMissedAndMet);

test('a lesson whose chunk does not come is given up, and named', async () => {
  const clock = new ManualClock();
  const hanging = () => new Promise<never>(() => undefined);
  const loaders = Object.fromEntries(lessonIds.map((id) => [id, hanging])) as unknown as Record<
    (typeof lessonIds)[number],
    typeof hanging
  >;
  const loading = loadLesson('peer-dies', clock, loaders);
  await expect(drive(clock, loading)).rejects.toThrow(/20000 ms while waiting for the lesson peer-dies/);
});
