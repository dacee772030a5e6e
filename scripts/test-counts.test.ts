import { expect, test } from 'vitest';
import {
  closingLine,
  countPlaywright,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  stageTotal,
} from './test-counts.mjs';

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

test('names the failed tests of Vitest, and files that could not be loaded', () => {
  const passed = { fullName: 'sums are exact', status: 'passed', failureMessages: [] };
  const failed = {
    fullName: 'group sums',
    status: 'failed',
    failureMessages: ['expected 1 to be 2\n    at a'],
  };
  const report = {
    testResults: [
      { name: '/root/src/a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: '/root/src/b.test.ts', status: 'failed', message: 'Cannot find ./c', assertionResults: [] },
      { name: '/root/src/d.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  };
  expect(failedInVitest(report, '/root')).toEqual([
    { name: 'src/a.test.ts › group sums', error: 'expected 1 to be 2\n    at a' },
    { name: 'src/b.test.ts', error: 'Cannot find ./c' },
  ]);
  expect(failedInVitest(undefined, '/root')).toEqual([]);
});

test('names the failed and the flaky tests of Playwright, and errors outside tests', () => {
  const spec = (title: string, status: string, message: string) => ({
    title,
    tests: [{ status, results: [{ errors: [{ message }] }] }],
  });
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const report = {
    suites: [
      {
        file: 'a.spec.ts',
        specs: [spec('joins', 'expected', ''), spec('leaves', 'unexpected', long)],
        suites: [{ file: 'a.spec.ts', specs: [spec('returns', 'flaky', 'late')] }],
      },
    ],
    errors: [{ message: 'no server' }],
  };
  const failures = failedInPlaywright(report);
  expect(failures.map(({ name }) => name)).toEqual([
    'a.spec.ts › leaves',
    'a.spec.ts › returns',
    'outside tests',
  ]);
  expect(failures[0].error.split('\n')).toHaveLength(12);
  expect(failures.slice(1).map(({ error }) => error)).toEqual(['late', 'no server']);
  expect(failedInPlaywright(undefined)).toEqual([]);
});
