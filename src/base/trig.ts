// Sine and cosine with equal bits on every engine, unlike Math.sin: only f64 + − ×, in the order written.

export interface Direction {
  readonly cos: number;
  readonly sin: number;
}

/** The cosine and sine of an angle in turns (1 = full circle, counter-clockwise). Error below 1e-12. */
export function direction(turns: number): Direction {
  const quarters = Math.round(4 * turns);
  const x = (turns - quarters / 4) * 6.283185307179586; // −π/4 … π/4
  const y = x * x;
  // Taylor to x¹³ and x¹⁴: the first term left out is below (π/4)¹⁵/15! ≈ 2e-14.
  const sin =
    x * (1 - (y / 6) * (1 - (y / 20) * (1 - (y / 42) * (1 - (y / 72) * (1 - (y / 110) * (1 - y / 156))))));
  const cos =
    1 -
    (y / 2) *
      (1 - (y / 12) * (1 - (y / 30) * (1 - (y / 56) * (1 - (y / 90) * (1 - (y / 132) * (1 - y / 182))))));
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return { cos, sin };
    case 1:
      return { cos: -sin, sin: cos };
    case 2:
      return { cos: -cos, sin: -sin };
    default:
      return { cos: sin, sin: -cos };
  }
}
