// H16d: answers of devices that only watch are a stranger's messages: one a device and a connection, bounded, and of now.
import { describe, expect, test } from 'vitest';
import { mostObserved, type RoomQuestion } from '../../room/room-question';
import { readAnswerNote, type AnswerNote } from '../watch/answer-note';
import { ObservedAnswers } from './observed-answers';

const asks = { kind: 'accuracy', step: 9 } as const;
const asked: RoomQuestion = { number: 3, asks };
const id = (n: number): string => n.toString(16).padStart(16, '0');
const note = (device: number, value: number, change = 1): AnswerNote => ({ kind: 'answer', by: id(device), change, question: 3, value }); // prettier-ignore

describe('a note', () => {
  test('H16d: is an answer, or nothing', () => {
    expect(readAnswerNote(JSON.parse(JSON.stringify(note(1, 0.5))))).toEqual(note(1, 0.5));
    for (const bad of [
      null,
      'answer',
      { ...note(1, 0.5), kind: 'want-model' },
      { ...note(1, 0.5), by: 'me' },
      { ...note(1, 0.5), value: NaN },
      { ...note(1, 0.5), value: '1' },
      { ...note(1, 0.5), value: Infinity },
      { ...note(1, 0.5), question: 0 },
      { ...note(1, 0.5), change: -1 },
      { ...note(1, 0.5), name: 'Robert' },
    ])
      expect(readAnswerNote(bad), JSON.stringify(bad)).toBeUndefined();
  });
});

describe('a member', () => {
  test('H16d: counts one answer of a device, the newest', () => {
    const answers = new ObservedAnswers();
    expect(answers.take('o1', note(1, 50, 1), asked)).toBe(true);
    expect(answers.take('o1', note(1, 50, 1), asked), 'said again').toBe(false);
    expect(answers.take('o1', note(1, 70, 2), asked)).toBe(true);
    expect(answers.take('o1', note(1, 50, 1), asked), 'repeated by the server').toBe(false);
    expect(answers.take('o2', note(2, 10), asked)).toBe(true);
    expect([...answers.to(asked)].sort((a, b) => a - b)).toEqual([10, 70]);
  });

  test('H16d: a device that comes back under another connection is the same', () => {
    const answers = new ObservedAnswers();
    answers.take('o1', note(1, 50, 1), asked);
    answers.take('o9', note(1, 60, 2), asked);
    expect(answers.to(asked)).toEqual([60]);
    // The observer’s old connection may be somebody else's now.
    expect(answers.take('o1', note(2, 5), asked)).toBe(true);
  });

  test('H16d: a page that invents devices has one answer', () => {
    const answers = new ObservedAnswers();
    for (let device = 0; device < 100; device++) answers.take('o1', note(device, device), asked);
    expect(answers.to(asked)).toEqual([0]);
  });

  test('H16d: it takes as many as may watch', () => {
    const answers = new ObservedAnswers();
    for (let n = 0; n < 2 * mostObserved; n++) answers.take(`o${n}`, note(n, n), asked);
    expect(answers.to(asked)).toHaveLength(mostObserved);
    expect(answers.take('o0', note(0, 99, 2), asked), 'who is in may change').toBe(true);
  });

  test('H16d: only while that question is open, and only for it', () => {
    const answers = new ObservedAnswers();
    expect(answers.take('o1', note(1, 50), undefined)).toBe(false);
    expect(answers.take('o1', note(1, 50), { number: 4, asks })).toBe(false);
    expect(answers.take('o1', note(1, 50), { ...asked, closed: { answers: [], of: 1 } })).toBe(false);
    answers.take('o1', note(1, 50), asked);
    expect(answers.to({ number: 4, asks })).toEqual([]);
    expect(answers.to({ number: 3, asks: { kind: 'accuracy', step: 10 } }), 'of another lineage').toEqual([]);
    expect(answers.to(undefined)).toEqual([]);
    const next = { number: 4, asks };
    answers.take('o1', { ...note(1, 7), question: 4 }, next);
    expect(answers.to(next)).toEqual([7]);
  });
});
