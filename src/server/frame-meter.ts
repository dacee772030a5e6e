// The frames of one WebSocket, counted from their headers alone (R26). Control frames, and fragments, which may be
// empty, never become packets, so nobody above this counts them. They cost as much as a hundred whole messages.

/** The first byte of a frame: the last fragment and its opcode (RFC 6455, 5.2). */
const [wholeText, wholeBinary] = [0x81, 0x82];
const firstByteMask = 0x8f;
/** The cost of a frame that is not a whole message (R26c). */
const oddCost = 100;

export class FrameMeter {
  /** Bytes of the payload that are still to come. */
  #payload = 0;
  #header: number[] = [];

  /** Counts the bytes that arrived next, up to the end of so many frames. */
  take(chunk: Uint8Array, maxFrames: number): { readonly bytes: number; readonly cost: number } {
    let [at, cost, frames] = [0, 0, 0];
    while (at < chunk.length) {
      if (this.#payload > 0) {
        const here = Math.min(this.#payload, chunk.length - at);
        this.#payload -= here;
        at += here;
        continue;
      }
      if (this.#header.length === 0 && frames === maxFrames) break;
      const length = this.#header.push(chunk[at++]);
      const [first, second] = this.#header;
      if (length < 2 || length < headerBytes(second)) continue;
      cost += isWhole(first) ? 1 : oddCost;
      frames++;
      this.#payload = payloadBytes(this.#header);
      this.#header = [];
    }
    return { bytes: at, cost };
  }
}

const isWhole = (first: number): boolean =>
  (first & firstByteMask) === wholeText || (first & firstByteMask) === wholeBinary;

/** Bytes of the length that follow the second byte. */
function lengthBytes(second: number): number {
  const short = second & 0x7f;
  return short === 126 ? 2 : short === 127 ? 8 : 0;
}

function headerBytes(second: number): number {
  const mask = second & 0x80 ? 4 : 0;
  return 2 + lengthBytes(second) + mask;
}

function payloadBytes(header: readonly number[]): number {
  const long = header.slice(2, 2 + lengthBytes(header[1]));
  return long.length === 0 ? header[1] & 0x7f : long.reduce((sum, byte) => sum * 256 + byte, 0);
}
