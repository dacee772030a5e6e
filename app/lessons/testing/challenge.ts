// Settings that miss and that meet the challenge of each lesson, and the proof on whole simulated replicas.
import * as v from 'valibot';
import { expect } from 'vitest';
import { lessonRun } from '../../../src/room/room-question';
import { loadLesson } from '../catalogue';
import { initialValues, type Values } from '../core/control';
import type { LessonId } from '../core/lesson';
import { answerWords, parseAnswer } from '../core/prediction';
import { outcomeOf } from './run-in-node';

/** The ways beside the first settings, which never meet the challenge. */
export const ways: Readonly<Record<LessonId, { readonly missed?: Values; readonly met: Values }>> = {
  'how-a-sum-travels': { missed: { tabs: '8' }, met: { tabs: '8', size: '4000000' } },
  'one-model': {
    missed: { replicas: '3', batch: '16' },
    met: { replicas: '3', batch: '16', alone: '48' },
  },
  'communication-wall': { met: { codec: 'int8' } },
  'fuse-and-overlap': { missed: { overlap: 'yes' }, met: { fuse: 'buckets', overlap: 'yes' } },
  'fewer-bytes': { missed: { codec: 'top-k' }, met: { codec: 'int4' } },
  'talk-less': {
    missed: { inner: '192', method: 'nesterov' },
    met: { inner: '48', method: 'nesterov' },
  },
  'peer-dies': { missed: { how: 'vanish' }, met: { how: 'vanish', batch: 'fixed', replicas: '3' } },
  'when-it-stops': {
    missed: { model: '70', devices: '4096', group: '64' },
    met: { model: '70', devices: '4096', group: '64', line: '200' },
  },
  'effective-batch': { missed: { rule: 'linear' }, met: { rule: 'linear', warmup: 'yes' } },
};

/** The challenge is not met by the settings that the lesson opens with, or by a near miss, and met by others. Words and
 *  numbers of the outcome belong together. */
export async function expectMissedAndMet(id: LessonId): Promise<void> {
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
    const question = lesson.question({ ...initialValues(lesson.controls()), ...values });
    expect(parseAnswer(question, outcome.measured)).toEqual(outcome.measured);
    const all = { ...initialValues(lesson.controls()), ...values };
    const explanation = lesson.explain(all, outcome.facts);
    // The run as it travels (H19).
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
}
