import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { editRoom, isRoomCommand, type RoomCommand } from './edit-room';
import { newRoom, roomDocument, type RoomDocument } from './room-document';
import { mayEnter, mostAdmitted } from './room-door';
import { mostRenamed, shownName } from './room-names';
import { mostAnswers, mostCurveLosses, mostObserved, type GivenAnswer } from './room-question';

type Answers = readonly (GivenAnswer | undefined)[];

const after = (answers: Answers, ...commands: RoomCommand[]): RoomDocument =>
  commands.reduce((room, command) => editRoom(room, command, answers), newRoom);
/** Does a member take a document with this in it? */
const isTaken = (document: unknown): boolean => v.safeParse(roomDocument, document).success;

test('the picture on walls leaves no trace once it is taken back (R20)', () => {
  expect(after([], { kind: 'show', picture: 'split' })).toEqual({ shows: 'split' });
  expect(after([], { kind: 'show', picture: 'split' }, { kind: 'show', picture: null })).toEqual(newRoom);
  expect(isTaken({ shows: 'A picture?' })).toBe(false);
});

test('L20e links by WebRTC alone leave no trace once they are taken back', () => {
  const only: RoomCommand = { kind: 'set-links', onlyWebRtc: true };
  expect(after([], only)).toEqual({ onlyWebRtc: true });
  expect(isTaken(after([], only))).toBe(true);
  expect(after([], only, { kind: 'set-links', onlyWebRtc: false })).toEqual(newRoom);
});

test('commands of the ring are none of the room', () => {
  expect(isRoomCommand({ kind: 'start' })).toBe(false);
  expect(isRoomCommand({ kind: 'toString' })).toBe(false);
  expect(isRoomCommand({ kind: 'ask' })).toBe(true);
});

describe('H14: the door', () => {
  const [inside, asking] = ['i'.repeat(22), 'a'.repeat(22)] as [string, string];
  const enters = (room: RoomDocument): boolean[] =>
    [inside, asking, undefined].map((pass) => mayEnter(room, () => pass));
  const admit: RoomCommand = { kind: 'admit', pass: asking };
  const dismiss: RoomCommand = { kind: 'dismiss', pass: asking };

  test('a shut one knows whom the host let in by their passes; an open one leaves no trace', () => {
    expect(enters(newRoom)).toEqual([true, true, true]);
    for (const door of ['asks', 'locked'] as const) {
      const shut: RoomCommand = { kind: 'set-door', door, inside: [inside] };
      expect(after([], shut)).toEqual({ door, admitted: [inside] });
      expect(enters(after([], shut))).toEqual([true, false, false]);
      expect(enters(after([], shut, admit))).toEqual([true, true, false]);
      expect(enters(after([], shut, admit, dismiss))).toEqual([true, false, false]);
      expect(after([], shut, admit, { kind: 'set-door', door: 'open' })).toEqual(newRoom);
    }
    const locked = after([], { kind: 'set-door', door: 'asks', inside: [inside] }, admit, {
      ...{ kind: 'set-door', door: 'locked' },
    });
    expect(enters(locked)).toEqual([true, true, false]);
    expect(after([], admit, dismiss)).toEqual(newRoom);
  });

  test('at most 256 are remembered as let in, the latest', () => {
    const passes = Array.from({ length: mostAdmitted }, (_, at) => String(at).padStart(22, 'p'));
    const { admitted } = editRoom({ door: 'asks', admitted: passes }, admit);
    expect([admitted!.length, admitted!.at(-1), admitted![0]]).toEqual([mostAdmitted, asking, passes[1]]);
  });
});

