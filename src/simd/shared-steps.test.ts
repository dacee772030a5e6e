import { expect, test } from 'vitest';
import { SharedSteps, sharedStepsCells, SharedStepsError, type StepShares } from './shared-steps';

/** Three steps: two shares, one that only the leader computes, two shares. */
const shares: StepShares = { counts: [2, 1, 2], isLeaders: (step) => step === 1 };
const all = ['0.0', '0.1', '1.0', '2.0', '2.1'];

const newCells = (ticket = 0) =>
  new Int32Array(new SharedArrayBuffer(4 * sharedStepsCells)).fill(ticket, 0, 1).fill(ticket, 16, 17).fill(ticket, 32, 33); // prettier-ignore

/** A thread that never spins. `during` runs in each share. */
const thread = (cells: Int32Array, done: string[], during = (_name: string): void => undefined) =>
  new SharedSteps(
    cells,
    shares,
    (step, share) => {
      during(`${step}.${share}`);
      done.push(`${step}.${share}`);
    },
    0,
  );

test.each([0, 2 ** 31 - 3, -3])('a leader alone computes each share once, from ticket %d on', (ticket) => {
  const done: string[] = [];
  const leader = thread(newCells(ticket), done);
  for (let range = 0; range < 3; range++) leader.lead(0, 3, 0);
  leader.lead(1, 2, 0);
  leader.lead(2, 2, 0);
  expect(done).toEqual([...all, ...all, ...all, '1.0']);
});

test('a helper takes none of the leader’s shares', () => {
  const [cells, done]: [Int32Array, string[]] = [newCells(), []];
  cells[2 * 16] = all.length; // a leader gave out all, and does not run
  expect(() => thread(cells, done).help(0)).toThrow('did not finish its share in 0 ms');
  expect(done).toEqual(['0.0', '0.1']);
});

test('a helper takes shares of the open step only', () => {
  const cells = newCells();
  const [mine, helped]: string[][] = [[], []];
  const helper = thread(cells, helped);
  const refused: string[] = [];
  const leader = thread(cells, mine, (name) => {
    // It continues to the next step, which is not open, and gives up.
    expect(() => helper.help(0)).toThrow(SharedStepsError);
    refused.push(`${name}: ${helped.join(' ')}`);
  });
  leader.lead(0, 3, 0);
  expect(refused).toEqual(['0.0: 0.1', '1.0: 0.1', '2.0: 0.1 2.1']);
  expect(mine).toEqual(['0.0', '1.0', '2.0']);
});

test('a leader waits for a share that another holds, up to its deadline', () => {
  const cells = newCells();
  const helper = thread(cells, [], () => {
    throw new Error('lost');
  });
  const leader = thread(cells, [], (name) => {
    if (name === '0.0') expect(() => helper.help(0)).toThrow('lost');
  });
  const startMs = performance.now();
  expect(() => leader.lead(0, 3, 60)).toThrow('did not finish its share in 60 ms');
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(59);
});

test('a team that is broken refuses who waits, long before the deadline', () => {
  const cells = newCells();
  const helper = thread(cells, []);
  helper.break();
  expect(() => helper.help(600_000)).toThrow('a thread of the engine failed');
});
