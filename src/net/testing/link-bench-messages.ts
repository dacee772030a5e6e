// The messages between the page of the link tests and its Workers.
import type { ChannelHandover } from '../wires/channel-handover';
import type { EdgeProfile } from '../emulation/edge-profile';
import type { CloseReason, LinkStats } from '../link/link';

export type BenchCommand =
  /** Open a link over the handover. */
  | { readonly kind: 'link'; readonly handover: ChannelHandover }
  /** Use the channels without a link, for comparison. */
  | { readonly kind: 'bare'; readonly handover: ChannelHandover }
  /** Send `bytes` in 64 KiB messages; their content is a function of the seed. */
  | { readonly kind: 'send'; readonly bytes: number; readonly seed: number }
  /** Answer when this many bytes have come. */
  | { readonly kind: 'receive'; readonly bytes: number }
  /** Make control round trips, one after the other, through the other Worker's link. */
  | { readonly kind: 'trips'; readonly count: number }
  /** Make this end's direction of the link slow. */
  | { readonly kind: 'emulate'; readonly profile: EdgeProfile | undefined }
  | { readonly kind: 'close'; readonly message: string };

export type BenchAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'sent'; readonly hash: string }
  | {
      readonly kind: 'received';
      readonly hash: string;
      readonly ms: number;
      readonly largestUnconsumed: number;
    }
  | { readonly kind: 'tripped'; readonly ms: readonly number[]; readonly stats: LinkStats }
  | { readonly kind: 'closed'; readonly reason: CloseReason }
  | { readonly kind: 'failed'; readonly message: string };
