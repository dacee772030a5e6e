// What a link stands on: a transport that moves whole messages to one peer, in order per channel, and says how
// much it still holds. No credit, no deadlines, no goodbyes: WireLink adds those once, for every wire.
import type { Channel, LinkKind } from './link';

export interface WireEvents {
  /** Both ends can send from now on. */
  open(): void;
  /** A whole message in a buffer of its own, starting at offset 0; the receiver may keep it. */
  message(channel: Channel, bytes: Uint8Array): void;
  /** The bulk queue has fallen to the mark set by `drainBelow`, or may have: look at bufferedAmount. */
  drain(): void;
  /** Something that cannot be a message came (text on a binary channel). */
  malformed(what: string): void;
  /** The transport has ended, and not by this side's close(). Said at most once. */
  lost(why: string): void;
}

export interface Wire {
  readonly kind: LinkKind;
  /** Called once, before anything else; events that came earlier are delivered now, in order. */
  start(events: WireEvents): void;
  /** Takes a copy at once (L11); false when it could not (full, closing): a `drain` or a `lost` follows. */
  send(channel: Channel, bytes: Uint8Array): boolean;
  /** Taken, not yet given to the network. */
  bufferedAmount(channel: Channel): number;
  /** Sets the mark at which `drain` is said. */
  drainBelow(bytes: number): void;
  /** What was taken before is still sent where the transport can. Idempotent; no `lost` follows. */
  close(): void;
}
