// Converts the runners' JSON reports to numbers. The invariant: a stage that did not end well never shows 0 failed,
// whatever its report says. A stage that ran no test did not pass.

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @returns {Counts | undefined} */
export function countVitest(report) {
  if (!report) return undefined;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
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
