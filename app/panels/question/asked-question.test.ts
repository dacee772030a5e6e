// H16: the host's question in words, and answers that travel as numbers.
import { expect, test } from 'vitest';
import { initialValues } from '../../lessons/core/control';
import { loadLesson } from '../../lessons/catalogue';
import { lessonIds } from '../../lessons/core/lesson';
import { speakIn } from '../../testing/speak-in';
import { valueOf } from '../../lessons/core/prediction';
import { answerOf, answersOf, cameOf, loadQuestion, runQuestion } from './asked-question';
import { question as wire } from '../../../src/room/room-question';
import * as v from 'valibot';

test.each(lessonIds)(
  'H16: the question of “%s” with its settings travels, and comes back as the lesson asks it',
  async (id) => {
    const lesson = (await loadLesson(id))!;
    for (const control of lesson.controls())
      for (const [option] of control.options) {
        const values = { ...initialValues(lesson.controls()), [control.id]: option };
        const sent = v.parse(wire, { kind: 'lesson', lesson: id, values });
        const asked = (await loadQuestion(sent))!;
        expect(asked.question).toEqual(lesson.question(values));
        expect(asked.lesson!.path).toContain(`/lesson/${id}`);
      }
  },
);

test('H16: a lesson that this page does not know is no question', async () => {
  expect(await loadQuestion({ kind: 'lesson', lesson: 'of-later', values: {} })).toBeUndefined();
  expect(await loadQuestion({ kind: 'lesson', lesson: 'constructor', values: {} })).toBeUndefined();
});

test('H16c: an answer is the number itself, or the place of an option; others are left out', () => {
  const choice = { kind: 'choice', text: '?', options: [['a', 'A'], ['b', 'B']] } as const; // prettier-ignore
  expect([0, 1, 2, -1, 0.5].map((value) => answerOf(choice, value)?.kind)).toEqual(['choice', 'choice', undefined, undefined, undefined]); // prettier-ignore
  expect(valueOf(choice, { kind: 'choice', option: 'b' })).toBe(1);
  const loss = runQuestion({ kind: 'loss', step: 200, most: 0.7 })!;
  expect(answerOf(loss, Math.fround(0.7)), 'as a record holds it').toEqual({ kind: 'number', value: 0.7 });
  expect(answersOf(loss, [-1, 0, 0.5, 0.8, 1e30]).map((answer) => valueOf(loss, answer))).toEqual([0, 0.5]);
  expect(runQuestion({ kind: 'speed-up', replicas: 8 })).toMatchObject({ unit: '×', most: 16 });
  expect(runQuestion({ kind: 'accuracy', step: 1000 })!.text).toContain('1,000');
});

test('H16c: what came is as it is, also beyond what can be an answer', () => {
  const loss = runQuestion({ kind: 'loss', step: 700, most: 0.04 })!;
  expect(answerOf(loss, 0.07803)).toBeUndefined();
  expect(cameOf(loss, 0.07803)).toEqual({ kind: 'number', value: 0.07803 });
  expect(cameOf(loss, undefined)).toBeUndefined();
  const choice = { kind: 'choice', text: '?', options: [['a', 'A'], ['b', 'B']] } as const; // prettier-ignore
  expect([0, 2].map((value) => cameOf(choice, value))).toEqual([{ kind: 'choice', option: 'a' }, undefined]);
});

test('a lesson’s question leads to the lesson’s page with the same settings, and names its challenge', async () => {
  const asked = await loadQuestion({ kind: 'lesson', lesson: 'talk-less', values: { inner: '192' } });
  expect(asked!.lesson).toMatchObject({
    title: 'Talk less',
    settings: expect.stringContaining('Local steps between two sums: 192'),
    path: '/lesson/talk-less?inner=192',
    task: expect.stringMatching(/^Send at most a twentieth of the bytes/),
  });
});

test('a lesson’s question is in the current language, also when its words came after the lesson', async () => {
  const asked = (await loadQuestion({ kind: 'lesson', lesson: 'talk-less', values: {} }))!;
  expect(asked.question.text).toMatch(/^How will the loss/);
  await speakIn('de');
  expect(asked.question.text).toMatch(/^Wo liegt der Verlust/);
});
