// R28: who is read next. Turns cost the time that the test gives them.
import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { Turns } from './turns';

function line() {
  const clock = new ManualClock();
  const laters: (() => void)[] = [];
  const turns = new Turns(clock, (action) => laters.push(action));
  const spentMs: Record<string, number> = {};
  const pass = (ms: number): void => {
    clock.after(ms, () => undefined);
    clock.runNext();
  };
  /** Waits again after each turn, `times` times. */
  const flood = (path: readonly string[], costMs: number, times = Infinity): void => {
    if (times === 0) return;
    turns.wait(path, () => {
      pass(costMs);
      for (const key of path) spentMs[key] = (spentMs[key] ?? 0) + costMs;
      flood(path, costMs, times - 1);
    });
  };
  /** Runs until so much time has passed, or nobody waits. */
  const runFor = (ms: number): void => {
    const untilMs = clock.now() + ms;
    for (let next = laters.shift(); next; next = laters.shift()) {
      next();
      if (clock.now() >= untilMs) return;
    }
  };
  return { clock, turns, spentMs, flood, runFor };
}

test('R28 an address with many connections gets as much time as one with one', () => {
  const { spentMs, flood, runFor } = line();
  for (let i = 0; i < 100; i++) flood(['attacker', `a${i}`], 3);
  flood(['home', 'h'], 0.5);
  runFor(1_000);
  expect(spentMs.home / spentMs.attacker).toBeGreaterThan(0.95);
  expect(spentMs.a0 / spentMs.a99).toBeGreaterThan(0.5);
});

test('R28 whoever comes new is next, however long the line is and whatever it used before', () => {
  const { clock, turns, flood, runFor } = line();
  for (let i = 0; i < 100; i++) flood(['attacker', `a${i}`], 1);
  flood(['home', 'h'], 1, 10);
  for (let round = 0; round < 5; round++) {
    runFor(500);
    const askedMs = clock.now();
    let servedMs: number | undefined;
    turns.wait(['home', 'h'], () => (servedMs = clock.now()));
    runFor(5);
    expect(servedMs! - askedMs).toBeLessThanOrEqual(1);
  }
});

test('R28 a pause saves up no time', () => {
  const { spentMs, flood, runFor } = line();
  flood(['home', 'h'], 1);
  runFor(10_000);
  flood(['late', 'l'], 1);
  runFor(100);
  expect(spentMs.late).toBeLessThanOrEqual(51);
});

test('R28 a turn that throws ends no other', () => {
  const { turns, runFor } = line();
  let isServed = false;
  turns.wait(['a'], () => {
    throw new Error('broken');
  });
  turns.wait(['b'], () => (isServed = true));
  expect(() => runFor(1)).toThrow('broken');
  runFor(1);
  expect(isServed).toBe(true);
});

test('R28 what a turn causes later is part of its cost', () => {
  const { turns, clock, spentMs, flood, runFor } = line();
  const begin = (key: string, left: number): void => {
    if (left === 0) return;
    turns.wait(
      ['attacker', key],
      () => {
        spentMs.begun = (spentMs.begun ?? 0) + 1;
        begin(key, left - 1);
      },
      4,
    );
  };
  begin('a', 1_000);
  flood(['home', 'h'], 1);
  runFor(200);
  // One begins for each 4 ms of the other address.
  expect(spentMs.begun).toBeGreaterThan(45);
  expect(spentMs.begun).toBeLessThan(55);
  expect(clock.now()).toBe(200);
});
