import { expect, test } from 'vitest';
import { history } from '../../../tools/lab/fixtures/history';
import { states } from '../../../tools/lab/fixtures/states';
import type { RoomQuestion } from '../../room/room-question';
import { meanOver, QuestionWatch } from './question-watch';

const setup = states.map((state) => state()).find(({ name }) => name === 'training-3')!;
const records = history({ ...setup, steps: 40 });

const answersTo = (question: RoomQuestion, seen = records) => {
  const watch = new QuestionWatch();
  // Said once, the room knows it.
  let measured = question.measured;
  return seen.flatMap((record) => {
    const came = watch.see(record, { ...question, measured });
    if (came?.kind === 'reveal') measured = came.measured;
    return came ?? [];
  });
};

test('H16: the host says once what came at the step that was asked for: a mean of the last steps', () => {
  const loss: RoomQuestion = { number: 3, asks: { kind: 'loss', step: 25, most: 2 } };
  const last = records.slice(25 - meanOver, 25);
  const mean = last.reduce((sum, { loss }) => sum + loss, 0) / meanOver;
  expect(answersTo(loss)).toEqual([{ kind: 'reveal', question: 3, measured: Number(mean.toPrecision(4)) }]);
  const percent = (100 * last.reduce((sum, { accuracy = NaN }) => sum + accuracy, 0)) / meanOver;
  expect(answersTo({ number: 4, asks: { kind: 'accuracy', step: 25 } })).toEqual([
    { kind: 'reveal', question: 4, measured: Number(percent.toPrecision(4)) },
  ]);
});

test('H16: it says nothing of what it did not see, does not measure, or has said', () => {
  const loss: RoomQuestion = { number: 3, asks: { kind: 'loss', step: 25, most: 2 } };
  expect(answersTo(loss, records.slice(25))).toEqual([]);
  expect(answersTo({ ...loss, measured: 0.5 })).toEqual([]);
  expect(answersTo({ number: 1, asks: { kind: 'speed-up', replicas: 4 } })).toEqual([]);
  expect(answersTo(loss, [...records.slice(0, 24), { ...records[24], loss: NaN }])).toEqual([]);
});

test('H16: after a gap or in another run the mean begins anew', () => {
  const watch = new QuestionWatch();
  const asks = { kind: 'loss', step: 2, most: 9 } as const;
  const record = (step: number, loss: number) => ({ ...records[0], step, loss });
  watch.see(record(1, 8), { number: 1, asks });
  watch.see(record(7, 8), { number: 1, asks });
  watch.see(record(1, 1), { number: 1, asks });
  expect(watch.see(record(2, 2), { number: 1, asks })).toMatchObject({ measured: 1.5 });
});

test('H16b: a question whose step has passed is settled too, and said again until the room knows', () => {
  const watch = new QuestionWatch();
  const question: RoomQuestion = { number: 3, asks: { kind: 'loss', step: 5, most: 2 } };
  // Asked at step 5, and known to all after step 18.
  const said = records.flatMap((record) => (watch.see(record, record.step > 18 ? question : undefined) ? [record.step] : [])); // prettier-ignore
  expect(said).toEqual([25, 35]);
  const came = watch.see({ ...records[0], step: 41 }, question);
  expect(came).toBeUndefined();
  const mean = records.slice(0, 5).reduce((sum, { loss }) => sum + loss, 0) / 5;
  for (let step = 42; step < 45; step++) watch.see({ ...records[0], step }, question);
  expect(watch.see({ ...records[0], step: 45 }, question)).toMatchObject({
    measured: Number(mean.toPrecision(4)),
  });
});
