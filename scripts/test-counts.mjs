// Converts the runners' JSON reports to numbers, and to the names of what failed. The invariant: a stage that did not end well never shows 0 failed,
// whatever its report says. A stage that ran no test did not pass.

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** A failed test: its file and full name in one line, and its error. @typedef {{name: string, error: string}} Failed */

/** So many lines of an error are repeated at the end. The rest is in the stage's own output. */
const errorLines = 12;

/** @returns {Counts | undefined} */
export function countVitest(report) {
  if (!report) return undefined;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The failed tests of a Vitest report. A file that could not be loaded is one. @returns {Failed[]} */
export function failedInVitest(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ name: file, error: firstLines(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file} › ${fullName}`,
      error: firstLines(failureMessages.join('\n')),
    }));
  });
}

/** The failed tests of a Playwright report, and errors outside tests. @returns {Failed[]} */
export function failedInPlaywright(report) {
  const failedIn = ({ file, specs = [], suites = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => ({
          name: `${file} › ${title}`,
          error: firstLines(results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n')),
        })),
    ),
    ...suites.flatMap(failedIn),
  ];
  const outside = (report?.errors ?? []).map(({ message }) => ({
    name: 'outside tests',
    error: firstLines(message),
  }));
  return [...(report?.suites ?? []).flatMap(failedIn), ...outside];
}

function firstLines(text = '') {
  return text.split('\n').slice(0, errorLines).join('\n');
}

/** A flaky test, one that passed only when repeated, is a failed one. @returns {Counts | undefined} */
export function countPlaywright(report) {
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/**
 * @param {{code?: number, reason?: string}} ended how the stage's process ended; no code: it never ran
 * @param {Counts | undefined} counts undefined for a stage without a report: it counts as one test
 * @returns {Counts & {note?: string}}
 */
export function stageTotal({ code, reason }, counts) {
  const isWell = code === 0 && reason === undefined;
  if (!counts) return { passed: isWell ? 1 : 0, failed: isWell ? 0 : 1, skipped: 0, note: reason };
  if (isWell && counts.failed === 0 && counts.passed === 0)
    return { ...counts, failed: 1, note: 'no test ran' };
  if (!isWell && counts.failed === 0)
    return { ...counts, failed: 1, note: reason ?? `exit code ${code} with no failed test: see its output` };
  return { ...counts, note: reason };
}

/** @param {readonly Counts[]} stages */
export function closingLine(stages) {
  const sum = (key) => stages.reduce((total, stage) => total + stage[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
