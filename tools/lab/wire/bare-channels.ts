// A connection's bulk channel without a link: the limit that links and collectives are compared with. It keeps the safe
// watermarks of Chromium, and nothing else.
import { maxFrameBytes } from '../../../src/net/link/link';
import type { DataChannels } from '../../../src/net/wires/channel-wire';

/** What carries messages to one peer, as bare as a browser has it. */
export interface BareCarrier {
  readonly opened: Promise<void>;
  /** The bytes of a message of a stream. */
  readonly messageBytes: number;
  /** Gets what arrived before it first; undefined: messages wait. */
  receive(receiver: ((bytes: Uint8Array) => void) | undefined): void;
  /** Sends at once: for single small messages. */
  post(bytes: Uint8Array<ArrayBuffer>): void;
  /** When the queue has room. */
  send(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

const highBytes = 1024 * 1024;
const lowBytes = 256 * 1024;

export class BareChannels implements BareCarrier {
  readonly messageBytes = maxFrameBytes;
  readonly opened: Promise<void>;
  readonly #bulk: RTCDataChannel;
  /** Not yet asked for. */
  #waiting: Uint8Array[] = [];
  #receiver: ((bytes: Uint8Array) => void) | undefined;

  constructor({ bulk }: Pick<DataChannels, 'bulk'>) {
    this.#bulk = bulk;
    bulk.binaryType = 'arraybuffer';
    bulk.bufferedAmountLowThreshold = lowBytes;
    bulk.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      const bytes = new Uint8Array(event.data);
      if (this.#receiver) this.#receiver(bytes);
      else this.#waiting.push(bytes);
    };
    this.opened = new Promise((resolve) => {
      if (bulk.readyState === 'open') resolve();
      else bulk.onopen = () => resolve();
    });
  }

  receive(receiver: ((bytes: Uint8Array) => void) | undefined): void {
    this.#receiver = receiver;
    if (receiver) for (const bytes of this.#waiting.splice(0)) receiver(bytes);
  }

  post(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bulk.send(bytes);
  }

  async send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.#bulk.bufferedAmount + bytes.byteLength > highBytes)
      await new Promise<void>((resolve) => (this.#bulk.onbufferedamountlow = () => resolve()));
    this.#bulk.send(bytes);
  }
}
