// From the step lines of one ring (`npm run ring -- --json`) to one line of `npm run bench -- wire`. Pure.
import type { StepLine } from '../../ring/ring-report';

export interface WireLine {
  readonly name: string;
  /** Seconds until the loss was reached; null: it was not. */
  readonly ours: number | null;
  /** Seconds of compute in the same steps; null as above. */
  readonly limit: number | null;
  readonly unit: 's';
  readonly ratio: number | null;
  /** Until then, or in all. */
  readonly steps: number;
  /** Sent by all replicas in these steps. */
  readonly bytes: number;
  /** The last validation loss seen. */
  readonly loss: number | null;
}

type Timed = Pick<StepLine, 'step' | 'validation' | 'wallMs' | 'computeMs' | 'overlappedMs' | 'bytes'>;

/** `lines`: every step from the first on. */
export function timeToLoss(name: string, lines: readonly Timed[], wanted: number): WireLine {
  let [wallMs, computeMs, bytes] = [0, 0, 0];
  let loss: number | null = null;
  for (const [i, line] of lines.entries()) {
    wallMs += line.wallMs;
    // Compute that sums overlap is compute too.
    computeMs += line.computeMs + line.overlappedMs;
    bytes += line.bytes;
    loss = line.validation?.loss ?? loss;
    if (!line.validation || line.validation.loss > wanted) continue;
    const [ours, limit] = [digits(wallMs / 1000), digits(computeMs / 1000)];
    return { name, ours, limit, unit: 's', ratio: digits(wallMs / computeMs), steps: i + 1, bytes, loss };
  }
  return { name, ours: null, limit: null, unit: 's', ratio: null, steps: lines.length, bytes, loss };
}

export function wireRow({ name, ours, limit, ratio, steps, bytes, loss }: WireLine): string {
  const seconds = (value: number | null): string => (value === null ? 'not reached' : `${value} s`);
  const cells = [
    seconds(ours).padStart(12),
    seconds(limit).padStart(12),
    String(ratio ?? '–').padStart(7),
    String(steps).padStart(6),
    `${(bytes / 1e6).toFixed(2)} MB`.padStart(11),
    (loss?.toFixed(3) ?? '–').padStart(7),
  ];
  return `${name.padEnd(44)}${cells.join(' ')}`;
}

export const wireHead = `${'time-to-loss'.padEnd(44)}${['seconds', 'compute', 'ratio', 'steps', 'sent', 'loss'].map((word, i) => word.padStart([12, 12, 7, 6, 11, 7][i])).join(' ')}`;

function digits(value: number): number {
  return Number(value.toPrecision(4));
}
