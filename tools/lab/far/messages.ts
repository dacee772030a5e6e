// The messages between the page of the far bench and its Worker.
import type { ChannelHandover } from '../../../src/net/wires/channel-handover';
import type { FarCarrier, FarCount } from '../reports/far-report';

export type FarCommand =
  /** One connection; of several bare ones the first carries control. */
  | {
      readonly kind: 'edge';
      readonly number: number;
      readonly as: FarCarrier;
      readonly handover: ChannelHandover;
    }
  /** That was all of them: answer once they are open. */
  | { readonly kind: 'opened'; readonly associations: number }
  | { readonly kind: 'stream'; readonly seconds: number }
  | { readonly kind: 'count' };

export type FarAnswer =
  | { readonly kind: 'edge-open' }
  | { readonly kind: 'streamed'; readonly trips: readonly number[] }
  | { readonly kind: 'counted'; readonly count: FarCount }
  | { readonly kind: 'failed'; readonly message: string };
