// From the step lines of one ring (`npm run ring -- --json`) to one line of `npm run bench -- wire`. Pure.
import type { StepLine } from '../../ring/ring-report';
import { digits, wireRow, type WireLine } from './wire-line';

export interface LossLine extends WireLine {
  readonly unit: 's';
  /** Until then, or in all. */
  readonly steps: number;
  /** Sent by all replicas in these steps. */
  readonly bytes: number;
  /** The last validation loss seen. */
  readonly loss: number | null;
  /** Of the steps taken; `ours` when the loss was reached. */
  readonly seconds: number;
}

type Timed = Pick<StepLine, 'step' | 'validation' | 'wallMs' | 'computeMs' | 'overlappedMs' | 'bytes'>;

/** `lines`: every step from the first on. `ours` is the wall time of the steps until the loss was reached; `limit`, the
 *  floor, is the compute time of the same steps, by the mean of the replicas. */
export function timeToLoss(name: string, lines: readonly Timed[], wanted: number): LossLine {
  let [wallMs, computeMs, bytes, steps] = [0, 0, 0, 0];
  let loss: number | null = null;
  let isReached = false;
  for (const line of lines) {
    wallMs += line.wallMs;
    // Compute that sums overlap is compute too.
    computeMs += line.computeMs + line.overlappedMs;
    bytes += line.bytes;
    steps++;
    loss = line.validation?.loss ?? loss;
    isReached = line.validation !== undefined && line.validation.loss <= wanted;
    if (isReached) break;
  }
  const [seconds, limit] = [digits(wallMs / 1000), digits(computeMs / 1000)];
  const reached = { ours: seconds, limit, ratio: digits(wallMs / computeMs) };
  const figures = isReached ? reached : { ours: null, limit: null, ratio: null };
  return { name, ...figures, unit: 's', steps, bytes, loss, seconds };
}

export function lossRow(line: LossLine): string {
  const { steps, bytes, loss, seconds, ours } = line;
  const remarks = [
    `${steps} steps`,
    `${(bytes / 1e6).toFixed(2)} MB`,
    `loss ${loss?.toFixed(3) ?? 'unknown'}${ours === null ? ` after ${seconds} s` : ''}`,
  ];
  return wireRow(line, remarks.join(', '));
}
