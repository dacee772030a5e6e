// What the link tests' page and its Workers say to each other.
import type { ChannelHandover } from '../wires/channel-handover';
import type { CloseReason, LinkStats } from '../link/link';

export type BenchCommand =
  /** A link over the handover. */
  | { readonly kind: 'link'; readonly handover: ChannelHandover }
  /** No link: the channels as they are, for comparison. */
  | { readonly kind: 'bare'; readonly handover: ChannelHandover }
  /** Sends `bytes` in 64 KiB messages, whose content is a function of the seed. */
  | { readonly kind: 'send'; readonly bytes: number; readonly seed: number }
  /** Answers when so many bytes have come. */
  | { readonly kind: 'receive'; readonly bytes: number }
  /** Control round trips, one after the other, answered by the other Worker's link. */
  | { readonly kind: 'trips'; readonly count: number }
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
