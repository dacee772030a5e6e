// What the page of the far bench and the command that drives it say to each other.
import type { PeerSignal } from '../../../src/net/wires/peer-connection';

/** What carries the bytes: a link of the product, or bare data channels. */
export type FarCarrier = 'link' | 'bare';

export interface FarEnd {
  /** It sends; the other end counts. */
  readonly isSender: boolean;
  readonly as: FarCarrier;
  /** Connections to the other end. */
  readonly associations: number;
}

/** The bytes that have come, and when they were counted, in ms of the page's clock. */
export interface FarCount {
  readonly bytes: number;
  readonly atMs: number;
}

declare global {
  interface Window {
    /** Opens this end; resolves once it is open. Closes the one before. */
    openFar(end: FarEnd): Promise<void>;
    /** A signal of the other end's connection of this number. */
    takeFarSignal(number: number, signal: PeerSignal): void;
    /** The driver's: carries a signal to the other page. */
    sendFarSignal(number: number, signal: PeerSignal): Promise<void>;
    /** Sends bulk for so long; resolves to the ms of the small messages that went and came back meanwhile, ascending. */
    streamFar(seconds: number): Promise<readonly number[]>;
    countFar(): Promise<FarCount>;
  }
}
