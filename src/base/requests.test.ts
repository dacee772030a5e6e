import { expect, test } from 'vitest';
import { ManualClock } from './clock';
import { DeadlineError } from './deadline';
import { Requests } from './requests';

function asker() {
  const clock = new ManualClock();
  const requests = new Requests<string>(clock);
  const posted: number[] = [];
  const ask = (limitMs = 1_000) => requests.begin(limitMs, 'an answer', (id) => posted.push(id));
  return { clock, requests, posted, ask };
}

test('each reply reaches its own request, whatever their order', async () => {
  const { requests, posted, ask } = asker();
  const [first, second] = [ask(), ask()];
  expect(new Set(posted).size).toBe(2);
  requests.settle(posted[1], 'second');
  requests.settle(posted[0], 'first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(posted.some((id) => requests.isWaiting(id))).toBe(false);
  requests.settle(posted[0], 'once more');
});

test('a request without a reply ends at its deadline, which progress postpones', async () => {
  const { clock, requests, ask } = asker();
  const asked = ask();
  clock.after(800, () => requests.progress());
  while (clock.runNext());
  await expect(asked).rejects.toThrow(DeadlineError);
  expect(clock.now()).toBe(1_800);
});

test('when the other end is gone all requests end with the reason', async () => {
  const { clock, requests, posted, ask } = asker();
  const [first, second] = [ask(), ask()];
  requests.reject(posted[0], new Error('refused'));
  requests.rejectAll(new Error('gone'));
  await expect(first).rejects.toThrow('refused');
  await expect(second).rejects.toThrow('gone');
  while (clock.runNext());
});
