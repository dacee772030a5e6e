// All links of one replica: one per peer. Sends frames to members by id, hands what arrives to one handler per
// frame type, and counts what it had to drop. A frame that cannot be decoded closes its link: the peer speaks
// another protocol.
import { Emitter } from '../base/emitter';
import { fromUtf8, utf8 } from '../base/bytes';
import type { MemberId } from '../membership/view';
import { channelOf, decodeFrame, emptyHeader, encodeFrame, type Frame, type FrameType } from '../net/frame';
import type { FrameLog } from '../net/frame-log';
import { LinkClosedError, type CloseReason, type Link, type Received } from '../net/link';

export interface Arrived {
  readonly from: MemberId;
  readonly frame: Frame;
  readonly bytes: Uint8Array;
  /** Gives the frame's credit back; a handler that keeps the frame calls it later, exactly once. */
  consume(): void;
}

export interface HubEvents {
  readonly opened: { readonly peer: MemberId };
  readonly closed: { readonly peer: MemberId; readonly reason: CloseReason };
}

type JsonType = 'membership' | 'hello' | 'request' | 'command';

export class Hub extends Emitter<HubEvents> {
  readonly #links = new Map<MemberId, Link>();
  readonly #handlers = new Map<FrameType, (arrived: Arrived) => void>();
  /** Totals of links already gone, so that the sums never fall. */
  #past = { bytesSent: 0, bytesReceived: 0 };
  malformed = 0;

  constructor(readonly log?: FrameLog) {
    super();
  }

  handle(type: FrameType, handler: (arrived: Arrived) => void): void {
    this.#handlers.set(type, handler);
  }

  /** Takes over the link; an older one to the same peer is closed. */
  add(peer: MemberId, link: Link): void {
    this.#links.get(peer)?.close('replaced by a newer link');
    this.#links.set(peer, link);
    link.receive((received) => this.#arrive(peer, link, received));
    void link.closed.then((reason) => {
      const { bytesSent, bytesReceived } = link.stats();
      this.#past.bytesSent += bytesSent;
      this.#past.bytesReceived += bytesReceived;
      if (this.#links.get(peer) !== link) return;
      this.#links.delete(peer);
      this.emit('closed', { peer, reason });
    });
    this.emit('opened', { peer });
  }

  has(peer: MemberId): boolean {
    return this.#links.get(peer)?.isOpen ?? false;
  }

  peers(): MemberId[] {
    return [...this.#links.keys()];
  }

  link(peer: MemberId): Link | undefined {
    return this.#links.get(peer);
  }

  /** Rejects with LinkClosedError when there is no link to the peer. */
  async send(to: MemberId, type: FrameType, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    const link = this.#links.get(to);
    if (!link) throw new LinkClosedError({ code: 'lost', message: `no link to ${to}` });
    this.log?.note('sent', to, bytes);
    await link.send(channelOf(type), bytes, signal);
  }

  /** Best effort: a peer that cannot be reached is the failure detector's business. */
  sendJson(to: MemberId, type: JsonType, message: unknown): void {
    this.send(to, type, encodeFrame({ ...emptyHeader, type }, utf8(JSON.stringify(message)))).catch(() => {
      this.unsent++;
    });
  }

  unsent = 0;

  traffic(): { bytesSent: number; bytesReceived: number } {
    let { bytesSent, bytesReceived } = this.#past;
    for (const link of this.#links.values()) {
      const stats = link.stats();
      bytesSent += stats.bytesSent;
      bytesReceived += stats.bytesReceived;
    }
    return { bytesSent, bytesReceived };
  }

  close(message: string): void {
    for (const link of this.#links.values()) link.close(message);
  }

  #arrive(from: MemberId, link: Link, received: Received): void {
    const { bytes, channel } = received;
    this.log?.note('received', from, bytes);
    const consume = (): void => received.consume();
    const decoded = decodeFrame(bytes);
    const handler = decoded.ok ? this.#handlers.get(decoded.value.type) : undefined;
    if (!decoded.ok || !handler || channelOf(decoded.value.type) !== channel) {
      this.malformed++;
      consume();
      link.close(decoded.ok ? 'a frame on the wrong channel' : decoded.error.message);
      return;
    }
    handler({ from, frame: decoded.value, bytes, consume });
  }
}

/** The JSON payload of a frame, or undefined when it is none. */
export function jsonOf(frame: Frame): unknown {
  try {
    return JSON.parse(fromUtf8(frame.payload)) as unknown;
  } catch {
    return undefined;
  }
}
