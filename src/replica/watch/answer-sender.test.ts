// H16d: an observer's answer, said until the question is closed, on a clock that the test moves.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { noteRule } from '../../server/limits';
import type { AnswerNote } from './answer-note';
import { AnswerSender, retryMs, sayAgainMs } from './answer-sender';

const asks = { kind: 'accuracy', step: 9 } as const;
const open = { number: 3, asks, isOpen: true, answered: 0, of: 2 };
const by = 'a'.repeat(16);

function observer(isReceived: () => boolean = () => true) {
  const clock = new ManualClock();
  const sent: { atMs: number; note: AnswerNote }[] = [];
  const sender = new AnswerSender(clock, by, (note) => {
    sent.push({ atMs: clock.now(), note });
    return Promise.resolve(isReceived());
  });
  /** Pictures twice a second. */
  const watch = async (ms: number, asked: Parameters<AnswerSender['see']>[0]): Promise<void> => {
    for (let past = 0; past < ms; past += 500) {
      let isOver = false;
      clock.after(500, () => (isOver = true));
      while (!isOver) clock.runNext();
      sender.see(asked);
      for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    }
  };
  return { sender, sent, watch };
}

test('H16d: it is said at once, and again while the question is open', async () => {
  const { sender, sent, watch } = observer();
  await watch(5_000, open);
  expect(sent, 'nothing was answered').toEqual([]);
  sender.give(open, 50);
  expect(sent[0].note).toEqual({ kind: 'answer', by, change: 1, question: 3, value: 50 });
  expect(sender.to(open)).toBe(50);
  await watch(3 * sayAgainMs, open);
  expect(sent.map(({ atMs }) => atMs)).toEqual([5_000, 15_000, 25_000, 35_000]);
  expect(sent.at(-1)!.note, 'said again it is no change').toEqual(sent[0].note);
  sender.give(open, 60);
  expect(sent.at(-1)!.note).toMatchObject({ change: 2, value: 60 });
  const before = sent.length;
  await watch(3 * sayAgainMs, { ...open, isOpen: false, answers: [50] });
  expect(sent.length, 'closed').toBe(before);
  sender.give({ ...open, isOpen: false, answers: [50] }, 70);
  expect([sent.length, sender.to(open)]).toEqual([before, 60]);
});

test('H16d: what nobody received is said soon, within what the server takes', async () => {
  let isReceived = false;
  const { sender, sent, watch } = observer(() => isReceived);
  sender.give(open, 50);
  await watch(10_000, open);
  const every = sent.slice(1).map(({ atMs }, at) => atMs - sent[at].atMs);
  // The first one was still under way when the picture after it arrived.
  for (const ms of every) expect([retryMs, retryMs + 500]).toContain(ms);
  expect(retryMs).toBeGreaterThanOrEqual(1000 / noteRule.perSecond);
  isReceived = true;
  const before = sent.length;
  await watch(sayAgainMs, open);
  expect(sent.length - before).toBeLessThanOrEqual(2);
});

test('H16d: an answer belongs to its question, also where another lineage counts anew', async () => {
  const { sender, sent, watch } = observer();
  sender.give(open, 50);
  for (const other of [undefined, { ...open, number: 4 }, { ...open, asks: { kind: 'accuracy', step: 10 } as const }]) {
    expect(sender.to(other)).toBeUndefined();
    await watch(2 * sayAgainMs, other);
  } // prettier-ignore
  expect(sent).toHaveLength(1);
});
