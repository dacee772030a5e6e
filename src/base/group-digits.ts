// The one way to write a whole number in a sentence. `toLocaleString` differs between devices, and some sentences are
// part of the replicated run state, whose bytes must be equal everywhere.

/** 1234567 → '1,234,567'. */
export function groupDigits(value: number): string {
  return Math.round(value)
    .toFixed(0)
    .replace(/\B(?=(\d{3})+$)/g, ',');
}
