import { expect, test } from 'vitest';
import { lossRow, timeToLoss } from './time-to-loss';

const line = (step: number, loss?: number) => ({
  ...{ step, wallMs: 100, computeMs: 20, overlappedMs: 5, bytes: 1000 },
  ...(loss === undefined ? {} : { validation: { loss, accuracy: 0.5 } }),
});

test('the time is that of all steps up to the first validation at or below the loss', () => {
  const lines = [line(1), line(2, 0.9), line(3), line(4, 0.5), line(5, 0.4)];
  expect(timeToLoss('x', lines, 0.5)).toEqual({
    ...{ name: 'x', ours: 0.4, limit: 0.1, unit: 's', ratio: 4 },
    ...{ steps: 4, bytes: 4000, loss: 0.5, seconds: 0.4 },
  });
});

test('a loss that is not reached has no time, never a wrong one', () => {
  const missed = timeToLoss('x', [line(1), line(2, 0.9), line(3)], 0.5);
  expect(missed).toMatchObject({ ours: null, limit: null, ratio: null, steps: 3, loss: 0.9, seconds: 0.3 });
  expect(lossRow(missed)).toContain('loss 0.900 after 0.3 s');
  expect(timeToLoss('x', [], 0.5)).toMatchObject({ ours: null, steps: 0, loss: null, seconds: 0 });
});
