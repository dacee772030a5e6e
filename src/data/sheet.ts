// How the ink of square images lies on them. A drawing is put on the sheet in the same way. Pure.

/** How digits lie on a sheet. Pixels. */
export interface Sheet {
  readonly side: number;
  /** The longest side of the box around the ink. */
  readonly longest: number;
  /** Centre of mass. */
  readonly x: number;
  readonly y: number;
}

/** Ink above this share counts as part of the digit; below it is grain. */
const isInk = 0.3;
/** MNIST's: a box of 20 in 28. */
export function usualSheet(side: number): Sheet {
  return { side, longest: Math.round((20 * side) / 28), x: side / 2, y: side / 2 };
}

/** How these square images (count, side, side) lie: the median longer side, the mean centre of mass. */
export function sheetOf(images: Float32Array, side: number): Sheet {
  const length = side * side;
  const longest: number[] = [];
  let [x, y] = [0, 0];
  for (let start = 0; start + length <= images.length; start += length) {
    const found = layOf(images.subarray(start, start + length), side);
    if (!found) continue;
    longest.push(Math.max(found.width, found.height));
    x += found.x;
    y += found.y;
  }
  if (longest.length === 0) return usualSheet(side);
  longest.sort((a, b) => a - b);
  return { side, longest: longest[longest.length >> 1], x: x / longest.length, y: y / longest.length };
}

export interface Lay {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

/** The box around the ink, and its centre of mass; undefined: there is none. */
export function layOf(ink: Float32Array, side: number): Lay | undefined {
  let [left, right, top, bottom] = [side, -1, side, -1];
  let [total, x, y] = [0, 0, 0];
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const value = ink[row * side + column];
      if (value <= isInk) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
      total += value;
      x += value * (column + 0.5);
      y += value * (row + 0.5);
    }
  if (total === 0) return undefined;
  return { width: right - left + 1, height: bottom - top + 1, x: x / total, y: y / total };
}
