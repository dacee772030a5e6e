// One row of the fault table: what it demands, beside what was measured. Each row is an annotation of the test, which
// the table's reporter reads. A missed demand fails the test after all others have been measured.
import { expect, type TestInfo } from '@playwright/test';

export interface Measured {
  readonly what: string;
  readonly demanded: string;
  readonly measured: string;
  readonly isMet: boolean;
}

export class FaultRow {
  constructor(readonly info: TestInfo) {}

  /** `ms`: undefined when it never happened. */
  time(what: string, ms: number | undefined, limitMs: number): void {
    const measured = ms === undefined ? 'never' : seconds(ms);
    this.fact(what, `≤ ${seconds(limitMs)}`, measured, ms !== undefined && ms <= limitMs);
  }

  fact(what: string, demanded: string, measured: string | number | boolean, isMet: boolean): void {
    const row: Measured = { what, demanded, measured: String(measured), isMet };
    this.info.annotations.push({ type: 'fault', description: JSON.stringify(row) });
    expect.soft(isMet, `${what}: ${demanded} was demanded, ${String(measured)} measured`).toBe(true);
  }

  /** A fact without a demand, for the reader. */
  note(what: string, measured: string | number): void {
    const row: Measured = { what, demanded: '–', measured: String(measured), isMet: true };
    this.info.annotations.push({ type: 'fault', description: JSON.stringify(row) });
  }
}

function seconds(ms: number): string {
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  return `${(ms / 1000).toFixed(ms < 9_950 ? 2 : 1)} s`;
}
