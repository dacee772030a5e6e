// The room's own figures for the calculator: α and β as the Communication panel predicts with them, and where the time of
// the last steps went, averaged over the replicas. The gradient is summed once a step. With local steps the calculator's
// step is an inner one: a step of the ring is H of them and a sum.
import { t } from '@lingui/core/macro';
import { groupsOfPath, shownPath } from '../../../src/collectives/topology';
import { clampedField, numberFields, type Setup } from '../../../src/calculator/setup';
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { isOfSync } from '../../../src/train/metrics/of-sync';
import { everyStep, innerStepsOf, ringStepOf, type Sync } from '../../../src/train/run/sync';
import { summariseSplits, wallMs } from '../../bridge/series/split-summary';
import { sumBytes, sumCost } from './link-cost';

export interface RoomPoint {
  readonly megabitPerSecond: number;
  /** Compute ÷ step. */
  readonly utilisation: number;
}

export type RoomFigures =
  | {
      readonly kind: 'measured';
      readonly setup: Setup;
      readonly point: RoomPoint;
      /** The time of an inner step, where the mode has them; and of its part that the calculator leaves out: waiting
       *  for a replica, update, bookkeeping. */
      readonly stepMs: number;
      readonly leftOutMs: number;
    }
  | { readonly kind: 'not yet'; readonly why: string };

type Shown = Pick<Snapshot, 'peers' | 'worldSize' | 'parameterCount' | 'buckets' | 'factorBytes' | 'sync'>;

/** `records`: the last `costSteps` or more. */
export function roomFigures(shown: Shown, records: readonly StepRecord[]): RoomFigures {
  if (shown.worldSize < 2) return notYet(t`the room has one replica.`);
  const { predicted } = sumCost(shown, records);
  if (predicted === 'no-rate') return notYet(t`its links have not been measured.`);
  if (predicted === 'no-sums') return notYet(t`it has taken too few steps.`);
  const { sync = everyStep } = shown;
  const { perPeer } = summariseSplits(records.filter((record) => isOfSync(record, sync)));
  const mean = (value: (parts: Parts) => number): number =>
    [...perPeer.values()].reduce((sum, parts) => sum + value(parts), 0) / perPeer.size;
  const localSteps = innerStepsOf(sync);
  const stepMs = mean(wallMs) / localSteps;
  const computeMs = mean((parts) => parts.computeMs + parts.overlappedMs) / localSteps;
  if (!(computeMs > 0)) return notYet(t`its last steps have no times.`);
  const sums = sumBytes(shown);
  const sentBytes = sums.reduce((total, bytes) => total + bytes, 0);
  const setup: Setup = {
    parameters: shown.parameterCount,
    bytesPerElement: 4,
    worldSize: shown.worldSize,
    perMachine: perMachineOf(records.at(-1)?.topology),
    megabitPerSecond: threeDigits((predicted.bytesPerSecond * 8) / 1e6),
    // The calculator takes one sum a step.
    latencyMs: threeDigits(predicted.alphaMs * sums.length),
    isSharedAir: false,
    computeFrom: 'time',
    computeMs: threeDigits(computeMs),
    flopPerExample: 1e9,
    examplesPerStep: 32,
    flopPerSecond: 1e12,
    overlapShare: threeDigits(
      overlapShareOf(sync, shown.buckets?.overlap ?? false, mean((parts) => parts.overlappedMs) / computeMs),
    ),
    localSteps,
    compression: threeDigits((4 * shown.parameterCount) / sentBytes),
    algorithm: shownPath(records.at(-1)?.topology ?? 'ring'),
  };
  return {
    kind: 'measured',
    setup: { ...setup, ...clamped(setup) },
    point: { megabitPerSecond: setup.megabitPerSecond, utilisation: computeMs / stepMs },
    stepMs,
    leftOutMs: mean((parts) => parts.waitingMs + parts.otherMs) / localSteps,
  };
}

/** The mean number of members of a machine, where the way of sums says who shares one. */
function perMachineOf(path: StepRecord['topology'] = 'ring'): number {
  const groups = groupsOfPath(path);
  return groups ? Math.round(groups.length / new Set(groups).size) : 1;
}

type Parts = Parameters<typeof wallMs>[0];

/** Streaming DiLoCo says how long a sum may travel; of gradients it is what was hidden. */
function overlapShareOf(sync: Sync, isOverlapped: boolean, hiddenShare: number): number {
  const { own, outer, innerSteps } = ringStepOf(sync);
  if (own) return own.delay / innerSteps;
  return !outer && isOverlapped ? hiddenShare : 0;
}

function notYet(words: string): RoomFigures {
  return { kind: 'not yet', why: t`This room’s figures are not yet known: ${words}` };
}

/** A measurement has no more digits than these. */
function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

function clamped(setup: Setup): Partial<Setup> {
  return Object.fromEntries(
    numberFields.map((field) => [field, clampedField(field, setup[field]) ?? setup[field]]),
  );
}
