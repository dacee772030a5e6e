// A binary heap: the first of many in order, for a logarithm of comparisons each.

export class Heap<Item> {
  readonly #items: Item[] = [];

  /** `isBefore` orders items; those that it does not tell apart come in any order. */
  constructor(private readonly isBefore: (a: Item, b: Item) => boolean) {}

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(items[at], items[above])) return;
      [items[at], items[above]] = [items[above], items[at]];
      at = above;
    }
  }

  /** Undefined: it is empty. */
  takeFirst(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    items[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < items.length && this.isBefore(items[below], items[least])) least = below;
      if (least === at) return first;
      [items[at], items[least]] = [items[least], items[at]];
      at = least;
    }
  }
}
