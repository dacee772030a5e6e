// Prints the fault table when all rows have run: row, demanded, measured, result. A row that cannot run here
// (conditional-rows.ts) gives the reason and counts as neither passed nor failed.
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { notRun } from './conditional-rows';
import type { Measured } from './fault-row';

interface Row {
  readonly title: string;
  readonly measures: readonly Measured[];
  readonly outcome: string;
}

export default class FaultTable implements Reporter {
  readonly #rows: Row[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const notes = result.annotations;
    const measures = notes
      .filter(({ type }) => type === 'fault')
      .map(({ description }) => JSON.parse(description!) as Measured);
    const isMissed = measures.some(({ isMet }) => !isMet);
    const failed = isMissed ? 'FAILED: demand missed' : `FAILED: ${firstLine(result)}`;
    this.#rows.push({ title: test.title, measures, outcome: result.status === 'passed' ? 'passed' : failed });
  }

  onEnd({ status }: FullResult): void {
    for (const { title, why } of notRun())
      this.#rows.push({ title, measures: [], outcome: `not run: ${why}` });
    const lines = [['row', 'what', 'demanded', 'measured', 'outcome']];
    for (const { title, measures, outcome } of this.#rows) {
      const shown = measures.length > 0 ? measures : [{ what: '', demanded: '', measured: '', isMet: true }];
      shown.forEach(({ what, demanded, measured, isMet }, i) =>
        lines.push([i ? '' : title, what, demanded, isMet ? measured : `${measured} ✗`, i ? '' : outcome]),
      );
    }
    const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => [...line[column]].length)));
    console.log(`\n── the fault table (${status})`);
    for (const line of lines)
      console.log(
        line
          .map((cell, i) => cell + ' '.repeat(widths[i] - [...cell].length))
          .join('  ')
          .trimEnd(),
      );
    const count = (start: string): number =>
      this.#rows.filter(({ outcome }) => outcome.startsWith(start)).length;
    console.log(`${count('passed')} passed, ${count('FAILED')} failed, ${count('not run')} not run`);
  }
}

function firstLine({ errors }: TestResult): string {
  const text = errors[0]?.message ?? 'no reason given';
  return stripVTControlCharacters(text).split('\n')[0].slice(0, 100);
}
