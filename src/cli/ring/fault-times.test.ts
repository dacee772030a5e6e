// The times of faults, from whole steps at known epochs.
import { expect, it } from 'vitest';
import { FaultTimes } from './fault-times';
import type { WholeStep } from './step-ledger';
import { record } from '../testing/record';

const peers = ['aa', 'bb', 'cc'];

/** Committed by these tabs at `atMs`, each later tab 5 ms later. The first `worldSize` peers are members. */
function whole(step: number, tabs: readonly number[], atMs: number, worldSize = tabs.length): WholeStep {
  const of = record(step, peers.slice(0, worldSize));
  return { step, records: new Map(tabs.map((tab, i) => [tab, { ...of, atMs: atMs + 5 * i }])) };
}

it('a kill lasts from the last commit before it to the first commit without the killed member', () => {
  const times = new FaultTimes();
  times.add(whole(1, [0, 1, 2], 1000));
  times.killed('cc', 1100);
  times.add(whole(2, [0, 1], 1050, 3)); // was in progress
  times.add(whole(3, [0, 1], 1120, 3)); // the killed member still contributed
  expect(times.kill).toBeUndefined();
  times.add(whole(4, [0, 1], 3120));
  times.add(whole(5, [0, 1], 3200));
  expect(times.kill).toEqual({ step: 4, gapMs: 2000, afterMs: 2020 });
  expect(times.join).toBeUndefined();
});

it('a join lasts from the opening of the tab to its first commit', () => {
  const times = new FaultTimes();
  times.add(whole(1, [0, 1], 1000));
  times.joined(2, 900);
  times.add(whole(2, [0, 1], 1500));
  times.add(whole(3, [0, 1, 2], 2700));
  expect(times.join).toEqual({ step: 3, gapMs: 1200, afterMs: 1800 });
});
