// Merges the bytes of a word, again and again the pair that was learnt first, of equal ones the leftmost. Pairs wait in a
// heap, so that a word of n bytes takes n log n steps: a text may hold words of 256 KiB.
import { byteTokens, type Merge } from './byte-pairs';

/** Words seen again are not merged again; texts repeat most of theirs. */
const mostKeptWords = 1 << 16;
const mostKeptBytes = 64;
/** A place in a word takes so many bits of a pair's key, above which its token is. */
const places = 2 ** 20;

export class WordEncoder {
  readonly #pairs: PairTable;
  readonly #kept = new Map<string, Uint16Array>();

  /** `tokenOfByte`: absent: a byte is its own token. A word has less than 2²⁰ bytes. */
  constructor(
    merges: readonly Merge[],
    readonly tokenOfByte?: Uint8Array,
  ) {
    this.#pairs = new PairTable(merges);
  }

  encode(word: Uint8Array): Uint16Array {
    if (word.length > mostKeptBytes) return this.#merge(word);
    const name = String.fromCharCode(...word);
    const known = this.#kept.get(name);
    if (known) return known;
    const tokens = this.#merge(word);
    if (this.#kept.size < mostKeptWords) this.#kept.set(name, tokens);
    return tokens;
  }

  #merge(word: Uint8Array): Uint16Array {
    const { tokenOfByte } = this;
    const { length } = word;
    const tokens = Uint16Array.from(word);
    // The tokens left are a list; of one that was merged into another, `next` is 0.
    const next = new Uint32Array(length);
    const before = new Int32Array(length);
    for (let at = 0; at < length; at++) {
      if (tokenOfByte) tokens[at] = tokenOfByte[word[at]];
      next[at] = at + 1;
      before[at] = at - 1;
    }
    const heap = new Heap(2 * length);
    const offer = (at: number): void => {
      if (at < 0 || next[at] >= length) return;
      const made = this.#pairs.of(tokens[at], tokens[next[at]]);
      if (made > 0) heap.push(made * places + at);
    };
    for (let at = 0; at + 1 < length; at++) offer(at);
    for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
      const at = key % places;
      const made = (key - at) / places;
      // An older pair of this place, of which a token is merged already.
      if (next[at] === 0 || next[at] >= length || this.#pairs.of(tokens[at], tokens[next[at]]) !== made)
        continue;
      const gone = next[at];
      tokens[at] = made;
      next[at] = next[gone];
      next[gone] = 0;
      if (next[at] < length) before[next[at]] = at;
      offer(before[at]);
      offer(at);
    }
    let count = 0;
    for (let at = 0; at < length; at = next[at]) tokens[count++] = tokens[at];
    return tokens.slice(0, count);
  }
}

/** The token that a pair makes: the pairs of a left token lie beside each other, by their right one. */
class PairTable {
  readonly #starts: Uint32Array;
  readonly #rights: Uint16Array;
  readonly #made: Uint16Array;

  constructor(merges: readonly Merge[]) {
    const order = merges.map((_, at) => at);
    order.sort((a, b) => merges[a][0] - merges[b][0] || merges[a][1] - merges[b][1]);
    this.#rights = Uint16Array.from(order, (at) => merges[at][1]);
    this.#made = Uint16Array.from(order, (at) => byteTokens + at);
    this.#starts = new Uint32Array(byteTokens + merges.length + 1);
    for (const [left] of merges) this.#starts[left + 1]++;
    for (let token = 1; token < this.#starts.length; token++) this.#starts[token] += this.#starts[token - 1];
  }

  /** 0: they make none. */
  of(left: number, right: number): number {
    let [low, high] = [this.#starts[left], this.#starts[left + 1]];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rights[middle] < right) low = middle + 1;
      else high = middle;
    }
    return low < this.#starts[left + 1] && this.#rights[low] === right ? this.#made[low] : 0;
  }
}

/** Gives the smallest number first. */
class Heap {
  readonly #keys: Float64Array;
  #size = 0;

  constructor(most: number) {
    this.#keys = new Float64Array(most);
  }

  push(key: number): void {
    let at = this.#size++;
    for (; at > 0; at = (at - 1) >> 1) {
      const above = this.#keys[(at - 1) >> 1];
      if (above <= key) break;
      this.#keys[at] = above;
    }
    this.#keys[at] = key;
  }

  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const keys = this.#keys;
    const [first, last] = [keys[0], keys[--this.#size]];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#size) break;
      if (below + 1 < this.#size && keys[below + 1] < keys[below]) below++;
      if (keys[below] >= last) break;
      keys[at] = keys[below];
      at = below;
    }
    keys[at] = last;
    return first;
  }
}
