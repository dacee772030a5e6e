// A wire over two data channels of one connection, on the main thread or in a Worker that received them. Construct it in
// the task that creates or receives the channels, because events without a handler are lost. Messages that come before
// start() are kept.
import type { Clock } from '../../base/clock';
import type { Channel } from '../link/link';
import type { Wire, WireEvents } from '../link/wire';

export interface DataChannels {
  readonly control: RTCDataChannel;
  readonly bulk: RTCDataChannel;
}

/** `bufferedamountlow` may never come (Chromium at a full queue, libp2p #2628), so the wire also polls. */
const lookEveryMs = 50;
/** The goodbye travels on control, which may close after bulk. */
const goodbyeGraceMs = 500;

export class ChannelWire implements Wire {
  readonly kind = 'webrtc';
  #events: WireEvents | undefined;
  #early: (() => void)[] = [];
  #opened = false;
  #closed = false;
  #error = '';
  #cancelLook: (() => void) | undefined;
  #cancelGrace: (() => void) | undefined;

  constructor(
    private readonly channels: DataChannels,
    private readonly clock: Clock,
  ) {
    this.#listen('control');
    this.#listen('bulk');
    channels.bulk.onbufferedamountlow = () => this.#events?.drain();
  }

  start(events: WireEvents): void {
    this.#events = events;
    this.#openIfReady();
    const { control, bulk } = this.channels;
    if (control.readyState === 'closed' || bulk.readyState === 'closed')
      this.#early.push(() => this.#lose('the data channels had closed already'));
    for (const action of this.#early.splice(0)) action();
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    const { [channel]: to, bulk } = this.channels;
    if (to.readyState !== 'open') return false;
    try {
      to.send(bytes as Uint8Array<ArrayBuffer>);
    } catch {
      // The queue is full, or the channel has just closed.
      this.#lookLater();
      return false;
    }
    if (to === bulk && bulk.bufferedAmount > bulk.bufferedAmountLowThreshold) this.#lookLater();
    return true;
  }

  bufferedAmount(channel: Channel): number {
    return this.channels[channel].bufferedAmount;
  }

  drainBelow(bytes: number): void {
    this.channels.bulk.bufferedAmountLowThreshold = bytes;
  }

  close(): void {
    if (this.#closed) return;
    this.#end();
    // Queued messages, above all the goodbye, are still sent: only closing the connection drops them.
    this.channels.control.close();
    this.channels.bulk.close();
  }

  #listen(name: Channel): void {
    const channel = this.channels[name];
    channel.binaryType = 'arraybuffer';
    channel.onopen = () => this.#openIfReady();
    channel.onmessage = (event: MessageEvent<unknown>) => {
      if (this.#events) this.#message(name, event.data);
      else this.#early.push(() => this.#message(name, event.data));
    };
    channel.onerror = (event) => (this.#error ||= `: ${event.error?.message ?? 'unknown error'}`);
    channel.onclose = () => this.#channelClosed(name);
  }

  #message(name: Channel, data: unknown): void {
    if (this.#closed) return;
    // The peer may send before this side's open event.
    this.#openIfReady();
    if (data instanceof ArrayBuffer) this.#events!.message(name, new Uint8Array(data));
    else this.#events!.malformed('text on a binary channel');
  }

  #openIfReady(): void {
    const { control, bulk } = this.channels;
    if (!this.#events || this.#opened || this.#closed) return;
    if (control.readyState !== 'open' || bulk.readyState !== 'open') return;
    this.#opened = true;
    this.#events.open();
  }

  #channelClosed(name: Channel): void {
    const why = `the ${name} channel closed${this.#error}`;
    if (name === 'control') this.#lose(why);
    else this.#cancelGrace ??= this.clock.after(goodbyeGraceMs, () => this.#lose(why));
  }

  #lose(why: string): void {
    if (this.#closed) return;
    if (!this.#events) {
      this.#early.push(() => this.#lose(why));
      return;
    }
    this.#end();
    this.channels.control.close();
    this.channels.bulk.close();
    this.#events.lost(why);
  }

  #end(): void {
    this.#closed = true;
    this.#cancelLook?.();
    this.#cancelGrace?.();
  }

  #lookLater(): void {
    if (this.#closed) return;
    this.#cancelLook ??= this.clock.after(lookEveryMs, () => {
      this.#cancelLook = undefined;
      const { bulk } = this.channels;
      if (bulk.bufferedAmount <= bulk.bufferedAmountLowThreshold) this.#events?.drain();
      else this.#lookLater();
    });
  }
}
