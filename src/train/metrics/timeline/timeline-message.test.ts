import { expect, test } from 'vitest';
import * as v from 'valibot';
import { accountOf } from './step-account';
import { readAccount, timelineMessage, writeAccount } from './timeline-message';

const [ann, ben] = ['a'.repeat(16), 'b'.repeat(16)];
const account = accountOf({
  ...{ run: 3, step: 12, isOverlapped: false },
  trace: {
    wall: [1000.123, 1040.456],
    compute: [[1000, 1010.5]],
    moving: [[1020, 1030]],
    waiting: [
      { interval: [1010.5, 1015], member: ann },
      { interval: [1015, 1019], member: ben },
    ],
  },
  outcome: {
    spans: [[1012, 1031]],
    transfers: [{ sending: [[1012, 1012.3]], receiving: [[1020, 1030]] }],
  },
});
const sent = writeAccount(account);
const isTaken = (message: unknown): boolean => v.is(timelineMessage, JSON.parse(JSON.stringify(message)));
const accounts = (change: object): unknown => ({ kind: 'accounts', run: 3, accounts: [{ ...sent, ...change }] }); // prettier-ignore

test('T10 an account is written and read again, on the reader’s clock', () => {
  expect(isTaken(accounts({}))).toBe(true);
  const read = readAccount(3, sent, 250);
  expect({ ...read, spans: [] }).toEqual({
    ...account,
    spans: [],
    startMs: expect.closeTo(account.startMs - 250, 2),
    endMs: expect.closeTo(account.endMs - 250, 1),
  });
  const close = account.spans.map((span) => ({
    ...span,
    startMs: expect.closeTo(span.startMs - 250, 1) as number,
    endMs: expect.closeTo(span.endMs - 250, 1) as number,
  }));
  expect(read.spans).toEqual(close);
});

test('T10 a malformed message is refused', () => {
  const [first, ...rest] = sent.spans;
  const longer = (count: number): unknown[] => Array.from({ length: count }, () => first);
  for (const change of [
    { step: 0 },
    { step: 1.5 },
    { startMs: null },
    { startMs: '7' },
    { length: -1 },
    { length: 1e12 },
    { isOverlapped: 1 },
    { members: ['ann'] },
    { members: Array.from({ length: 13 }, () => ann) },
    { spans: longer(54) },
    { spans: [[5, 0, 1, 0, 0], ...rest] }, // no such kind
    { spans: [[0, 0, sent.length + 1, 0, 0]] }, // beyond its step
    { spans: [[0, -1, 1, 0, 0]] },
    { spans: [[1, 0, 1, 2, 1]] }, // buckets in the wrong order
    { spans: [[1, 0, 1, 0, 70_000]] },
    { spans: [[3, 0, 1, 2, 0]] }, // waits for nobody
    { spans: [[0, 0, 1, 0]] },
    { spans: [[0, 0, 1, 0, 0, 0]] },
    { more: true },
  ])
    expect(isTaken(accounts(change)), JSON.stringify(change)).toBe(false);
  expect(isTaken({ kind: 'accounts', run: 3, accounts: Array.from({ length: 9 }, () => sent) })).toBe(false);
  expect(isTaken({ kind: 'ask', run: 3, steps: [1, 2, 3, 4, 5, 6, 7, 8] })).toBe(true);
  for (const steps of [[], [0], ['1'], Array.from({ length: 9 }, () => 1)])
    expect(isTaken({ kind: 'ask', run: 3, steps })).toBe(false);
  for (const message of [null, [], 'ask', { kind: 'ask' }, { kind: 'tell', run: 3, steps: [1] }])
    expect(isTaken(message)).toBe(false);
});
