import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { alter, alterations, type Augment } from './augment';

const all: Augment = { shift: 3, flip: true, brightness: 0.4 };
const random = prng('augmented examples');

test('what is drawn depends on seed and position alone, however positions are cut', () => {
  const whole = alterations(all, 5, [[10, 40]]);
  expect([...alterations(all, 5, [[10, 7], [17, 1]]), ...alterations(all, 5, [[18, 32]])]).toEqual(whole); // prettier-ignore
  expect(alterations(all, 6, [[10, 40]])).not.toEqual(whole);
  expect(new Set(whole.map((one) => JSON.stringify(one))).size).toBeGreaterThan(35);
  // A run with another setting draws the same numbers where both draw.
  const shifted = alterations({ shift: 3, flip: false, brightness: 0 }, 5, [[10, 40]]);
  expect(shifted).toEqual(
    whole.map(({ right, down }) => ({ right, down, isFlipped: false, brighter: expect.closeTo(0) })),
  );
});

test('all shifts come, half of the examples are flipped, and brightness is even over its range', () => {
  const many = alterations(all, 1, [[0, 4000]]);
  for (const key of ['right', 'down'] as const)
    expect([...new Set(many.map((one) => one[key]))].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  const flipped = many.filter(({ isFlipped }) => isFlipped).length;
  expect(flipped).toBeGreaterThan(1850);
  expect(flipped).toBeLessThan(2150);
  const brighter = many.map((one) => one.brighter);
  expect(Math.max(...brighter)).toBeLessThanOrEqual(0.4);
  expect(Math.max(...brighter)).toBeGreaterThan(0.39);
  expect(Math.min(...brighter)).toBeLessThan(-0.39);
});

test.each([
  ['grey images', 'images', [6, 5]],
  ['images in colour', 'images', [5, 6, 3]],
  ['sounds', 'sounds', [6, 6]],
] as const)('%s are altered as their definition says, against a picture with a border', (_, kind, shape) => {
  const [height, width, channels = 1] = shape;
  for (const alteration of alterations(all, 9, [[0, 50]])) {
    const before = Float32Array.from({ length: height * width * channels }, () =>
      random.below(4) === 0 ? 0 : random.float(),
    );
    const got = before.slice();
    alter(got, shape, alteration, kind);
    // A larger picture whose border repeats the edge, mirrored first; the example is a window of it.
    const { isFlipped, brighter } = alteration;
    const border = 8;
    const pixel = (y: number, x: number, c: number): number => {
      const row = Math.min(Math.max(y - border, 0), height - 1);
      const column = Math.min(Math.max(x - border, 0), width - 1);
      return before[(row * width + (isFlipped ? width - 1 - column : column)) * channels + c];
    };
    const top = border - (kind === 'sounds' ? 0 : alteration.down);
    const left = border - alteration.right;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let c = 0; c < channels; c++) {
          const value = pixel(top + y, left + x, c);
          const wanted =
            kind === 'images'
              ? Math.min(1, value * (1 + brighter))
              : value === 0
                ? 0
                : Math.min(1, Math.max(0, value + brighter));
          if (got[(y * width + x) * channels + c] !== Math.fround(wanted))
            throw new Error(`pixel ${y}, ${x}, ${c} of ${JSON.stringify(alteration)}`);
        }
  }
});
