// Small integers for values: equal keys, equal number. A search compares and stores numbers in place of values.

export class Interner<T> {
  readonly #values: T[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of the value named `key`; `value` is kept if the key is new. */
  numberOf(key: string, value: T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#values.length);
    return this.#values.push(value) - 1;
  }

  at(number: number): T {
    return this.#values[number];
  }
}

/** A power of two. A Map holds at most 2²⁴ entries. */
const memoMaps = 16;

/** A function of two numbers below 2²⁶, computed once for each pair. */
export function memoized<T>(compute: (a: number, b: number) => T): (a: number, b: number) => T {
  const known = Array.from({ length: memoMaps }, () => new Map<number, T>());
  return (a, b) => {
    const key = a * 2 ** 26 + b;
    const map = known[(a + b) & (memoMaps - 1)];
    let value = map.get(key);
    if (value === undefined) map.set(key, (value = compute(a, b)));
    return value;
  };
}
