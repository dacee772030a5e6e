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

/** A memo that remembers more forgets all, which bounds its memory. */
const mostRemembered = 1 << 20;

/** A pure function of two numbers below 2²⁶, which remembers its results. */
export function memoized<T>(compute: (a: number, b: number) => T): (a: number, b: number) => T {
  const known = new Map<number, T>();
  return (a, b) => {
    const key = a * 2 ** 26 + b;
    let value = known.get(key);
    if (value === undefined) {
      value = compute(a, b);
      if (known.size >= mostRemembered) known.clear();
      known.set(key, value);
    }
    return value;
  };
}
