// The headers of the last frames of all links, and the number of frames of each type to and from each peer. It runs at
// every frame, so it writes into typed arrays and builds objects only when asked. It never keeps payloads.
import { frameHeaderBytes, frameTypeOfByte, frameTypes, type FrameType } from './frame';

export type Direction = 'sent' | 'received';

export interface LoggedFrame {
  readonly atMs: number;
  readonly direction: Direction;
  readonly peer: string;
  readonly type: FrameType;
  readonly generation: number;
  readonly round: number;
  readonly step: number;
  readonly bucket: number;
  readonly bytes: number;
}

export interface FrameCount {
  readonly peer: string;
  readonly direction: Direction;
  readonly type: FrameType;
  readonly count: number;
  readonly lastMs: number;
}

/** Bytes of types are small numbers from 1 (PROTOCOL.md F4). */
const types = 1 + Math.max(...Object.values(frameTypes).map(({ byte }) => byte));
/** Numbers kept per frame: direction, peer, type, generation, round, step, bucket, bytes. */
const width = 8;
/** Over time more peers may come than a room holds; beyond this many they share one place. */
const maxPeers = 256;

export class FrameLog {
  readonly #numbers: Uint32Array;
  readonly #atMs: Float64Array;
  readonly #peers: string[] = [];
  readonly #places = new Map<string, number>();
  /** Counts of each peer, direction and type. */
  #counts = new Uint32Array(0);
  #lastMs = new Float64Array(0);
  #noted = 0;

  constructor(
    readonly nowMs: () => number,
    readonly capacity = 200,
  ) {
    this.#numbers = new Uint32Array(capacity * width);
    this.#atMs = new Float64Array(capacity);
  }

  /** Logs a whole frame; a message too short for a header is left out. */
  note(direction: Direction, peer: string, bytes: Uint8Array): void {
    if (bytes.byteLength < frameHeaderBytes || bytes[0] >= types) return;
    const header = new DataView(bytes.buffer, bytes.byteOffset, frameHeaderBytes);
    const nowMs = this.nowMs();
    const place = this.#placeOf(peer);
    const way = direction === 'sent' ? 0 : 1;
    const at = this.#noted++ % this.capacity;
    this.#atMs[at] = nowMs;
    const numbers = this.#numbers;
    const start = at * width;
    numbers[start] = way;
    numbers[start + 1] = place;
    numbers[start + 2] = bytes[0];
    numbers[start + 3] = header.getUint32(8, true);
    numbers[start + 4] = header.getUint32(12, true);
    numbers[start + 5] = header.getUint32(16, true);
    numbers[start + 6] = header.getUint16(20, true);
    numbers[start + 7] = bytes.byteLength;
    const counter = (place * 2 + way) * types + bytes[0];
    this.#counts[counter]++;
    this.#lastMs[counter] = nowMs;
  }

  /** Oldest first. */
  recent(): LoggedFrame[] {
    const count = Math.min(this.#noted, this.capacity);
    return Array.from({ length: count }, (_, i) => {
      const at = (this.#noted - count + i) % this.capacity;
      const [way, place, type, generation, round, step, bucket, bytes] = this.#numbers.subarray(at * width);
      return {
        atMs: this.#atMs[at],
        direction: way === 0 ? ('sent' as const) : ('received' as const),
        peer: this.#peers[place],
        type: frameTypeOfByte(type)!,
        generation,
        round,
        step,
        bucket,
        bytes,
      };
    }).filter(({ type }) => type !== undefined);
  }

  counts(): FrameCount[] {
    const counts: FrameCount[] = [];
    this.#counts.forEach((count, counter) => {
      const type = frameTypeOfByte(counter % types);
      if (count === 0 || !type) return;
      const place = Math.floor(counter / types / 2);
      const direction = Math.floor(counter / types) % 2 === 0 ? 'sent' : 'received';
      counts.push({ peer: this.#peers[place], direction, type, count, lastMs: this.#lastMs[counter] });
    });
    return counts;
  }

  #placeOf(peer: string): number {
    const known = this.#places.get(peer);
    if (known !== undefined) return known;
    if (this.#peers.length === maxPeers) return maxPeers - 1;
    const place = this.#peers.push(peer) - 1;
    this.#places.set(peer, place);
    const counts = new Uint32Array(this.#peers.length * 2 * types);
    counts.set(this.#counts);
    this.#counts = counts;
    const lastMs = new Float64Array(counts.length);
    lastMs.set(this.#lastMs);
    this.#lastMs = lastMs;
    return place;
  }
}
