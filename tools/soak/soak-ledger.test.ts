// S1, S2: every violation that the soak checks for is detected.
import { expect, test } from 'vitest';
import { SoakLedger } from './soak-ledger';
import type { SoakStep } from './soak-messages';

const step = (number: number, change: Partial<SoakStep> = {}): SoakStep => ({
  lineage: '0000000a',
  run: 1,
  step: number,
  digest: `digest ${number}`,
  digests: { a: `digest ${number}`, b: `digest ${number}` },
  contributions: { a: 8, b: 8 },
  effectiveBatch: 16,
  examplesTotal: 16 * number,
  generation: 2,
  ...change,
});

test('equal reports of a step are compared and counted once', () => {
  const ledger = new SoakLedger();
  expect(ledger.report('one', [step(1), step(2)], 1_000)).toBeUndefined();
  expect(ledger.report('two', [step(1), step(2, { contributions: { b: 8, a: 8 } })], 3_000)).toBeUndefined();
  expect(ledger.report('two', [step(3)], 5_000)).toBeUndefined();
  expect(ledger).toMatchObject({ commits: 3, comparisons: 2, worstGapMs: 4_000, lineages: 1 });
});

test('S1: another digest, other contributions, or members at different digests', () => {
  const other = { digest: 'x', digests: { a: 'x', b: 'x' } };
  for (const [change, what] of [
    [other, 'two reports'],
    [{ contributions: { a: 16 } }, 'two reports'],
    [{ digests: { a: 'digest 1', b: 'x' } }, 'committed by two with digests'],
  ] as const) {
    const ledger = new SoakLedger();
    ledger.report('one', [step(1)], 0);
    expect(ledger.report('two', [step(1, change)], 0)).toContain(what);
  }
});

test('S2: contributions that do not add up to the batch', () => {
  expect(new SoakLedger().report('one', [step(1, { effectiveBatch: 24 })], 0)).toContain('S2');
});

test('other lineages and runs have histories of their own', () => {
  const ledger = new SoakLedger();
  ledger.report('one', [step(1)], 0);
  const digest = { digest: 'x', digests: { a: 'x' } };
  expect(ledger.report('two', [step(1, { ...digest, lineage: '0000000b' })], 0)).toBeUndefined();
  expect(ledger.report('two', [step(1, { ...digest, run: 2 })], 0)).toBeUndefined();
  expect(ledger).toMatchObject({ commits: 3, lineages: 2 });
});

test('S1: a step that nobody reports is missing after 20 s; a late report is not', () => {
  const ledger = new SoakLedger();
  ledger.report('one', [step(1), step(3)], 0);
  expect(ledger.missing(19_000)).toBeUndefined();
  expect(ledger.missing(21_000)).toContain('nobody reported step 2');
  ledger.report('two', [step(2)], 22_000);
  expect(ledger.missing(60_000)).toBeUndefined();
  // A lineage may begin at any step, and an earlier report may arrive later.
  ledger.report('two', [step(40, { lineage: '0000000b' })], 0);
  ledger.report('two', [step(39, { lineage: '0000000b' })], 0);
  expect(ledger.missing(60_000)).toBeUndefined();
});
