// Numbers of examples in order. A list is one form; where there are too many to list, a rule is the other.
export interface Indices {
  readonly length: number;
  /** Undefined beyond the end. */
  at(place: number): number | undefined;
}

/** 0 … total−1 without the numbers of `without`, which ascend. */
export class IndicesWithout implements Indices {
  readonly length: number;

  constructor(
    total: number,
    readonly without: Uint32Array,
  ) {
    this.length = total - without.length;
  }

  at(place: number): number | undefined {
    if (place < 0 || place >= this.length) return undefined;
    // The j-th number left out stands before all places from without[j] − j on.
    let [low, high] = [0, this.without.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.without[middle] - middle <= place) low = middle + 1;
      else high = middle;
    }
    return place + low;
  }
}
