// The messages between the soak and one of its replica processes, as JSON over Node's process channel.
import type { Command, Phase, RoomTicket, RunConfig } from '../../src/replica/protocol';

export type ToSoakReplica =
  | {
      readonly kind: 'begin';
      readonly url: string;
      readonly ticket: RoomTicket;
      readonly name: string;
      /** The run that the first replica brings. */
      readonly config?: RunConfig;
      /** Wait before each gradient, so that the soak leaves the machine time. */
      readonly stepMs: number;
    }
  | { readonly kind: 'command'; readonly command: Command }
  /** The message of that name answers it. */
  | { readonly kind: 'flight-record' }
  /** End at once: links close without a goodbye. */
  | { readonly kind: 'drop' };

export type FromSoakReplica =
  /** Loaded, and waiting for `begin`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'state'; readonly state: SoakState }
  | { readonly kind: 'steps'; readonly steps: readonly SoakStep[] }
  | { readonly kind: 'notice'; readonly level: string; readonly text: string }
  | { readonly kind: 'flight-record'; readonly text: string };

export interface SoakState {
  readonly self: string;
  /** What it computes on; undefined before its engine has started. */
  readonly device: string | undefined;
  readonly phase: Phase;
  readonly lineage: string;
  readonly generation: number;
  /** The members by rank. */
  readonly members: readonly string[];
  readonly step: number;
  readonly retries: number;
  readonly catchUps: number;
  readonly rssBytes: number;
}

/** A committed step, with everything that all members must have computed alike. */
export interface SoakStep {
  readonly lineage: string;
  readonly run: number;
  readonly step: number;
  readonly digest: string;
  readonly digests: Readonly<Record<string, string>>;
  readonly contributions: Readonly<Record<string, number>>;
  readonly effectiveBatch: number;
  readonly examplesTotal: number;
  readonly generation: number;
}
