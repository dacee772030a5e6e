// C16, C17, C18: what the watch of a view asks for, and that an idle view asks for nothing.
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import type { View } from '../../membership/view';
import { StalledError } from '../header/stalled-error';
import type { AwaitedSum } from '../reduce/launch';
import { StallWatch } from './stall-watch';

const members = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16));
const [self, other, doubted] = members;
const view: View = { lineage: '0000abcd', generation: 3, members, ring: [0, 1, 2, 3] };

function watch() {
  const clock = new ManualClock();
  let missing: readonly string[] = [];
  let compared = 0;
  const errors: Error[] = [];
  const stalls = new StallWatch({
    ...{ self, clock, areLong: () => false },
    headers: {
      compare: () => void compared++,
      isAhead: () => false,
      isDoubted: (member) => member === doubted,
      missing: () => missing,
    },
  });
  const live = (lived: View): (() => void) => {
    const header = {};
    return stalls.begin(lived, () => header, (error) => errors.push(error)); // prettier-ignore
  };
  let end = live(view);
  return {
    ...{ errors, stalls },
    compared: () => compared,
    lacks: (...lacking: string[]) => void (missing = lacking),
    runFor(ms: number) {
      const endMs = clock.now() + ms;
      while ((clock.nextDueMs() ?? Infinity) <= endMs) clock.runNext();
    },
    nextView(of = members) {
      end();
      end = live({ ...view, generation: 4, members: of });
    },
  };
}

test('C16: a header that stands still is compared once, and one whose author is doubted ends', () => {
  const { lacks, runFor, compared, errors } = watch();
  lacks(other);
  runFor(4_000);
  expect(compared()).toBe(0);
  runFor(15_000);
  expect([compared(), errors]).toEqual([1, []]);
  lacks(doubted);
  runFor(1_000);
  runFor(6_000);
  expect(errors[0]).toBeInstanceOf(StalledError);
  expect((errors[0] as StalledError).members).toEqual([doubted]);
});

test('C17: a header that ended while it waited for a member makes the next one wait for it 20 s', () => {
  const { lacks, runFor, nextView, errors } = watch();
  lacks(other);
  runFor(25_000);
  nextView();
  runFor(19_000);
  expect(errors).toEqual([]);
  runFor(3_000);
  expect((errors[0] as StalledError).members).toEqual([other]);
});

test('C16, C17: an idle view waits for nobody', () => {
  const { lacks, runFor, nextView, compared, errors } = watch();
  lacks(...members);
  runFor(60_000);
  nextView();
  runFor(60_000);
  expect([compared(), errors]).toEqual([0, []]);
});

describe('C18: a sum that stood still', () => {
  const sum = (change: Partial<AwaitedSum> = {}): AwaitedSum => ({
    ...{ progress: () => 1, waitsFor: () => [other], silent: () => [], contributors: members, step: 7 },
    ...{ isGathered: false, refuse: () => undefined, ...change },
  });

  test('until its attempt ended is said for 50 steps, then for 100, while the same members are there', () => {
    const { stalls, runFor, nextView } = watch();
    const stands = (step: number, isWhole = false): void => {
      const over = stalls.sums(sum({ step }));
      runFor(30_000);
      over(isWhole);
      nextView();
    };
    stands(7, true);
    expect(stalls.hasStalled(view, 7)).toBe(false);
    stands(7);
    expect([7, 56, 57].map((step) => stalls.hasStalled(view, step))).toEqual([true, true, false]);
    expect(stalls.hasStalled({ ...view, members: members.slice(1) }, 8)).toBe(false);
    expect(stalls.hasStalled({ ...view, members: [...members, 'e'.repeat(16)] }, 8)).toBe(true);
    stands(60);
    expect([60, 159, 160].map((step) => stalls.hasStalled(view, step))).toEqual([true, true, false]);
  });

  test('in a view that lost a member says nothing: that one was to blame', () => {
    const { stalls, runFor, nextView } = watch();
    const over = stalls.sums(sum());
    runFor(30_000);
    over(false);
    nextView(members.slice(1));
    expect(stalls.hasStalled(view, 8)).toBe(false);
  });

  test('C18a: gathered after that, who sends nothing for 28 s is accused; without that, it is not', () => {
    const { stalls, runFor, nextView } = watch();
    const refused: string[] = [];
    const gathered = sum({ isGathered: true, refuse: (member) => refused.push(member) });
    // Where sums are always gathered, and where they are not.
    for (const before of [gathered, sum({ step: 200 })]) {
      const over = stalls.sums(before);
      runFor(30_000);
      expect(refused.splice(0)).toEqual([]);
      over(false);
      nextView();
    }
    stalls.sums({ ...gathered, step: 200 });
    runFor(27_000);
    expect(refused).toEqual([]);
    runFor(2_000);
    expect(new Set(refused)).toEqual(new Set([other]));
  });
});
