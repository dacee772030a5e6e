// The sheet that a person draws on: ink 0 … 1 in a square of pixels. Pure.

export const sheetSide = 112;
/** The radius of the pen: as thick, against a digit of two thirds of the sheet, as the pens of the drawn digits. */
const radius = 4.5;

/** A sheet with a stroke from one point to another, in pixels. The pen's edge is soft over one pixel. */
export function withStroke(
  ink: Float32Array,
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
): Float32Array {
  const next = ink.slice();
  const reach = radius + 0.5;
  const [dx, dy] = [x1 - x0, y1 - y0];
  const squared = dx * dx + dy * dy;
  const from = (a: number, b: number): number => Math.max(0, Math.floor(Math.min(a, b) - reach));
  const to = (a: number, b: number): number => Math.min(sheetSide - 1, Math.ceil(Math.max(a, b) + reach));
  for (let row = from(y0, y1); row <= to(y0, y1); row++)
    for (let column = from(x0, x1); column <= to(x0, x1); column++) {
      const [x, y] = [column + 0.5 - x0, row + 0.5 - y0];
      const along = squared > 0 ? Math.max(0, Math.min(1, (x * dx + y * dy) / squared)) : 0;
      const distance = Math.hypot(x - along * dx, y - along * dy);
      const covered = Math.max(0, Math.min(1, reach - distance));
      const at = row * sheetSide + column;
      next[at] = Math.max(next[at], covered);
    }
  return next;
}

export function emptySheet(): Float32Array {
  return new Float32Array(sheetSide * sheetSide);
}
