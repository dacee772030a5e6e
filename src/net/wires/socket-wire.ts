// A wire over a byte stream of this machine: a Unix socket between two replicas in Node. Each message is preceded by its
// length and its kind. The stream keeps the order of both channels; credit and the bulk queue keep what lies in it short.
import { maxFrameBytes, type Channel } from '../link/link';
import type { Wire, WireEvents } from '../link/wire';

/** The part of a socket of `node:net` that the wire needs. */
export interface ByteStream {
  write(bytes: Uint8Array, written: () => void): boolean;
  on(event: 'data', receive: (bytes: Uint8Array) => void): unknown;
  on(event: 'close' | 'error', receive: () => void): unknown;
  resume(): unknown;
  end(): unknown;
  destroy(): unknown;
  setTimeout(ms: number, expired: () => void): unknown;
}

const mostBytes = 2 * maxFrameBytes;
/** Length of the message, u32, then its kind. */
const headerBytes = 5;
const kinds: readonly ('open' | Channel)[] = ['open', 'control', 'bulk'];
/** The other side takes its last messages within this time. */
const goodbyeMs = 2_000;

export class SocketWire implements Wire {
  readonly kind = 'socket';
  #events: WireEvents | undefined;
  #closed = false;
  #bulkBytes = 0;
  #drainBytes = 0;
  readonly #header = new Uint8Array(headerBytes);
  #headerLength = 0;
  #body = new Uint8Array(0);
  #bodyLength = 0;

  /** The stream stands still until `start`. */
  constructor(private readonly stream: ByteStream) {
    stream.on('close', () => this.#lose('the socket of the other replica closed'));
    stream.on('error', () => undefined); // 'close' follows
  }

  start(events: WireEvents): void {
    this.#events = events;
    this.stream.on('data', (bytes) => this.#receive(bytes));
    this.stream.resume();
    this.#write('open', new Uint8Array(0));
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    if (this.#closed) return false;
    this.#write(channel, bytes);
    return true;
  }

  bufferedAmount(channel: Channel): number {
    return channel === 'bulk' ? this.#bulkBytes : 0;
  }

  drainBelow(bytes: number): void {
    this.#drainBytes = bytes;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.stream.end();
    this.stream.setTimeout(goodbyeMs, () => this.stream.destroy());
  }

  #write(kind: 'open' | Channel, bytes: Uint8Array): void {
    const message = new Uint8Array(headerBytes + bytes.byteLength);
    new DataView(message.buffer).setUint32(0, bytes.byteLength, true);
    message[4] = kinds.indexOf(kind);
    message.set(bytes, headerBytes);
    if (kind === 'bulk') this.#bulkBytes += bytes.byteLength;
    this.stream.write(message, () => {
      if (kind !== 'bulk') return;
      this.#bulkBytes -= bytes.byteLength;
      if (!this.#closed && this.#bulkBytes <= this.#drainBytes) this.#events?.drain();
    });
  }

  #receive(bytes: Uint8Array): void {
    let at = 0;
    const fill = (target: Uint8Array, length: number): number => {
      const part = bytes.subarray(at, at + target.byteLength - length);
      target.set(part, length);
      at += part.byteLength;
      return length + part.byteLength;
    };
    while (at < bytes.byteLength && !this.#closed) {
      if (this.#headerLength < headerBytes) {
        this.#headerLength = fill(this.#header, this.#headerLength);
        if (this.#headerLength < headerBytes) return;
        const length = new DataView(this.#header.buffer).getUint32(0, true);
        // The link ends a peer whose frames are too long (L9). It closes the wire.
        if (length > mostBytes || this.#header[4] >= kinds.length)
          return this.#events?.malformed('a message of an unknown kind or length');
        this.#body = new Uint8Array(length);
        this.#bodyLength = 0;
      }
      this.#bodyLength = fill(this.#body, this.#bodyLength);
      if (this.#bodyLength < this.#body.byteLength) continue;
      this.#headerLength = 0;
      const kind = kinds[this.#header[4]];
      if (kind === 'open') this.#events?.open();
      else this.#events?.message(kind, this.#body);
    }
  }

  #lose(why: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.stream.destroy();
    this.#events?.lost(why);
  }
}
