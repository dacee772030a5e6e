import { expect, test } from 'vitest';
import { closingLine, countPlaywright, countVitest, stageTotal } from './test-counts.mjs';

test('counts what the runners report', () => {
  const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(countVitest(vitest)).toEqual({ passed: 3, failed: 1, skipped: 3 });
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 0,
  });
});

test('a stage that did not end well never shows 0 failed', () => {
  const green = { passed: 4, failed: 0, skipped: 0 };
  expect(stageTotal({ code: 0 }, green).failed).toBe(0);
  expect(stageTotal({ code: 1 }, green).failed).toBe(1);
  expect(stageTotal({ code: 0, reason: 'stopped after 20 minutes' }, green).failed).toBe(1);
  expect(stageTotal({ code: 1 }, { passed: 2, failed: 3, skipped: 0 }).failed).toBe(3);
  expect(stageTotal({ code: 1 }, undefined)).toMatchObject({ passed: 0, failed: 1 });
  expect(stageTotal({ reason: 'not run: build failed' }, undefined)).toMatchObject({ passed: 0, failed: 1 });
});

test('a stage that ran no test did not pass', () => {
  expect(stageTotal({ code: 0 }, { passed: 0, failed: 0, skipped: 7 }).failed).toBe(1);
  expect(stageTotal({ code: 0 }, undefined)).toMatchObject({ passed: 1, failed: 0 });
});

test('the closing line adds all stages up', () => {
  expect(
    closingLine([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 40, failed: 2, skipped: 1 },
    ]),
  ).toBe('41 passed, 2 failed');
});
