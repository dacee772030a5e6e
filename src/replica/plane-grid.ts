// The grid of inputs on which a decision boundary is drawn: it reaches a little past the outermost point.

const gridSide = 40;

/** (side, side, 2), row 0 at the largest y; −extent … extent on both axes. */
export function planeGrid(points: Float32Array): {
  readonly grid: Float32Array;
  readonly side: number;
  readonly extent: number;
} {
  const reach = points.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  const extent = 1.1 * reach;
  const grid = new Float32Array(2 * gridSide * gridSide);
  for (let row = 0; row < gridSide; row++)
    for (let column = 0; column < gridSide; column++) {
      const at = 2 * (row * gridSide + column);
      grid[at] = extent * ((2 * (column + 0.5)) / gridSide - 1);
      grid[at + 1] = extent * (1 - (2 * (row + 0.5)) / gridSide);
    }
  return { grid, side: gridSide, extent };
}
