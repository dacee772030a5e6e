// The messages between the page of the wire bench and its Workers, one per replica. Replica i is at ring position i.
import type { EdgeProfile } from '../../../src/net/emulation/edge-profile';
import type { ChannelHandover } from '../../../src/net/wires/channel-handover';

export type WireCommand =
  | { readonly kind: 'join'; readonly self: number; readonly size: number }
  /** The channels to a neighbour: for a link, or used as they are. */
  | { readonly kind: 'edge'; readonly peer: number; readonly as: Carrier; readonly handover: ChannelHandover }
  /** The lines of the page’s links, from now on. */
  | { readonly kind: 'emulate'; readonly profile: EdgeProfile | undefined }
  /** Sends so many bytes to the successor while as many as it `receives` come from the predecessor. */
  | { readonly kind: 'load'; readonly as: Carrier; readonly sends: number; readonly receives: number }
  /** `count` all-reduces, one after the other, over the links: around the ring, or each part to all (C12). */
  | {
      readonly kind: 'all-reduce';
      readonly path: 'ring' | 'gathered';
      readonly elements: number;
      readonly count: number;
    }
  /** A small message that goes to the other replica and back, so many times. Replica 0 begins. */
  | { readonly kind: 'echo'; readonly as: Carrier; readonly count: number }
  /** Bare: a message that continues until it has made so many hops. Replica 0 begins. */
  | { readonly kind: 'token'; readonly hops: number; readonly bytes: number }
  /** Bare: all send to their successor at once and wait for their predecessor, so many times. */
  | { readonly kind: 'lockstep'; readonly rounds: number; readonly bytes: number };

export type Carrier = 'link' | 'bare';

/** Times since the epoch, so that those of different Workers compare. */
export type WireAnswer =
  | { readonly kind: 'edge-open' }
  | { readonly kind: 'ran'; readonly startMs: number; readonly endMs: number }
  | { readonly kind: 'failed'; readonly message: string };
