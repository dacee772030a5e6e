// A replica of the soak as its run sees it: started ahead, begun when it is wanted, and killed. A process of its own
// (soak-process.ts) or a tab of a real browser (soak-tab.ts).
import type { HostCommand } from '../../replica/protocol';
import type { Death } from './soak-churn';
import type { SoakState, SoakStep } from './soak-messages';

export interface SoakMember {
  /** Loaded, and waiting to begin. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  readonly notices: readonly string[];
  name: string;
  /** As it was last heard of. */
  readonly state: SoakState | undefined;
  readonly mostRssBytes: number;
  /** Told to die: what it says from now on proves nothing. */
  readonly isDoomed: boolean;
  /** The first begins the run. */
  begin(isFirst: boolean): Promise<void>;
  submit(command: HostCommand): void;
  die(death: Death): void;
  /** Its last events, or why there are none. */
  flightRecord(): Promise<string>;
}

export interface SoakEvents {
  readonly steps: (from: SoakMember, steps: readonly SoakStep[]) => void;
  readonly state: (from: SoakMember) => void;
  /** It ended, and nobody had asked for it. */
  readonly failed: (from: SoakMember, why: string) => void;
}

/** Where a soak's replicas come from, and how it treats them. */
export interface SoakPopulation {
  start(events: SoakEvents): SoakMember;
  /** Kept loaded, so that adding one is quick. */
  readonly spares: number;
  /** Begun before the first event. */
  readonly atFirst: number;
  /** Alive at once. */
  readonly least: number;
  readonly most: number;
  readonly deaths: readonly Death[];
  /** From one event to the next, in milliseconds. */
  readonly pauseMs: { readonly least: number; readonly most: number };
}
