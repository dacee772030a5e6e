// The one way to write a whole number in a sentence. `toLocaleString` differs between devices, and some sentences are
// part of the replicated run state, whose bytes must be equal everywhere.

/** 1234567 → '1,234,567'. */
export function groupDigits(value: number): string {
  return Math.round(value)
    .toFixed(0)
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A size in units of 10⁶ and 10⁹ bytes, with three digits. */
export function largeSize(bytes: number, mega: string, giga: string): string {
  return bytes < 999.5e6
    ? `${(bytes / 1e6).toPrecision(3)}\u00a0${mega}`
    : `${(bytes / 1e9).toPrecision(3)}\u00a0${giga}`;
}