describe('H12: what screens call a member', () => {
  const [ada, other] = ['a'.repeat(16), 'b'.repeat(16)];
  const rename = (peer: string, name: string | null): RoomCommand => ({ kind: 'rename', peer, name });
  const hide = (areHidden: boolean): RoomCommand => ({ kind: 'set-names', areHidden });

  test('as the host says, else two words where names are hidden, else as it calls itself', () => {
    const named = after([], hide(true), rename(ada, 'Ada'), rename(ada, 'Ada L.'));
    expect(named).toEqual({ areNamesHidden: true, renamed: [{ member: ada, name: 'Ada L.' }] });
    expect(shownName(named, ada, 'a')).toBe('Ada L.');
    expect(shownName(named, other, 'Real Name')).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(shownName(named, other, 'x')).toBe(shownName(named, other, 'y'));
    expect(shownName(newRoom, other, 'Real Name')).toBe('Real Name');
    expect([rename(ada, null), hide(false)].reduce((room, edit) => editRoom(room, edit), named)).toEqual({});
    const ids = Array.from({ length: mostRenamed + 1 }, (_, at) => at.toString(16).padStart(16, '0'));
    const many = after([], ...ids.map((id) => rename(id, 'x'))).renamed!;
    expect([many.length, many.some(({ member }) => member === ids[0])]).toEqual([mostRenamed, false]);
  });

  test('a name that could disturb the text around it is no name', () => {
    const isName = (name: unknown): boolean => isTaken({ renamed: [{ member: ada, name }] });
    for (const name of ['', ' ', 'a\u202eb', 'a\nb', ' a', 'x'.repeat(41), 7, null])
      expect(isName(name), String(name)).toBe(false);
    for (const name of ['Ada', '💧'.repeat(40)]) expect(isName(name)).toBe(true);
  });
});

test('H17: another target begins another table, and an attempt at another target is none', () => {
  const settings = {
    ...{ data: 'moons', parameters: 9, replicas: 1, batch: 8, learningRate: 1, optimizer: 'sgd' },
    ...{ codec: 'f32', topology: 'ring', buckets: 'single', overlap: true, innerSteps: 1, isSlowed: false },
  };
  const attempt = { run: 1, step: 9, ms: 5, bytes: 7, digest: '3'.repeat(16), settings, isChanged: false };
  const set = (target: number | null): RoomCommand => ({ kind: 'set-league', target });
  const note = (target: number): RoomCommand => ({ kind: 'note-attempt', target, attempt });
  expect(after([], set(0.2), note(0.2)).league).toEqual({ target: 0.2, attempts: [attempt] });
  expect(after([], set(0.2), note(0.2), set(0.2)).league?.attempts).toHaveLength(1);
  expect(after([], set(0.2), note(0.2), set(0.1)).league).toEqual({ target: 0.1, attempts: [] });
  expect(after([], set(0.2), note(0.1)).league?.attempts).toEqual([]);
  expect(after([], set(0.2), set(null))).toEqual(newRoom);
  expect(after([], note(0.2))).toEqual(newRoom);
});

describe('H16: a question to the room', () => {
  const loss = { kind: 'loss', step: 200, most: 1 } as const;
  const ask: RoomCommand = { kind: 'ask', question: loss };
  const to = (question: number, value: number): GivenAnswer => ({ question, value });
  const question = { number: 1, asks: loss };
  const closed = { answers: [0.1235, 0.5], of: 4 };
  const four = [to(1, 0.5), undefined, to(1, 0.123456), to(2, 7)];

  test('it has a number of its own, and leaves only that behind', () => {
    expect(after([], ask)).toEqual({ asked: 1, question });
    expect(after([], ask, ask)).toEqual({ asked: 2, question: { ...question, number: 2 } });
    expect(after([], ask, { kind: 'ask', question: null })).toEqual({ asked: 1 });
  });

  test('H16a: closed, it keeps the answers of that moment, ascending, and takes no more', () => {
    const close: RoomCommand = { kind: 'close-question' };
    expect(after(four, ask, close).question).toEqual({ ...question, closed });
    expect(after(four, close)).toEqual(newRoom);
    const room = { asked: 1, question: { ...question, closed } };
    expect(editRoom(room, close, [to(1, 9)])).toEqual(room);
    const all = Array.from({ length: 80 }, () => to(1, 1));
    const { question: full } = after(all, ask, close);
    expect([full!.closed!.answers.length, full!.closed!.of]).toEqual([mostAnswers, 80]);
  });

  test('H16d: what devices that only watch have answered is among them, and those are counted', () => {
    const observed = [0.9, 0.2];
    const both = { answers: [0.1235, 0.2, 0.5, 0.9], of: 6 };
    const close: RoomCommand = { kind: 'close-question', observed };
    expect(after(four, ask, close).question).toEqual({ ...question, closed: both });
    const reveal: RoomCommand = { kind: 'reveal', question: 1, measured: 0.31, observed };
    expect(after(four, ask, reveal).question).toEqual({ ...question, closed: both, measured: 0.31 });
    const closedBefore = after(four, ask, { kind: 'close-question' }, reveal).question;
    expect(closedBefore).toEqual({ ...question, closed, measured: 0.31 });
    const most = Array.from({ length: mostObserved + 5 }, () => 1);
    const full = after(four, ask, { kind: 'close-question', observed: most });
    expect(full.question!.closed!.answers).toHaveLength(mostObserved + 2);
    expect(isTaken({ ...full, question: { ...full.question, closed: { answers: ['1'], of: 1 } } })).toBe(
      false,
    );
  });

  test('H16b: what came closes it too, and belongs to the question that was asked', () => {
    const reveal = (number: number): RoomCommand => ({ kind: 'reveal', question: number, measured: 0.31 });
    expect(after(four, ask, reveal(1)).question).toEqual({ ...question, closed, measured: 0.31 });
    expect(after(four, ask, reveal(2)).question).toEqual(question);
    expect(after(four, reveal(1))).toEqual(newRoom);
  });

  test('it holds no text that a person wrote, and is small', () => {
    const asks = (given: unknown): boolean => isTaken({ asked: 1, question: { number: 1, asks: given } });
    const values = { inner: '16', outer: 'nesterov' };
    expect(asks({ kind: 'lesson', lesson: 'talk-less', values })).toBe(true);
    for (const bad of [
      { a: 'Hello you' },
      { a: '' },
      { a: '<b>' },
      { a: 'x'.repeat(25) },
      { 'a b': 'x' },
      Object.fromEntries(Array.from('abcdefghi', (name) => [name, '1'])),
    ])
      expect(asks({ kind: 'lesson', lesson: 'talk-less', values: bad }), JSON.stringify(bad)).toBe(false);
    for (const bad of [
      { kind: 'lesson', lesson: 'A lesson?', values: {} },
      { ...loss, step: 0 },
      { ...loss, most: Infinity },
      { ...loss, text: 'Who is it?' },
      { kind: 'speed-up', replicas: 65 },
    ])
      expect(asks(bad), JSON.stringify(bad)).toBe(false);
  });
});

