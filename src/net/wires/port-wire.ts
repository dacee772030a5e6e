// A wire over a MessagePort: between Workers of one page, and between a Worker and the page that keeps its data channels
// (port-pump.ts). A port does not show its queue length, so the far end acknowledges bulk bytes.
// Invariant: bufferedAmount('bulk') counts the posted bytes that are not acknowledged.
import type { Channel } from '../link/link';
import type { Wire, WireEvents } from '../link/wire';

/** The messages across the port. A port joins threads of one page, so they are trusted. */
type PortMessage =
  | { readonly kind: 'open' }
  | { readonly kind: 'frame'; readonly channel: Channel; readonly buffer: ArrayBuffer }
  /** This many bulk bytes have left the far end since the opening. */
  | { readonly kind: 'taken'; readonly bytes: number }
  /** The mark of `drainBelow`, for a far end that has a queue. */
  | { readonly kind: 'drain-below'; readonly bytes: number }
  | { readonly kind: 'malformed'; readonly what: string }
  | { readonly kind: 'close'; readonly why: string };

export interface PortWireOptions {
  /** `webrtc` when the port leads to a pump. */
  readonly kind?: 'port' | 'webrtc';
  /** The pump opens and acknowledges itself, when its channels do. */
  readonly isPump?: boolean;
  /** The far end's `drainBelow`, for the pump. */
  readonly onDrainBelow?: (bytes: number) => void;
}

export class PortWire implements Wire {
  readonly kind: 'port' | 'webrtc';
  #events: WireEvents | undefined;
  #closed = false;
  #postedBytes = 0;
  #takenBytes = 0;
  #drainBytes = 0;
  #receivedBytes = 0;

  constructor(
    private readonly port: MessagePort,
    private readonly options: PortWireOptions = {},
  ) {
    this.kind = options.kind ?? 'port';
  }

  start(events: WireEvents): void {
    this.#events = events;
    this.port.onmessage = (event: MessageEvent<PortMessage>) => this.#message(event.data);
    this.port.onmessageerror = () => events.malformed('a port message that cannot be read');
    // Newer browsers and Node report when the other end's thread has ended; elsewhere silence shows it.
    this.port.addEventListener('close', () => this.#lose('the other end of the port is gone'));
    if (!this.options.isPump) this.#post({ kind: 'open' });
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    if (this.#closed) return false;
    const buffer = bytes.slice().buffer as ArrayBuffer;
    if (channel === 'bulk') this.#postedBytes += bytes.byteLength;
    this.#post({ kind: 'frame', channel, buffer }, buffer);
    return true;
  }

  bufferedAmount(channel: Channel): number {
    return channel === 'bulk' ? this.#postedBytes - this.#takenBytes : 0;
  }

  drainBelow(bytes: number): void {
    this.#drainBytes = bytes;
    this.#post({ kind: 'drain-below', bytes });
  }

  close(): void {
    this.end('the other end of the port closed');
  }

  /** Reports that the pump’s channels are open. */
  sendOpen(): void {
    this.#post({ kind: 'open' });
  }

  /** Reports how many bulk bytes have left the pump’s channel. */
  sendTaken(bytes: number): void {
    this.#post({ kind: 'taken', bytes });
  }

  sendMalformed(what: string): void {
    this.#post({ kind: 'malformed', what });
  }

  /** Closes, and sends the other end the reason. */
  end(why: string): void {
    if (this.#closed) return;
    this.#post({ kind: 'close', why });
    this.#closed = true;
    this.port.close();
  }

  #message(message: PortMessage): void {
    const events = this.#events;
    if (this.#closed || !events) return;
    switch (message.kind) {
      case 'open':
        return events.open();
      case 'frame': {
        const { channel, buffer } = message;
        events.message(channel, new Uint8Array(buffer));
        if (channel === 'control' || this.options.isPump) return;
        this.#receivedBytes += buffer.byteLength;
        return this.#post({ kind: 'taken', bytes: this.#receivedBytes });
      }
      case 'taken': {
        this.#takenBytes = message.bytes;
        if (this.bufferedAmount('bulk') <= this.#drainBytes) events.drain();
        return;
      }
      case 'drain-below':
        return this.options.onDrainBelow?.(message.bytes);
      case 'malformed':
        return events.malformed(message.what);
      case 'close':
        return this.#lose(message.why);
      default:
        return message satisfies never;
    }
  }

  #lose(why: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.port.close();
    this.#events?.lost(why);
  }

  #post(message: PortMessage, ...transfer: Transferable[]): void {
    if (!this.#closed) this.port.postMessage(message, transfer);
  }
}
