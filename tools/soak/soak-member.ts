// A replica of the soak, as its run sees it: loaded ahead of time, started on demand, and killed. It is a separate
// process (soak-process.ts) or a tab of a real browser (soak-tab.ts).
import type { HostCommand } from '../../src/replica/protocol';
import type { Death } from './soak-churn';
import type { SoakState, SoakStep } from './soak-messages';

export interface SoakMember {
  /** Loaded, and waiting to begin. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  readonly notices: readonly string[];
  name: string;
  /** The member’s last report. */
  readonly state: SoakState | undefined;
  readonly mostRssBytes: number;
  /** It was killed: its later reports prove nothing. */
  readonly isDoomed: boolean;
  /** The first replica brings the run. */
  begin(isFirst: boolean): Promise<void>;
  submit(command: HostCommand): void;
  die(death: Death): void;
  /** The member’s flight record, or why there is none. */
  flightRecord(): Promise<string>;
}

export interface SoakEvents {
  readonly steps: (from: SoakMember, steps: readonly SoakStep[]) => void;
  readonly state: (from: SoakMember) => void;
  /** It ended by itself. */
  readonly failed: (from: SoakMember, why: string) => void;
}

/** The source of a soak's replicas, and how the soak treats them. */
export interface SoakPopulation {
  start(events: SoakEvents): SoakMember;
  /** The number kept loaded, so that adding one is quick. */
  readonly spares: number;
  /** The number started before the first event. */
  readonly atFirst: number;
  /** Bounds of the number alive. */
  readonly least: number;
  readonly most: number;
  readonly deaths: readonly Death[];
  /** The time between two events, in milliseconds. */
  readonly pauseMs: { readonly least: number; readonly most: number };
}
