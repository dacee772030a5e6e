// Which process has the rooms of a code (R31): the consistent hash of nginx (`hash $arg_room consistent`), so that a proxy
// with that line sends everybody to the owner, and a dead process's rooms to whom they belong then. Pure. After
// ngx_http_upstream_hash_module.c: each server has 160 points on a ring of 2³²; a key belongs to the first point from its
// own CRC-32 on.
import { crc32 } from '../../base/crc32';

const pointsEach = 160;

export class OwnerRing {
  /** Ascending. */
  readonly #hashes: Uint32Array;
  /** The address at each point. */
  readonly #owners: readonly string[];

  /** `addresses`: `host:port`, as the proxy's file names them. */
  constructor(readonly addresses: readonly string[]) {
    const points = addresses.flatMap((address) => pointsOf(address).map((hash) => ({ hash, address })));
    points.sort((a, b) => a.hash - b.hash);
    this.#hashes = Uint32Array.from(points, ({ hash }) => hash);
    this.#owners = points.map(({ address }) => address);
  }

  /** undefined: there is no process. */
  ownerOf(code: string): string | undefined {
    const hash = crc32(new TextEncoder().encode(code));
    let [low, high] = [0, this.#hashes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#hashes[middle] < hash) low = middle + 1;
      else high = middle;
    }
    return this.#owners[low] ?? this.#owners[0];
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
