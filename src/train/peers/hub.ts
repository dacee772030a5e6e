// All links of one replica, one per peer. It sends frames to peers by id, hands each frame that arrives to the handler of
// its type, and counts what it had to drop. A frame that cannot be decoded closes its link: the peer speaks another
// protocol. A newer link takes over at once; frames on their way over a live older one still arrive (L15).
import { logged } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import { utf8 } from '../../base/bytes';
import { parsedJson } from '../../base/parsed-json';
import { suspectAfterMs } from '../../membership/heartbeat';
import type { MemberId } from '../../membership/view';
import {
  channelOf,
  decodeFrame,
  emptyHeader,
  encodeFrame,
  type Frame,
  type FrameType,
  type JsonType,
} from '../../net/frame/frame';
import type { FrameLog } from '../../net/frame/frame-log';
import { FrameBudgets } from './frame-budgets';
import { LinkClosedError, type CloseReason, type Link, type Received } from '../../net/link/link';

export interface Arrived {
  readonly from: MemberId;
  readonly frame: Frame;
  readonly bytes: Uint8Array;
  /** It arrived over a link that a newer one has replaced. */
  readonly isRetired: boolean;
  /** It is beyond its sender's budget; only for a handler that asked for such frames (L19). */
  readonly isSurplus: boolean;
  /** Gives the frame's credit back; a handler that keeps the frame calls it later, exactly once. */
  consume(): void;
}

export interface HubEvents {
  readonly opened: { readonly peer: MemberId };
  readonly closed: { readonly peer: MemberId; readonly reason: CloseReason };
  /** The peer sent something that is not a frame of this protocol: its link is closed next. */
  readonly unreadable: { readonly peer: MemberId; readonly why: string };
  /** The peer went on beyond its budget of frames: its link is closed next (L19). */
  readonly flooded: { readonly peer: MemberId };
  /** A link to the peer ended, in use or retired, and frames on it may be lost. */
  readonly broken: { readonly peer: MemberId; readonly reason: CloseReason };
}

/** Both ends use the new link within a round trip, and what was sent before has arrived by then. */
const retireMs = 3_000;

export class Hub extends Emitter<HubEvents> {
  readonly #links = new Map<MemberId, Link>();
  /** Replaced, and read for a little longer. */
  readonly #retired = new Set<Link>();
  readonly #handlers = new Map<FrameType, (arrived: Arrived) => void>();
  readonly #takesSurplus = new Set<FrameType>();
  readonly #budgets: FrameBudgets;
  /** Totals of links already gone, so that the sums never fall. */
  #past = { bytesSent: 0, bytesReceived: 0 };
  malformed = 0;
  /** Frames beyond their senders' budgets. */
  dropped = 0;

  constructor(
    readonly clock: Clock,
    readonly log?: FrameLog,
  ) {
    super();
    this.#budgets = new FrameBudgets(clock);
  }

  /** `takesSurplus`: it is also called for frames beyond their sender's budget, which it only keeps for later. */
  handle(type: FrameType, handler: (arrived: Arrived) => void, takesSurplus = false): void {
    this.#handlers.set(type, handler);
    if (takesSurplus) this.#takesSurplus.add(type);
  }

  /** Takes over the link; an older one to the same peer is retired. */
  add(peer: MemberId, link: Link): void {
    const old = this.#links.get(peer);
    this.#links.set(peer, link);
    if (old) this.#retire(old);
    link.receive((received) => this.#arrive(peer, link, received));
    void link.closed.then((reason) => {
      const { bytesSent, bytesReceived } = link.stats();
      this.#past.bytesSent += bytesSent;
      this.#past.bytesReceived += bytesReceived;
      // A retired link ends in time, by either end's clock, or it is lost.
      const isBroken = !this.#retired.delete(link) || reason.code === 'lost';
      if (isBroken) this.emit('broken', { peer, reason });
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

  /** Best effort: the failure detector deals with a peer that cannot be reached. A message that goes to many peers, one
   *  after the other, is encoded once: do not change it. */
  sendJson(to: MemberId, type: JsonType, message: unknown): void {
    let encoded = this.#encoded;
    if (!encoded || encoded.message !== message || encoded.type !== type) {
      const bytes = encodeFrame({ ...emptyHeader, type }, utf8(JSON.stringify(message)));
      this.#encoded = encoded = { message, type, bytes };
    }
    this.send(to, type, encoded.bytes).catch(() => {
      this.unsent++;
    });
  }

  #encoded:
    | { readonly message: unknown; readonly type: JsonType; readonly bytes: Uint8Array<ArrayBuffer> }
    | undefined;

  unsent = 0;

  /** Counts a frame that cannot be read and closes the peer's link. */
  refuse(peer: MemberId, why: string, link = this.#links.get(peer)): void {
    this.malformed++;
    this.emit('unreadable', { peer, why });
    link?.close(why);
  }

  traffic(): { bytesSent: number; bytesReceived: number } {
    let { bytesSent, bytesReceived } = this.#past;
    for (const link of [...this.#links.values(), ...this.#retired]) {
      const stats = link.stats();
      bytesSent += stats.bytesSent;
      bytesReceived += stats.bytesReceived;
    }
    return { bytesSent, bytesReceived };
  }

  close(message: string): void {
    for (const link of [...this.#links.values(), ...this.#retired]) link.close(message);
  }

  #retire(old: Link): void {
    const why = 'replaced by a newer link';
    const isHeard = this.clock.now() - old.stats().lastHeardMs < suspectAfterMs;
    if (!old.isOpen || !isHeard) return old.close(why);
    this.#retired.add(old);
    this.clock.after(retireMs, () => old.close(why));
  }

  #arrive(from: MemberId, link: Link, received: Received): void {
    const { bytes, channel } = received;
    this.log?.note('received', from, bytes);
    const consume = (): void => received.consume();
    const decoded = decodeFrame(bytes);
    const handler = decoded.ok ? this.#handlers.get(decoded.value.type) : undefined;
    if (!decoded.ok || !handler || channelOf(decoded.value.type) !== channel) {
      consume();
      this.refuse(from, decoded.ok ? 'a frame on the wrong channel' : logged(decoded.error.says), link);
      return;
    }
    const { type } = decoded.value;
    const allowed = this.#budgets.spend(from, type);
    if (allowed === 'cut off') {
      consume();
      this.emit('flooded', { peer: from });
      link.close(`too many ${type} frames`);
      return;
    }
    const isSurplus = allowed === 'dropped';
    if (isSurplus) this.dropped++;
    if (isSurplus && !this.#takesSurplus.has(type)) return consume();
    const isRetired = this.#links.get(from) !== link;
    handler({ from, frame: decoded.value, bytes, consume, isRetired, isSurplus });
  }
}

/** The JSON payload of a frame; undefined when it is not JSON. */
export function jsonOf(frame: Frame): unknown {
  return parsedJson(frame.payload);
}
