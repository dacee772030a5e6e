// A wire through the room server, for two members that cannot connect directly (L14). It uses a port to the page's pump
// (relay-pump.ts), which receives sealed packets only: XChaCha20-Poly1305, one key per direction, the packet's number as the
// nonce. A replayed, dropped, reordered or altered packet does not open, and ends the link.
// Invariant: at most `windowBytes` of bulk are on their way. The rest waits here, where control overtakes it.
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { concatBytes } from '../../base/bytes';
import type { Channel } from '../link/link';
import type { RelayKeys } from './relay-key';
import type { Wire, WireEvents } from '../link/wire';

/** What crosses the port to the pump. */
export type FromRelayWire =
  | { readonly kind: 'packet'; readonly packet: Uint8Array }
  | { readonly kind: 'close' };
export type ToRelayWire =
  | { readonly kind: 'packet'; readonly packet: Uint8Array }
  /** The far page has received one more of our packets. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'lost'; readonly why: string };

export interface RelayWireOptions {
  readonly port: MessagePort;
  readonly keys: RelayKeys;
  /** The caller opens first, because the answerer listens by then. */
  readonly isCaller: boolean;
}

/** The tag included. A frame of 64 KiB makes three packets; as base64 in a polled body one stays below 33 KiB. */
export const relayPacketBytes = 22 * 1024;
const tagBytes = 16;
const partBytes = relayPacketBytes - tagBytes - 1;
/** Bulk under way: 25 MiB/s at a round trip of 10 ms. The server allows a pair three times as much. */
const windowBytes = 256 * 1024;
/** More than any frame. The link refuses frames above 64 KiB; this wire collects no more than this. */
const maxMessageBytes = 128 * 1024;

/** The first byte of the plaintext (L14b). All parts of a message but the last say that more follows. */
const kindByte = { open: 0, close: 1, control: 2, moreControl: 3, bulk: 4, moreBulk: 5 } as const;

export class RelayWire implements Wire {
  readonly kind = 'relay';
  #events: WireEvents | undefined;
  #state: 'opening' | 'open' | 'closed' = 'opening';
  readonly #bulk: Uint8Array[] = []; // parts that wait for the window
  #bulkBytes = 0;
  readonly #underway: number[] = []; // bulk bytes of each packet that the far page has not taken, in order
  #underwayBytes = 0;
  #drainBytes = 0;
  #sent = 0;
  #received = 0;
  readonly #partial: Record<Channel, Uint8Array[]> = { control: [], bulk: [] };

  constructor(private readonly options: RelayWireOptions) {}

  start(events: WireEvents): void {
    this.#events = events;
    const { port, isCaller } = this.options;
    port.onmessage = ({ data }: MessageEvent<ToRelayWire>) => this.#receive(data);
    port.onmessageerror = () => events.malformed('a port message that cannot be read');
    if (isCaller) this.#seal(Uint8Array.of(kindByte.open));
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    if (this.#state !== 'open') return false;
    const isBulk = channel === 'bulk';
    for (let at = 0; at === 0 || at < bytes.byteLength; at += partBytes) {
      const body = bytes.subarray(at, at + partBytes);
      const isLast = at + partBytes >= bytes.byteLength;
      const part = new Uint8Array(1 + body.byteLength);
      part[0] = isBulk
        ? isLast
          ? kindByte.bulk
          : kindByte.moreBulk
        : isLast
          ? kindByte.control
          : kindByte.moreControl;
      part.set(body, 1);
      if (!isBulk) {
        this.#seal(part);
        continue;
      }
      this.#bulk.push(part);
      this.#bulkBytes += body.byteLength;
    }
    this.#flush();
    return true;
  }

  bufferedAmount(channel: Channel): number {
    return channel === 'bulk' ? this.#bulkBytes : 0;
  }

  drainBelow(bytes: number): void {
    this.#drainBytes = bytes;
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#seal(Uint8Array.of(kindByte.close));
    this.#end();
  }

  #receive(message: ToRelayWire): void {
    if (this.#state === 'closed') return;
    switch (message.kind) {
      case 'packet':
        return this.#open(message.packet);
      case 'taken': {
        const bytes = this.#underway.shift() ?? 0;
        this.#underwayBytes -= bytes;
        const waited = this.#bulkBytes;
        this.#flush();
        if (waited > 0 && this.#bulkBytes <= this.#drainBytes) this.#events!.drain();
        return;
      }
      case 'lost':
        return this.#lose(message.why);
      default:
        message satisfies never;
    }
  }

  #open(packet: Uint8Array): void {
    let plain: Uint8Array;
    try {
      plain = xchacha20poly1305(this.options.keys.receive, nonceOf(this.#received++)).decrypt(packet);
    } catch {
      return this.#events!.malformed('a relayed packet that is not the next one of its sender');
    }
    switch (plain[0]) {
      case kindByte.open:
        if (this.#state === 'open' || plain.byteLength !== 1) break;
        if (!this.options.isCaller) this.#seal(Uint8Array.of(kindByte.open));
        this.#state = 'open';
        return this.#events!.open();
      case kindByte.close:
        return this.#lose('the other end of the relay closed');
      case kindByte.control:
      case kindByte.moreControl:
        return this.#part('control', plain, plain[0] === kindByte.control);
      case kindByte.bulk:
      case kindByte.moreBulk:
        return this.#part('bulk', plain, plain[0] === kindByte.bulk);
    }
    this.#events!.malformed('a relayed packet of no known kind');
  }

  #part(channel: Channel, plain: Uint8Array, isLast: boolean): void {
    const parts = this.#partial[channel];
    if (this.#state !== 'open' || (parts.length + 1) * partBytes > maxMessageBytes)
      return this.#events!.malformed('a relayed message that is none');
    const body = plain.subarray(1);
    if (!isLast) return void parts.push(body);
    this.#events!.message(channel, concatBytes(...parts.splice(0), body));
  }

  #flush(): void {
    while (this.#bulk.length > 0 && this.#underwayBytes < windowBytes) {
      const part = this.#bulk.shift()!;
      this.#bulkBytes -= part.byteLength - 1;
      this.#seal(part, part.byteLength);
    }
  }

  /** `bulkBytes`: the part of the window that it uses. */
  #seal(part: Uint8Array, bulkBytes = 0): void {
    if (this.#state === 'closed') return;
    this.#underway.push(bulkBytes);
    this.#underwayBytes += bulkBytes;
    const { port, keys } = this.options;
    const packet = xchacha20poly1305(keys.send, nonceOf(this.#sent++)).encrypt(part);
    port.postMessage({ kind: 'packet', packet } satisfies FromRelayWire, [packet.buffer as ArrayBuffer]);
  }

  #lose(why: string): void {
    this.#end();
    this.#events!.lost(why);
  }

  #end(): void {
    this.#state = 'closed';
    this.#bulk.length = 0;
    this.#bulkBytes = 0;
    this.options.port.postMessage({ kind: 'close' } satisfies FromRelayWire);
    this.options.port.close();
  }
}

/** A number is safe up to 2⁵³, more packets than a link ever sends. */
function nonceOf(number: number): Uint8Array {
  const nonce = new Uint8Array(24);
  const view = new DataView(nonce.buffer);
  view.setUint32(0, number >>> 0, true);
  view.setUint32(4, Math.floor(number / 2 ** 32), true);
  return nonce;
}
