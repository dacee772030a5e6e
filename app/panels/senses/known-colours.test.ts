import { expect, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { isFaithful } from './known-colours';

const random = prng('known colours');
const drawn = Uint8Array.from({ length: 3 * 64 }, () => random.below(256));

/** The colours as a browser that changes them gives them back. */
function read(change: (level: number, at: number) => number): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 4 * 64 }, (_, at) =>
    at % 4 === 3 ? 255 : change(drawn[3 * Math.floor(at / 4) + (at % 4)], at),
  );
}

test('pixels as they were drawn, and with last bits changed, are faithful', () => {
  expect(
    isFaithful(
      drawn,
      read((level) => level),
    ),
  ).toBe(true);
  expect(
    isFaithful(
      drawn,
      read((level) => level ^ 1),
    ),
  ).toBe(true);
});

test('noise, one colour for all, and a single altered level are not', () => {
  expect(
    isFaithful(
      drawn,
      read(() => random.below(256)),
    ),
  ).toBe(false);
  expect(
    isFaithful(
      drawn,
      read(() => 255),
    ),
  ).toBe(false);
  expect(
    isFaithful(
      drawn,
      read((level, at) => (at === 77 ? level ^ 16 : level)),
    ),
  ).toBe(false);
});
