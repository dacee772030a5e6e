// Scaling efficiency: what the ring makes against what its members would make each alone. What this device
// makes by itself is measured (lone-log.ts). Others are taken to compute and update as they do now, and neither to
// communicate nor to wait. So is this one where nothing was measured.
import type { StepRecord } from '../../../src/replica/protocol';
import { isSameMode } from '../../../src/train/metrics/of-sync';
import { middleMean } from '../../../src/base/middle-mean';

/** The latest steps. */
const keptSteps = 50;
/** The fewest steps that make a figure. */
const leastSteps = 10;

export interface Efficiency {
  readonly members: number;
  /** Loss terms per second of the ring. */
  readonly ring: number;
  /** Loss terms per second of this replica by itself. */
  readonly own: number;
  /** It was measured. */
  readonly isMeasured: boolean;
  /** Members on other devices: their rates by themselves follow from what they compute now. */
  readonly others: number;
  /** ring ÷ Σ of every member's rate by itself. 1: communication and waiting cost nothing. */
  readonly share: number;
}

/** The speed of this device alone, measured. */
export interface Lone {
  /** Loss terms per second; undefined: not measured. */
  readonly perSecond: number | undefined;
  /** Members that share this device, and would each make as much by themselves. */
  readonly sharers: readonly string[];
}

/** The efficiency over steps of the newest generation and mode to which each member brought examples. Undefined: too
 *  few, or a ring of one. */
export function efficiencyOf(
  records: readonly StepRecord[],
  self: string,
  lone: Lone = { perSecond: undefined, sharers: [] },
): Efficiency | undefined {
  const last = records.at(-1);
  if (!last || last.worldSize < 2) return undefined;
  const steps = records
    .slice(-keptSteps)
    .filter((record) => record.generation === last.generation && isSameMode(record, last))
    .flatMap((record) => ratesOf(record, self, lone));
  if (steps.length < leastSteps) return undefined;
  const ring = middleMean(steps.map((step) => step.ring));
  const own = middleMean(steps.map((step) => step.own));
  return {
    members: last.worldSize,
    ring,
    own,
    isMeasured: lone.perSecond !== undefined,
    others: Object.keys(last.splits).filter((id) => id !== self && !lone.sharers.includes(id)).length,
    share: middleMean(steps.map((step) => step.ring / step.alone)),
  };
}

/** The rates of one step: loss terms per second of the ring, of this replica alone, and of all members each alone. */
function ratesOf(
  { contributions, splits, worldSize, effectiveBatch }: StepRecord,
  self: string,
  { perSecond: measured, sharers }: Lone,
) {
  const members = Object.entries(splits).filter(([id]) => contributions[id] > 0);
  const wallMs = Math.max(...members.map(([, split]) => split.wallMs));
  const perSecond = members.map(([id, { computeMs, overlappedMs, otherMs }]) => ({
    id,
    rate:
      measured !== undefined && (id === self || sharers.includes(id))
        ? measured
        : (1000 * contributions[id]) / (computeMs + overlappedMs + otherMs),
  }));
  const own = perSecond.find(({ id }) => id === self)?.rate;
  const alone = perSecond.reduce((sum, { rate }) => sum + rate, 0);
  const ring = (1000 * effectiveBatch) / wallMs;
  const isWhole = members.length === worldSize && own !== undefined;
  return isWhole && [ring, own, alone].every(Number.isFinite) ? [{ ring, own, alone }] : [];
}
