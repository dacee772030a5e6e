// Which process has the rooms of a code (R31): the consistent hash of nginx (`hash $arg_room consistent`), so that a proxy
// with that line sends everybody to the owner, and a dead process's rooms to whom they belong then. Pure. After
// ngx_http_upstream_hash_module.c: each server has 160 points on a ring of 2³²; a key belongs to the first point from its
// own CRC-32 on.
import { crc32 } from '../../base/crc32';

const pointsEach = 160;
/** A hash of 32 bits and an index below this fit into the 53 bits of a number. */
const indexRange = 2 ** 20;

export class OwnerRing {
  /** Ascending: each point's hash, times `indexRange`, plus the index of its address. */
  readonly #points: Float64Array;

  /** `addresses`: `host:port`, as the proxy's file names them; at most `indexRange`. */
  constructor(readonly addresses: readonly string[]) {
    this.#points = new Float64Array(addresses.length * pointsEach);
    for (const [index, address] of addresses.entries())
      for (const [i, hash] of pointsOf(address).entries())
        this.#points[index * pointsEach + i] = hash * indexRange + index;
    this.#points.sort(); // a typed array of numbers is sorted without calls of a function
  }

  /** undefined: there is no process. */
  ownerOf(code: string): string | undefined {
    const points = this.#points;
    const from = crc32(new TextEncoder().encode(code)) * indexRange;
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle] < from) low = middle + 1;
      else high = middle;
    }
    return this.addresses[(points[low] ?? points[0]) % indexRange];
  }
}

function pointsOf(address: string): readonly number[] {
  const [, host, port] = /^(.*):(\d+)$/.exec(address) ?? ['', address, ''];
  const name = new TextEncoder().encode(`${host}\0${port}`);
  const bytes = new Uint8Array(name.length + 4);
  bytes.set(name);
  const last = new DataView(bytes.buffer, name.length);
  let hash = 0;
  return Array.from({ length: pointsEach }, () => {
    last.setUint32(0, hash, true);
    return (hash = crc32(bytes));
  });
}
