// Numbers for tuples of integers: an open-addressing hash table over typed arrays. A search keeps tens of millions of
// worlds in it, more than a Map can hold.

const firstSlots = 1 << 12;
const fullest = 0.6;

export class TupleTable {
  size = 0;
  #rows = new Int32Array(firstSlots);
  /** 1 + the number of a tuple, or 0. */
  #slots = new Int32Array(firstSlots);

  constructor(readonly width: number) {}

  /** The number of `tuple`, which is kept if it is new. */
  numberOf(tuple: readonly number[]): number {
    const mask = this.#slots.length - 1;
    let slot = hash(tuple, 0, this.width) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask)
      if (this.#equals(this.#slots[slot] - 1, tuple)) return this.#slots[slot] - 1;
    const number = this.size++;
    this.#slots[slot] = this.size;
    const at = number * this.width;
    if (at + this.width > this.#rows.length) this.#rows = doubled(this.#rows);
    this.#rows.set(tuple, at);
    if (this.size > fullest * this.#slots.length) this.#rehash();
    return number;
  }

  at(number: number): number[] {
    return [...this.#rows.subarray(number * this.width, (number + 1) * this.width)];
  }

  #equals(number: number, tuple: readonly number[]): boolean {
    const at = number * this.width;
    for (let i = 0; i < this.width; i++) if (this.#rows[at + i] !== tuple[i]) return false;
    return true;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = hash(this.#rows, number * this.width, this.width) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

export function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Each word through the finalizer of MurmurHash3. */
function hash(words: ArrayLike<number>, from: number, count: number): number {
  let h = 0;
  for (let i = from; i < from + count; i++) {
    h = Math.imul(h ^ words[i], 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}
