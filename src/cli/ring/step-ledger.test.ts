import { expect, test } from 'vitest';
import { StepLedger } from './step-ledger';
import { record } from '../testing/record';

const peers = ['a', 'b', 'c'];

function ledgerOf(count: number): StepLedger {
  const ledger = new StepLedger();
  for (let tab = 0; tab < count; tab++) ledger.join(tab, peers[tab]);
  return ledger;
}

const steps = (ledger: StepLedger): number[] => ledger.takeWhole().map((whole) => whole.step);

test('a step is whole when every member has reported it, and comes out once, in order', () => {
  const ledger = ledgerOf(3);
  const both = [record(1, peers), record(2, peers)];
  expect(ledger.report(0, both)).toBeUndefined();
  expect(ledger.report(1, both)).toBeUndefined();
  expect(steps(ledger)).toEqual([]);
  expect(ledger.report(2, [record(1, peers)])).toBeUndefined();
  expect(steps(ledger)).toEqual([1]);
  ledger.report(2, [record(2, peers)]);
  expect(steps(ledger)).toEqual([2]);
  expect(steps(ledger)).toEqual([]);
  expect(ledger.lastStep).toBe(2);
  // 6 reports with 1 + 3 digests each; the first digest of each step has nothing to be compared with
  expect(ledger.comparisons).toBe(6 * 4 - 2);
});

test('E4: two tabs with different digests at one step disagree', () => {
  const ledger = ledgerOf(2);
  ledger.report(0, [record(1, ['a', 'b'])]);
  const disagreement = ledger.report(1, [record(1, ['a', 'b'], 'other')]);
  expect(disagreement?.step).toBe(1);
  expect([...disagreement!.sources.keys()]).toEqual(['digest-1', 'other']);
});

test('E4: one record whose map names two digests disagrees by itself', () => {
  const ledger = ledgerOf(2);
  const odd = { ...record(1, ['a', 'b']), digests: { a: 'digest-1', b: 'odd' } };
  expect([...ledger.report(0, [odd])!.sources]).toEqual([
    ['digest-1', ['tab 0', 'tab 0 about tab 0']],
    ['odd', ['tab 0 about tab 1']],
  ]);
});

test('an unknown digest does not disagree', () => {
  const ledger = ledgerOf(2);
  const early = { ...record(1, ['a', 'b']), digests: { a: 'digest-1', b: '' } };
  expect(ledger.report(0, [early])).toBeUndefined();
});

test('a late report is compared with the step that is already whole', () => {
  const ledger = ledgerOf(1);
  ledger.report(0, [record(1, ['a']), record(2, ['a'])]);
  expect(steps(ledger)).toEqual([1, 2]);
  ledger.join(1, 'b');
  expect(ledger.report(1, [record(1, ['a'])])).toBeUndefined();
  expect(ledger.report(1, [record(2, ['a'], 'other')])?.step).toBe(2);
});

test('a step does not wait for a tab that left, nor for one that joined later', () => {
  const ledger = ledgerOf(3);
  ledger.report(0, [record(1, peers)]);
  ledger.report(1, [record(1, peers)]);
  expect(steps(ledger)).toEqual([]);
  ledger.leave(2);
  expect(steps(ledger)).toEqual([1]);

  ledger.join(3, 'd');
  for (const tab of [0, 1]) ledger.report(tab, [record(2, ['a', 'b'])]);
  expect(steps(ledger)).toEqual([2]);
  for (const tab of [0, 1]) ledger.report(tab, [record(3, ['a', 'b', 'd'])]);
  expect(steps(ledger)).toEqual([]);
  ledger.report(3, [record(4, ['a', 'b', 'd'])]); // it caught up past step 3
  expect(steps(ledger)).toEqual([3]);
});

test('S1: a step that no tab reported, and that every tab went past, is a gap', () => {
  const ledger = ledgerOf(2);
  for (const tab of [0, 1]) ledger.report(tab, [record(1, ['a', 'b']), record(3, ['a', 'b'])]);
  expect(steps(ledger)).toEqual([1, 3]);
  expect(ledger.gaps).toBe(1);
});
