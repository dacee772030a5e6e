// A life as a script: its ring, its acts with their times, and all its draws. It replays without the generator, so it
// stays the same life when the generator or the faults change.
import type { PathConditions } from '../../net/testing/simulated-direction';
import type { HostCommand } from '../commands/host-command';
import type { RunConfig } from '../run/run-config';
import type { RecordedDraws } from './recorded-draws';

/** Replicas are numbered in the order in which they came. */
export type LifeAct =
  /** Nothing: times are added as they were in the life, because a sum rounds once only. */
  | { readonly do: 'wait' }
  | { readonly do: 'join' }
  /** A death with notice closes the replica’s links at once; without, it falls silent. */
  | { readonly do: 'kill'; readonly replica: number; readonly notice: boolean }
  /** When it has sent and received so many more frames. */
  | {
      readonly do: 'kill at a frame';
      readonly replica: number;
      readonly frames: number;
      readonly notice: boolean;
    }
  | { readonly do: 'leave'; readonly replica: number }
  | { readonly do: 'cut'; readonly pairs: readonly Pair[] }
  /** Nothing comes from the first to the second. */
  | { readonly do: 'silence'; readonly from: number; readonly to: number }
  | { readonly do: 'freeze'; readonly replica: number }
  | { readonly do: 'mend'; readonly thaw: readonly number[]; readonly pairs: readonly Pair[] }
  | {
      readonly do: 'path';
      readonly from: number;
      readonly to: number;
      readonly conditions: Partial<PathConditions>;
    }
  /** The replica’s next gradient fails. */
  | { readonly do: 'fail a gradient'; readonly replica: number }
  /** It computes so many times slower than at first. */
  | { readonly do: 'slow'; readonly replica: number; readonly times: number }
  /** Submitted to that replica, or to the first living one. */
  | { readonly do: 'order'; readonly command: HostCommand; readonly to?: number }
  /** The host offers hosting to the page of the heir, at that replica. */
  | { readonly do: 'hand over'; readonly heir: number; readonly to: number }
  /** The host takes the offer back, if it is still the host there. */
  | { readonly do: 'take back'; readonly to: number }
  | { readonly do: 'end the room'; readonly to: number };

export type Pair = readonly [number, number];

/** Simulated time since the act before; for the first, since the ring was formed and started. */
export type LifeStep = LifeAct & { readonly afterMs: number };

export interface LifeOptions {
  /** How many replicas create the ring. */
  readonly size: number;
  readonly config: RunConfig;
  readonly conditions: Partial<PathConditions>;
  readonly isSparse: boolean;
  /** Computing takes at least so many times as long; absent: once. */
  readonly slowness?: number;
  /** The replicas are spread over so many machines, in turn; absent: each has its own. */
  readonly machines?: number;
}

/** Drawn for one configuration's seed. */
export interface RecordedData {
  /** (examples, 2): base64 of f32, little-endian; labels alternate. */
  readonly points: string;
  /** (P): base64 of f32, little-endian. */
  readonly parameters: string;
}

export interface LifeScript {
  /** The seed in the names of the streams of draws. */
  readonly seed: number;
  readonly why: string;
  /** Hash of every commit and every view with its time, as it was when the life was recorded. */
  readonly course: string;
  readonly options: LifeOptions;
  readonly steps: readonly LifeStep[];
  /** The data by the configuration's seed. */
  readonly data: Readonly<Record<string, RecordedData>>;
  readonly draws: RecordedDraws;
}
