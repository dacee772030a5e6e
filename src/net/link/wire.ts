// The transport under a link: moves whole messages to one peer, in order per channel, and knows how much it still holds.
// It has no credit, no deadlines and no goodbyes: WireLink adds those once, for every wire.
import type { EdgeProfile } from '../emulation/edge-profile';
import type { Channel, LinkKind } from './link';

export interface WireEvents {
  /** Both ends can send from now on. */
  open(): void;
  /** A whole message at a multiple of 8 of its buffer, which it may share with others; the receiver may keep it. */
  message(channel: Channel, bytes: Uint8Array): void;
  /** The bulk queue may have fallen to the mark set by `drainBelow`: check bufferedAmount. */
  drain(): void;
  /** Something other than a message arrived, such as text on a binary channel. */
  malformed(what: string): void;
  /** The transport has ended, and not by this side's close(). Called at most once. */
  lost(why: string): void;
}

export interface Wire {
  readonly kind: LinkKind;
  /** Called once, before anything else; delivers earlier events now, in order. */
  start(events: WireEvents): void;
  /** Takes a copy at once. False when it is full or closing: a `drain` or a `lost` follows (L11). */
  send(channel: Channel, bytes: Uint8Array): boolean;
  /** Bytes taken and not yet given to the network. */
  bufferedAmount(channel: Channel): number;
  /** Sets the mark at which `drain` is called. */
  drainBelow(bytes: number): void;
  /** Makes what this side sends from now on as slow as the profile says; only of a wire that can (L18). */
  emulate?(profile: EdgeProfile | undefined): void;
  /** Messages taken before are still sent if the transport can. Idempotent; no `lost` follows. */
  close(): void;
}
