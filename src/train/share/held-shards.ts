// Which shards a member holds, as bits; on the wire as hex, bit 0 of byte 0 first.
import { fromHex, toHex } from '../../base/bytes';

export class HeldShards {
  readonly #bits: Uint8Array;
  #count = 0;

  constructor(readonly total: number) {
    this.#bits = new Uint8Array(Math.ceil(total / 8));
  }

  static all(total: number): HeldShards {
    const held = new HeldShards(total);
    for (let shard = 0; shard < total; shard++) held.add(shard);
    return held;
  }

  /** Undefined: not this many bits, or bits beyond the last shard. */
  static fromHex(text: string, total: number): HeldShards | undefined {
    const bits = fromHex(text);
    if (bits?.length !== Math.ceil(total / 8)) return undefined;
    const held = new HeldShards(total);
    for (let shard = 0; shard < total; shard++) if ((bits[shard >> 3] >> (shard & 7)) & 1) held.add(shard);
    return held.toHex() === text ? held : undefined;
  }

  has(shard: number): boolean {
    return ((this.#bits[shard >> 3] >> (shard & 7)) & 1) === 1;
  }

  add(shard: number): void {
    if (this.has(shard)) return;
    this.#bits[shard >> 3] |= 1 << (shard & 7);
    this.#count++;
  }

  get count(): number {
    return this.#count;
  }

  get isWhole(): boolean {
    return this.#count === this.total;
  }

  toHex(): string {
    return toHex(this.#bits);
  }
}
