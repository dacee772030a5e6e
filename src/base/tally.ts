// Sums by key: of open connections, of bytes on their way. A key whose sum is 0 is forgotten.

export class Tally<Key> {
  readonly #sums = new Map<Key, number>();

  of(key: Key): number {
    return this.#sums.get(key) ?? 0;
  }

  add(key: Key, amount = 1): void {
    const sum = this.of(key) + amount;
    if (sum > 0) this.#sums.set(key, sum);
    else this.#sums.delete(key);
  }
}
