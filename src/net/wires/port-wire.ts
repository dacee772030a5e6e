// A wire over a MessagePort: between Workers of one page or of two tabs of one browser, and between a Worker and the page
// that keeps its data channels (port-pump.ts). A port does not show its queue length, so the far end acknowledges bulk
// bytes. A message costs about as much as 64 KiB of its bytes, and between two tabs each buffer of it as much again: so
// bulk frames leave together, in one buffer (L20d).
// Invariant: bufferedAmount('bulk') counts the bytes taken that are not acknowledged.
import type { Channel } from '../link/link';
import type { Wire, WireEvents } from '../link/wire';

/** The messages across the port. A port joins threads of one browser that run this code, so they are trusted. */
type PortMessage =
  | { readonly kind: 'open' }
  /** The frames lie in the buffer one after the other, each at the next multiple of 8. */
  | {
      readonly kind: 'frames';
      readonly channel: Channel;
      readonly lengths: readonly number[];
      readonly buffer: ArrayBuffer;
    }
  /** This many bulk bytes have left the far end since the opening. */
  | { readonly kind: 'taken'; readonly bytes: number }
  /** The mark of `drainBelow`, for a far end that has a queue. */
  | { readonly kind: 'drain-below'; readonly bytes: number }
  | { readonly kind: 'malformed'; readonly what: string }
  | { readonly kind: 'close'; readonly why: string };

export interface PortWireOptions {
  /** `webrtc` when the port leads to a pump, `tab` when it leads to another tab. */
  readonly kind?: 'port' | 'tab' | 'webrtc';
  /** The pump opens and acknowledges itself, when its channels do. */
  readonly isPump?: boolean;
  /** The far end's `drainBelow`, for the pump. */
  readonly onDrainBelow?: (bytes: number) => void;
}

export class PortWire implements Wire {
  readonly kind: 'port' | 'tab' | 'webrtc';
  readonly #batch = new FrameBatch();
  readonly #soon: Soon;
  #events: WireEvents | undefined;
  #closed = false;
  #givenBytes = 0;
  #takenBytes = 0;
  #drainBytes = 0;
  #receivedBytes = 0;

  constructor(
    private readonly port: MessagePort,
    private readonly options: PortWireOptions = {},
  ) {
    this.kind = options.kind ?? 'port';
    this.#soon = new Soon(() => this.#sendBatch());
  }

  start(events: WireEvents): void {
    this.#events = events;
    this.port.onmessage = (event: MessageEvent<PortMessage>) => this.#message(event.data);
    this.port.onmessageerror = () => events.malformed('a port message that cannot be read');
    // Newer browsers and Node report when the other end's thread has ended; elsewhere silence shows it.
    this.port.addEventListener('close', () => this.lose('the other end of the port is gone'));
    if (!this.options.isPump) this.#post({ kind: 'open' });
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    if (this.#closed) return false;
    if (channel === 'control') {
      const buffer = bytes.slice().buffer as ArrayBuffer;
      this.#post({ kind: 'frames', channel, lengths: [bytes.byteLength], buffer }, buffer);
      return true;
    }
    this.#givenBytes += bytes.byteLength;
    if (!this.#batch.hasRoom(bytes.byteLength)) this.#sendBatch();
    this.#batch.add(bytes);
    this.#soon.ask();
    return true;
  }

  bufferedAmount(channel: Channel): number {
    return channel === 'bulk' ? this.#givenBytes - this.#takenBytes : 0;
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
    this.#sendBatch();
    this.#post({ kind: 'close', why });
    this.#shut();
  }

  /** The other end is known to be gone. */
  lose(why: string): void {
    if (this.#closed) return;
    this.#shut();
    this.#events?.lost(why);
  }

  #message(message: PortMessage): void {
    const events = this.#events;
    if (this.#closed || !events) return;
    switch (message.kind) {
      case 'open':
        return events.open();
      case 'frames':
        return this.#frames(message, events);
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
        return this.lose(message.why);
      default:
        return message satisfies never;
    }
  }

  #frames({ channel, lengths, buffer }: PortMessage & { kind: 'frames' }, events: WireEvents): void {
    let at = 0;
    for (const length of lengths) {
      if (this.#closed) return;
      events.message(channel, new Uint8Array(buffer, at, length));
      at = aligned(at + length);
    }
    if (channel === 'control' || this.options.isPump) return;
    this.#receivedBytes += lengths.reduce((sum, length) => sum + length, 0);
    this.#post({ kind: 'taken', bytes: this.#receivedBytes });
  }

  #sendBatch(): void {
    const batch = this.#batch.take();
    if (batch) this.#post({ kind: 'frames', channel: 'bulk', ...batch }, batch.buffer);
  }

  #shut(): void {
    this.#closed = true;
    this.#soon.close();
    this.port.close();
  }

  #post(message: PortMessage, ...transfer: Transferable[]): void {
    if (!this.#closed) this.port.postMessage(message, transfer);
  }
}

/** The bytes of frames that leave together. */
const batchBytes = 256 * 1024;

/** Numbers of a frame are read where they lie. */
const aligned = (offset: number): number => (offset + 7) & ~7;

/** Frames in one buffer. Invariant: they are no longer than the buffer, or there is one. */
class FrameBatch {
  #lengths: number[] = [];
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #usedBytes = 0;

  hasRoom(length: number): boolean {
    return this.#usedBytes + length <= batchBytes;
  }

  add(frame: Uint8Array): void {
    this.#bytes ??= new Uint8Array(batchBytes);
    this.#bytes.set(frame, this.#usedBytes);
    this.#usedBytes = aligned(this.#usedBytes + frame.byteLength);
    this.#lengths.push(frame.byteLength);
  }

  /** All frames, and none is left; undefined: there were none. */
  take(): { readonly lengths: readonly number[]; readonly buffer: ArrayBuffer } | undefined {
    const [bytes, lengths] = [this.#bytes, this.#lengths];
    if (!bytes) return undefined;
    const buffer = shortened(bytes.buffer, this.#usedBytes);
    this.#bytes = undefined;
    this.#lengths = [];
    this.#usedBytes = 0;
    return { lengths, buffer };
  }
}

/** The first bytes of a buffer. Memory that is new costs more than its bytes: browsers since 2024 shorten without any. */
function shortened(buffer: ArrayBuffer, length: number): ArrayBuffer {
  if (length === buffer.byteLength) return buffer;
  const { transfer } = buffer as { transfer?: (length: number) => ArrayBuffer };
  return transfer ? transfer.call(buffer, length) : buffer.slice(0, length);
}

/** Runs an action after what the thread does now, promises included; asked twice it runs once. */
class Soon {
  readonly #channel = new MessageChannel();
  #isAsked = false;

  constructor(action: () => void) {
    this.#channel.port1.onmessage = () => {
      this.#isAsked = false;
      action();
    };
  }

  ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#channel.port2.postMessage(undefined);
  }

  close(): void {
    this.#channel.port1.close();
  }
}
