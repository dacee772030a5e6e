// One line of `npm run bench -- wire`, from the step lines of one ring (`npm run ring -- --json`). Pure.
import { fail, ok, type Result } from '../../../src/base/result';
import type { StepLine } from '../../../src/cli/ring/ring-report';
import { digits, wireRow, type WireLine } from './wire-line';

/** What was trained, on which line, with which mode. */
export interface LossCase {
  readonly model: string;
  readonly line: string;
  readonly mode: string;
  readonly replicas?: number;
}

export interface LossLine extends WireLine, LossCase {
  readonly unit: 's';
  /** The steps until then, or in all. */
  readonly steps: number;
  /** Sent by all replicas in these steps. */
  readonly bytes: number;
  /** The last validation loss seen. */
  readonly loss: number | null;
  /** The time of the steps taken; `ours` when the loss was reached. */
  readonly seconds: number;
  /** Steps that were timed on this line: fewer than `steps` when the others count by their mean. */
  readonly timed: number;
}

type Timed = Pick<
  StepLine,
  'step' | 'loss' | 'validation' | 'wallMs' | 'computeMs' | 'overlappedMs' | 'bytes'
>;

interface Sum {
  readonly wallMs: number;
  readonly computeMs: number;
  readonly bytes: number;
}

/** The first steps of a ring compile code and fill caches: they do not stand for later ones. */
const firstSteps = 2;
/** The ring orders itself by measured rates, and another order of additions rounds otherwise: that changes a loss by far
 *  less than this share. Another batch changes it by more. */
const sameLoss = 1e-3;

/** `lines`: every step from the first on. `ours` is the wall time of the steps until the loss was reached; `limit`, the
 *  floor, is the compute time of the same steps, by the mean of the replicas. */
export function timeToLoss(about: LossCase, lines: readonly Timed[], wanted: number): LossLine {
  const { taken, isReached } = until(lines, wanted);
  return lossLine(about, { taken, isReached, cost: sumOf(taken), timed: taken.length });
}

/** `course`: the ring on bare links. `timed`: the first steps of the same ring on a line. Each later step counts as the mean
 *  of those timed, without the first two. */
export function projectedLoss(
  about: LossCase,
  course: readonly Timed[],
  timed: readonly Timed[],
  wanted: number,
): Result<LossLine, 'another-course'> {
  const { taken, isReached } = until(course, wanted);
  if (timed.length >= taken.length) return ok(timeToLoss(about, timed.slice(0, taken.length), wanted));
  const other = timed.find(({ loss }, at) => !(Math.abs(loss - taken[at].loss) <= sameLoss * loss));
  if (other || timed.length <= firstSteps)
    return fail(
      'another-course',
      `${nameOf(about)}: ${other ? `step ${other.step} has another loss than on bare links` : `${timed.length} steps are too few`}`,
    );
  const [all, later] = [sumOf(timed), sumOf(timed.slice(firstSteps))];
  const share = (taken.length - timed.length) / (timed.length - firstSteps);
  const cost: Sum = {
    wallMs: all.wallMs + share * later.wallMs,
    computeMs: all.computeMs + share * later.computeMs,
    bytes: Math.round(all.bytes + share * later.bytes),
  };
  return ok(lossLine(about, { taken, isReached, cost, timed: timed.length }));
}

function until(
  lines: readonly Timed[],
  wanted: number,
): { readonly taken: readonly Timed[]; readonly isReached: boolean } {
  const at = lines.findIndex(({ validation }) => validation !== undefined && validation.loss <= wanted);
  return { taken: at < 0 ? lines : lines.slice(0, at + 1), isReached: at >= 0 };
}

function sumOf(lines: readonly Timed[]): Sum {
  let [wallMs, computeMs, bytes] = [0, 0, 0];
  for (const line of lines) {
    wallMs += line.wallMs;
    computeMs += line.computeMs + line.overlappedMs; // compute that sums overlap is compute too
    bytes += line.bytes;
  }
  return { wallMs, computeMs, bytes };
}

function lossLine(
  about: LossCase,
  {
    taken,
    isReached,
    cost,
    timed,
  }: {
    readonly taken: readonly Timed[];
    readonly isReached: boolean;
    readonly cost: Sum;
    readonly timed: number;
  },
): LossLine {
  const { wallMs, computeMs, bytes } = cost;
  const [seconds, limit] = [digits(wallMs / 1000), digits(computeMs / 1000)];
  const reached = { ours: seconds, limit, ratio: digits(wallMs / computeMs) };
  const figures = isReached ? reached : { ours: null, limit: null, ratio: null };
  const loss = taken.findLast(({ validation }) => validation)?.validation?.loss ?? null;
  return {
    ...{ name: nameOf(about), ...about, ...figures, unit: 's' },
    ...{ steps: taken.length, bytes, loss, seconds, timed },
  };
}

function nameOf({ line, mode, model }: LossCase): string {
  return `time-to-loss ${line} ${mode} ${model}`;
}

export function lossRow(line: LossLine): string {
  const { steps, bytes, loss, seconds, ours, timed } = line;
  const remarks = [
    `${steps} steps${timed < steps ? `, ${timed} of them timed` : ''}`,
    `${(bytes / 1e6).toFixed(2)} MB`,
    `loss ${loss?.toFixed(3) ?? 'unknown'}${ours === null ? ` after ${seconds} s` : ''}`,
  ];
  return wireRow(line, remarks.join(', '));
}
