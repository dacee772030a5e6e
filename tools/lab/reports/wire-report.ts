// What the page of the wire bench and the command that drives it say to each other.
import type { EdgeProfile } from '../../../src/net/emulation/edge-profile';

/** One measurement: the same bytes by our links and collectives, and by bare data channels. */
export type WireJob =
  /** One way between two replicas. */
  | { readonly kind: 'stream'; readonly bytes: number }
  /** One ring all-reduce of f32 elements; bare: each channel of the ring carries the bytes of one edge, all at once. */
  | { readonly kind: 'all-reduce'; readonly elements: number }
  /** `count` all-reduces, one after the other, each part to all (C12), or around the ring. Bare: one message makes as many
   *  hops around the ring. */
  | { readonly kind: 'small'; readonly elements: number; readonly count: number };

/** One measurement between two tabs of one browser, each with one replica: by our link and by a bare port. */
export interface TabJob {
  /** Bytes one way, bytes both ways at once, or a small message that goes and comes back. */
  readonly kind: 'stream' | 'exchange' | 'echo';
  /** The bytes each way, or how often the message comes back. */
  readonly size: number;
}

/** ms since 1970. */
interface TabRun {
  readonly startMs: number;
  readonly endMs: number;
}

export type WireSide = 'ours' | 'ours, around the ring' | 'bare' | 'bare, all edges';

declare global {
  interface Window {
    /** Opens a ring of so many replicas, each in a Worker of its own. Closes the one before. */
    openWireRing(size: number): Promise<void>;
    /** This tab has the replica 0 or 1, and links it to that of the other tab. Closes what there was before. */
    openTabWires(position: number): Promise<void>;
    /** This tab’s part of a run. */
    runTabJob(job: TabJob, side: 'ours' | 'bare'): Promise<TabRun>;
    /** Emulates a line on all links from now on; undefined: none. */
    emulateWire(profile: EdgeProfile | undefined): void;
    /** ms of one run. Rejects when a sum is wrong. */
    runWireJob(job: WireJob, side: WireSide): Promise<number>;
  }
}
