// Scaling efficiency: what the ring makes against what its members would make each alone. A replica alone computes and
// updates as it does now, and neither communicates nor waits. Measured on these very devices, in the last steps.
import type { StepRecord } from '../../../src/replica/protocol';
import { isSameMode } from '../../../src/train/metrics/of-sync';
import { middleMean } from './middle-mean';

/** The latest steps. */
const keptSteps = 50;
/** With fewer there is no figure. */
const leastSteps = 10;

export interface Efficiency {
  readonly members: number;
  /** Loss terms per second of the ring. */
  readonly ring: number;
  /** Loss terms per second of this replica without communication. */
  readonly own: number;
  /** ring ÷ Σ of every member's rate without communication. 1: communication and waiting cost nothing. */
  readonly share: number;
}

/** From steps of the newest generation and mode to which each member brought examples. Undefined: too few, or a ring of one. */
export function efficiencyOf(records: readonly StepRecord[], self: string): Efficiency | undefined {
  const last = records.at(-1);
  if (!last || last.worldSize < 2) return undefined;
  const steps = records
    .slice(-keptSteps)
    .filter((record) => record.generation === last.generation && isSameMode(record, last))
    .flatMap((record) => ratesOf(record, self));
  if (steps.length < leastSteps) return undefined;
  const ring = middleMean(steps.map((step) => step.ring));
  const own = middleMean(steps.map((step) => step.own));
  return {
    members: last.worldSize,
    ring,
    own,
    share: middleMean(steps.map((step) => step.ring / step.alone)),
  };
}

/** Of one step: loss terms per second of the ring, of this replica alone, and of all members each alone. */
function ratesOf({ contributions, splits, worldSize, effectiveBatch }: StepRecord, self: string) {
  const members = Object.entries(splits).filter(([id]) => contributions[id] > 0);
  const wallMs = Math.max(...members.map(([, split]) => split.wallMs));
  const perSecond = members.map(([id, { computeMs, overlappedMs, otherMs }]) => ({
    id,
    rate: (1000 * contributions[id]) / (computeMs + overlappedMs + otherMs),
  }));
  const own = perSecond.find(({ id }) => id === self)?.rate;
  const alone = perSecond.reduce((sum, { rate }) => sum + rate, 0);
  const ring = (1000 * effectiveBatch) / wallMs;
  const isWhole = members.length === worldSize && own !== undefined;
  return isWhole && [ring, own, alone].every(Number.isFinite) ? [{ ring, own, alone }] : [];
}
