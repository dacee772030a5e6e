// The challenge of every lesson, missed and met on whole simulated replicas.
import { expect, test } from 'vitest';
import { loadLesson } from './catalogue';
import { expectMissedAndMet } from './testing/challenge';
import { outcomeOf } from './testing/run-in-node';
import { lessonIds } from './core/lesson';

test.each(lessonIds)('%s: the challenge is missed, and met', expectMissedAndMet);

test('talk less: few local steps cost little, many cost much, and with momentum some number is best', async () => {
  const lesson = (await loadLesson('talk-less'))!;
  /** How much larger the loss is than that of a sum after every step. */
  const ratio = async (method: string, inner: string): Promise<number> =>
    (await outcomeOf(lesson, { method, inner })).facts[2]!;
  expect(Math.abs(await ratio('average', '2'))).toBeLessThan(0.1);
  expect(await ratio('average', '192')).toBeGreaterThan(0.25);
  expect(await ratio('nesterov', '48')).toBeLessThan(-0.3);
  expect(await ratio('nesterov', '192')).toBeGreaterThan(0.1);
});
