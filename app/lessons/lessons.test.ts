// Every lesson, on whole simulated replicas: its challenge is not met by the settings that it opens with, or by a near miss,
// and met by others; and its words and numbers belong together.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { presets } from '../../src/replica/presets';
import { lessonRun } from '../../src/train/run/room-question';
import { parseRunConfig } from '../../src/train/run/run-config';
import { ManualClock } from '../../src/base/clock';
import { drive } from '../../src/base/testing/drive-clock';
import { loadLesson } from './catalogue';
import { initialValues, type Values } from './core/control';
import type { LessonId } from './core/lesson';
import { answerWords, parseAnswer } from './core/prediction';
import { lessonIds } from './titles';
import { outcomeOf } from './testing/run-in-node';

const base = presets.find(({ id }) => id === 'moons')!.config;

/** Beside the first settings, which never meet the challenge. */
const ways: Readonly<Record<LessonId, { readonly missed?: Values; readonly met: Values }>> = {
  'one-model': { missed: { replicas: '2', alone: '32' }, met: { alone: '32' } },
  'communication-wall': { met: { codec: 'int8' } },
  'fuse-and-overlap': { missed: { overlap: 'yes' }, met: { fuse: 'buckets', overlap: 'yes' } },
  'fewer-bytes': { missed: { codec: 'int8' }, met: { codec: 'sign' } },
  'talk-less': { missed: { inner: '16' }, met: { inner: '16', method: 'nesterov' } },
  'peer-dies': { missed: { how: 'vanish' }, met: { how: 'vanish', batch: 'fixed', replicas: '3' } },
  'when-it-stops': {
    missed: { model: '70', devices: '4096', group: '64' },
    met: { model: '70', devices: '4096', group: '64', line: '200' },
  },
  'effective-batch': { missed: { rule: 'linear' }, met: { rule: 'linear', warmup: 'yes' } },
};

test('there is a way to meet every challenge', () => {
  expect(Object.keys(ways).sort()).toEqual([...lessonIds].sort());
});

test.each(lessonIds)('%s: a few controls, and runs that replicas accept whatever is chosen', async (id) => {
  const lesson = (await loadLesson(id))!;
  const { controls } = lesson;
  expect(controls.length).toBeGreaterThanOrEqual(3);
  expect(controls.length).toBeLessThanOrEqual(5);
  for (const { id, options, initial } of controls) {
    expect(options.map(([value]) => value)).toContain(initial);
    for (const [value] of options) {
      const trials = lesson.trials({ ...initialValues(controls), [id]: value }, base);
      for (const { config, steps, replicas } of trials) {
        const parsed = parseRunConfig(config);
        expect(parsed.ok ? [] : parsed.error.message).toEqual([]);
        expect(Number.isInteger(steps) && steps > 0 && replicas <= 8).toBe(true);
      }
      expect(new Set(trials.map(({ label }) => label)).size).toBe(trials.length);
    }
  }
});

test.each(lessonIds)('%s: the teacher’s times add up', async (id) => {
  const { short, long } = (await loadLesson(id))!.words.teacher;
  const minutes = (slots: typeof short): number => slots.reduce((sum, [each]) => sum + each, 0);
  expect([minutes(short) <= 20, minutes(long) <= 45]).toEqual([true, true]);
  expect(minutes(short)).toBeGreaterThanOrEqual(15);
  expect(minutes(long)).toBeGreaterThanOrEqual(40);
});

test.each(lessonIds)('%s: the challenge is missed, and met', async (id) => {
  const lesson = (await loadLesson(id))!;
  const { missed, met } = ways[id];
  for (const [values, isMet] of [
    [{}, false],
    ...(missed ? [[missed, false] as const] : []),
    [met, true],
  ] as const) {
    const outcome = await outcomeOf(lesson, values);
    expect([id, values, outcome.challenge.isMet, outcome.challenge.why]).toEqual([
      id,
      values,
      isMet,
      expect.stringMatching(/^[A-Z0-9].*\.$/),
    ]);
    const question = lesson.question({ ...initialValues(lesson.controls), ...values });
    expect(parseAnswer(question, outcome.measured)).toEqual(outcome.measured);
    const all = { ...initialValues(lesson.controls), ...values };
    const explanation = lesson.explain(all, outcome.facts);
    // As it travels (H19).
    const sent = { done: 0, of: 0, curves: [], facts: JSON.parse(JSON.stringify(outcome.facts)) as unknown };
    const parsed = v.parse(lessonRun, sent);
    expect(lesson.explain(all, parsed.facts!)).toEqual(explanation);
    const words = [
      ...explanation,
      ...outcome.figures.flat(),
      outcome.challenge.why,
      answerWords(question, outcome.measured),
    ].join('\n');
    expect(words).not.toMatch(/undefined|NaN|Infinity|–/);
  }
});

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
