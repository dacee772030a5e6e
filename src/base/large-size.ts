// The size of a large file in the units of a language.

/** A size in units of 10⁶ and 10⁹ bytes, with three digits. */
export function largeSize(bytes: number, mega: string, giga: string): string {
  return bytes < 999.5e6
    ? `${(bytes / 1e6).toPrecision(3)}\u00a0${mega}`
    : `${(bytes / 1e9).toPrecision(3)}\u00a0${giga}`;
}
