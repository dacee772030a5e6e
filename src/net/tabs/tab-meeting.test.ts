import { afterEach, expect, test } from 'vitest';
import { type TabAnswer, TabMeeting, type TabQuestion } from './tab-meeting';

const opened: MessagePort[] = [];
afterEach(() => opened.splice(0).forEach((port) => port.close()));

/** A tab at the meeting, and what it was answered. */
function tabAt(meeting: TabMeeting) {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  meeting.add(port1);
  const answers: TabAnswer[] = [];
  let heard = (): void => undefined;
  port2.onmessage = ({ data }: MessageEvent<TabAnswer>) => {
    opened.push(data.port);
    answers.push(data);
    heard();
  };
  const ask = (key: string, isOver = false): void => port2.postMessage({ key, isOver } satisfies TabQuestion);
  const answer = async (): Promise<TabAnswer> => {
    if (answers.length === 0) await new Promise<void>((resolve) => (heard = resolve));
    return answers.shift()!;
  };
  return { ask, answer, answers };
}

/** What the other end of the port receives next. */
const next = (port: MessagePort): Promise<unknown> =>
  new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));

test('L20a two tabs that name the same key get the two ends of one channel', async () => {
  const meeting = new TabMeeting();
  const [a, b] = [tabAt(meeting), tabAt(meeting)];
  a.ask('x');
  b.ask('x');
  const [{ port: endOfA, key }, { port: endOfB }] = await Promise.all([a.answer(), b.answer()]);
  expect(key).toBe('x');
  const heard = next(endOfB);
  endOfA.postMessage('hello');
  expect(await heard).toBe('hello');
});

test('keys that differ do not meet, nor does one tab with itself, nor a tab that waits no longer', async () => {
  const meeting = new TabMeeting();
  const [a, b] = [tabAt(meeting), tabAt(meeting)];
  a.ask('x');
  a.ask('x');
  a.ask('over');
  a.ask('over', true);
  b.ask('y');
  b.ask('over');
  // Answers come in the order of the questions: this one shows that none of those before was answered.
  a.ask('z');
  b.ask('z');
  expect((await a.answer()).key).toBe('z');
  expect((await b.answer()).key).toBe('z');
  expect([a.answers, b.answers]).toEqual([[], []]);
});

test('a tab that never meets anybody makes no other wait: the oldest keys are forgotten', async () => {
  const meeting = new TabMeeting();
  const [flood, a, b] = [tabAt(meeting), tabAt(meeting), tabAt(meeting)];
  for (let i = 0; i < 10_000; i++) flood.ask(`flood ${i}`);
  a.ask('x');
  b.ask('x');
  expect((await a.answer()).key).toBe('x');
  a.ask('flood 0');
  a.ask('flood 9999');
  expect((await a.answer()).key).toBe('flood 9999');
});
