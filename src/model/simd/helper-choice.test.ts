import { expect, test } from 'vitest';
import { gradientsUntilChoice, HelperChoice } from './helper-choice';

/** Runs gradients of these times until the clock says `untilMs`; how many of them were computed alone. */
function train(
  choice: HelperChoice,
  times: { readonly together: number; readonly alone: number },
  untilMs: number,
  from = 0,
): { readonly gradients: number; readonly alone: number } {
  let [nowMs, gradients, alone] = [from, 0, 0];
  while (nowMs < untilMs) {
    const ms = choice.isAlone ? times.alone : times.together;
    gradients++;
    if (choice.isAlone) alone++;
    nowMs += ms;
    choice.took(ms, 1, nowMs);
  }
  return { gradients, alone };
}

test('the first gradients are computed together', () => {
  const choice = new HelperChoice();
  expect(train(choice, { together: 100, alone: 1 }, 600)).toEqual({ gradients: 6, alone: 0 });
});

test.each([
  [{ together: 10, alone: 20 }, 'together'],
  [{ together: 20, alone: 10 }, 'alone'],
])('%j: after so many gradients, and not before, the first trial has ended', (times, kind) => {
  const choice = new HelperChoice();
  const kinds: string[] = [];
  for (let nowMs = 0; kinds.length < gradientsUntilChoice + 20;) {
    const now = choice.isAlone ? 'alone' : 'together';
    kinds.push(now);
    choice.took(times[now], 1, (nowMs += times[now]));
  }
  expect(new Set(kinds.slice(gradientsUntilChoice))).toEqual(new Set([kind]));
  expect(kinds.slice(gradientsUntilChoice - 3, gradientsUntilChoice)).toEqual(['alone', 'alone', 'alone']);
});

test('helpers that help stay, and trying without them costs less than one percent', () => {
  const choice = new HelperChoice();
  const { gradients, alone } = train(choice, { together: 10, alone: 19 }, 600_000);
  expect(choice.isAlone).toBe(false);
  expect(alone).toBeGreaterThanOrEqual(2 * 6); // several trials
  expect((alone * (19 - 10)) / (gradients * 10)).toBeLessThan(0.01);
});

test('where two threads are slower, the leader goes on alone', () => {
  const choice = new HelperChoice();
  train(choice, { together: 30, alone: 20 }, 20_000);
  expect(choice.isAlone).toBe(true);
});

test('it takes its helpers back when cores have become free, after a rest', () => {
  const choice = new HelperChoice();
  train(choice, { together: 30, alone: 20 }, 20_000);
  const before = train(choice, { together: 10, alone: 20 }, 30_000, 20_000);
  expect(before.alone).toBe(before.gradients);
  train(choice, { together: 10, alone: 20 }, 60_000, 30_000);
  expect(choice.isAlone).toBe(false);
});

test('a small difference changes nothing', () => {
  const choice = new HelperChoice();
  train(choice, { together: 10, alone: 9.8 }, 20_000);
  expect(choice.isAlone).toBe(false);
});

test('gradients are compared by the time of a micro-batch', () => {
  const choice = new HelperChoice();
  for (let gradient = 0; gradient < 20; gradient++) {
    // A gradient alone has one micro-batch of 15 ms, one together four of 10 ms.
    const [ms, microBatches] = choice.isAlone ? [15, 1] : [40, 4];
    choice.took(ms, microBatches, 100 * gradient);
  }
  expect(choice.isAlone).toBe(false);
});