describe('H19: a class runs a lesson together', () => {
  const asks = { kind: 'lesson', lesson: 'one-model', values: {} } as const;
  const closed = { answers: [1], of: 2 };
  const run = { done: 40, of: 200, curves: [{ upTo: 40, losses: [0.7, 0.6] }] };
  const note = (number: number, given = run): RoomCommand => ({
    ...{ kind: 'note-lesson', question: number },
    run: given,
  });
  const roomOf = (question: object): RoomDocument => ({
    ...{ asked: 2, question: { number: 2, asks, ...question } },
  });

  test('how far it is stands with its question, once that is closed and until what came is known', () => {
    const noted = (question: object, number = 2) => editRoom(roomOf(question), note(number)).question;
    expect(noted({ closed })).toEqual({ number: 2, asks, closed, run });
    const later = { ...run, done: 200 };
    expect(editRoom(roomOf({ closed, run }), note(2, later)).question?.run).toEqual(later);
    for (const question of [{}, { closed, measured: 1 }, { closed, asks: { kind: 'accuracy', step: 9 } }])
      expect(noted(question)?.run, JSON.stringify(question)).toBeUndefined();
    expect(noted({ closed }, 1)?.run, 'of another question').toBeUndefined();
    expect(editRoom(newRoom, note(2))).toEqual(newRoom);
    const told = editRoom(roomOf({ closed, run }), { kind: 'reveal', question: 2, measured: 1 });
    expect(told.question).toEqual({ number: 2, asks, closed, run, measured: 1 });
  });

  test('it is numbers, and few', () => {
    const stands = (given: unknown): boolean => isTaken(roomOf({ closed, run: given }));
    expect([run, { done: 0, of: 0, curves: [] }].map(stands)).toEqual([true, true]);
    const [curve] = run.curves;
    for (const bad of [
      { ...run, done: 201 },
      { ...run, done: -1 },
      { ...run, words: 'Hello' },
      { ...run, curves: Array.from({ length: 5 }, () => curve) },
      { ...run, curves: [{ ...curve, losses: Array.from({ length: mostCurveLosses + 1 }, () => 1) }] },
      { ...run, curves: [{ ...curve, losses: [Infinity] }] },
      { ...run, curves: [{ ...curve, label: 'x' }] },
    ])
      expect(stands(bad), JSON.stringify(bad)).toBe(false);
  });
});
