// A MessagePort to another tab without a link: the limit that the link between two tabs is compared with. Its messages are
// transferred buffers of the size that such a link sends at most, a few of them on the way at once.
import type { BareCarrier } from './bare-channels';

/** A buffer, or the number of messages that have come. */
type BareMessage = ArrayBuffer | number;

const mostOnTheWay = 4;

export class BarePort implements BareCarrier {
  readonly opened = Promise.resolve();
  readonly messageBytes = 256 * 1024;
  /** Not yet asked for. */
  #waiting: Uint8Array[] = [];
  #receiver: ((bytes: Uint8Array) => void) | undefined;
  #sent = 0;
  #come = 0;
  #acknowledged = 0;
  #onAcknowledged: (() => void) | undefined;

  constructor(private readonly port: MessagePort) {
    port.onmessage = ({ data }: MessageEvent<BareMessage>) => {
      if (typeof data === 'number') {
        this.#acknowledged = data;
        this.#onAcknowledged?.();
        return;
      }
      this.port.postMessage(++this.#come);
      const bytes = new Uint8Array(data);
      if (this.#receiver) this.#receiver(bytes);
      else this.#waiting.push(bytes);
    };
  }

  receive(receiver: ((bytes: Uint8Array) => void) | undefined): void {
    this.#receiver = receiver;
    if (receiver) for (const bytes of this.#waiting.splice(0)) receiver(bytes);
  }

  post(bytes: Uint8Array): void {
    this.#sent++;
    const buffer = bytes.slice().buffer as ArrayBuffer;
    this.port.postMessage(buffer, [buffer]);
  }

  async send(bytes: Uint8Array): Promise<void> {
    while (this.#sent - this.#acknowledged >= mostOnTheWay)
      await new Promise<void>((resolve) => (this.#onAcknowledged = resolve));
    this.post(bytes);
  }
}
