// C16, C17: what the watch of a view asks for, and that an idle view asks for nothing.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import type { View } from '../../membership/view';
import { StalledError } from '../context/stalled-error';
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
    errors,
    compared: () => compared,
    lacks: (...lacking: string[]) => void (missing = lacking),
    runFor(ms: number) {
      const endMs = clock.now() + ms;
      while ((clock.nextDueMs() ?? Infinity) <= endMs) clock.runNext();
    },
    nextView() {
      end();
      end = live({ ...view, generation: 4 });
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
