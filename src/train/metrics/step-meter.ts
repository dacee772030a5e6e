// What one step cost this replica: its time, the bytes that crossed its links, and the members that it waited for.
// Restarted at every step and after every pause.
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';
import type { Hub } from '../peers/hub';
import { splitStep, type StepSplit, type StepTrace } from './step-split';

export interface StepCost {
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** The time from the begin of computing until all records of the header were here. */
  readonly headerMs: number;
  readonly split: Omit<StepSplit, 'waitedFor'>;
  readonly waitedFor: MemberId | undefined;
  /** That `split` sums up. */
  readonly trace: StepTrace;
}

export class StepMeter {
  #startedMs!: number;
  #before!: { bytesSent: number; bytesReceived: number };
  #gatheredMs!: number;
  #waits: { interval: readonly [number, number]; member: MemberId }[] = [];

  constructor(
    readonly clock: Clock,
    readonly hub: Pick<Hub, 'traffic'>,
  ) {
    this.restart();
  }

  restart(): void {
    this.#startedMs = this.clock.now();
    this.#gatheredMs = this.#startedMs;
    this.#before = this.hub.traffic();
    this.#waits = [];
  }

  /** All records of the header are here. */
  gathered(): void {
    this.#gatheredMs = this.clock.now();
  }

  /** This replica could only wait for `member` from `sinceMs` until now. */
  waited(sinceMs: number, member: MemberId): void {
    this.#waits.push({ interval: [sinceMs, this.clock.now()], member });
  }

  /** The cost from the start until now. */
  cost({ compute, moving, waiting }: Omit<StepTrace, 'wall'>): StepCost {
    const { bytesSent, bytesReceived } = this.hub.traffic();
    const wall = [this.#startedMs, this.clock.now()] as const;
    const trace = { wall, compute, moving, waiting: [...this.#waits, ...waiting] };
    const { waitedFor, ...split } = splitStep(trace);
    return {
      bytesSent: bytesSent - this.#before.bytesSent,
      bytesReceived: bytesReceived - this.#before.bytesReceived,
      headerMs: Math.max(0, this.#gatheredMs - Math.max(this.#startedMs, compute.at(0)?.[0] ?? 0)),
      split,
      waitedFor,
      trace,
    };
  }
}
