// The way from finished to committed (H4): a finished step is remembered until the next header shows every member at
// the same version and digest. Then its record goes out, completed from the other members' header records.
import type { Header } from '../header/header';
import type { HeaderRecord } from '../header/header-record';
import { evaluatedParts } from '../run/held-out-best';
import type { RunState, StepPlan } from '../run/run-state';
import { driftOf } from '../metrics/drift';
import { meanOverTerms, median, medianOfMeans, nearMedian, type Means } from '../run/median-of-means';
import type { LocalStepFacts, ShownMeans, StepFacts, StepRecord } from '../metrics/step-record';
import type { StepSplit } from '../metrics/step-split';

export interface FinishedStep extends StepFacts {
  /** The state after the step. */
  readonly state: RunState;
  readonly plan: StepPlan;
}

/** All current members in `records` show the version and digest of `finished`. `epochMs` is the wall clock. */
export function commit(finished: FinishedStep, { view, records }: Header, epochMs: number): StepRecord {
  const { state, plan: _, ...rest } = finished;
  const mine = records.filter(({ last }) => last.step === state.step);
  const longestMs = longestPartMs(mine);
  const evaluated = evaluatedParts(records, state.step);
  const shown = state.config.model.loss === 'softmax-cross-entropy' ? ofClasses : ofAmounts;
  return {
    ...rest,
    ...(rest.local ? { local: withDrift(rest.local, finished, { view, records }) } : {}),
    lineage: view.lineage,
    run: state.run,
    step: state.step,
    atMs: epochMs,
    examplesTotal: state.examples,
    ...shown(medianOfMeans(mine.map(({ last }) => last))),
    overTerms: {
      ...shown(meanOverTerms(mine.map(({ last }) => last))),
      ...(evaluated.length > 0 ? { validation: shown(meanOverTerms(evaluated)) } : {}),
    },
    // The record of a member that catches up shows its snapshot; that of one that missed the step, an older state.
    digests: Object.fromEntries(
      view.members.flatMap((member, rank) => {
        const { status, version, digest } = records[rank];
        return status === 'current' && version === state.version ? [[member, digest]] : [];
      }),
    ),
    splits: Object.fromEntries(
      view.members.flatMap((member, rank): [string, StepSplit][] => {
        const { last } = records[rank];
        if (last.step !== state.step) return [];
        const waitedFor = view.members[last.waitedForRank];
        return [[member, { ...atMost(longestMs, last.split), ...(waitedFor ? { waitedFor } : {}) }]];
      }),
    ),
    ...(evaluated.length > 0 ? { validation: shown(medianOfMeans(evaluated)) } : {}),
  };
}

const ofClasses = ({ loss, score }: Means): ShownMeans => ({ loss, accuracy: score });
const ofAmounts = ({ loss, score }: Means): ShownMeans => ({ loss, r2: score });

/** All members end a step together, so none spent much longer on it than the others (H23). */
function longestPartMs(records: readonly HeaderRecord[]): number {
  return records.length < 3 ? Infinity : 4 * median(records.map(({ last }) => last.split.wallMs)) + 1_000;
}

function atMost(longestMs: number, times: Omit<StepSplit, 'waitedFor'>): StepSplit {
  return {
    computeMs: Math.min(times.computeMs, longestMs),
    overlappedMs: Math.min(times.overlappedMs, longestMs),
    exposedMs: Math.min(times.exposedMs, longestMs),
    waitingMs: Math.min(times.waitingMs, longestMs),
    otherMs: Math.min(times.otherMs, longestMs),
    wallMs: Math.min(times.wallMs, longestMs),
  };
}

/** Not measured where a contributor's record no longer shows the step. */
function withDrift(
  local: LocalStepFacts,
  { contributions, state, gradientNorm, codec, plan }: FinishedStep,
  { view, records }: Pick<Header, 'view' | 'records'>,
): LocalStepFacts {
  const changes = Object.entries(contributions).flatMap(([member, count]) => {
    const last = records[view.members.indexOf(member)]?.last;
    return count === 0 || !last
      ? []
      : [{ count, squared: last.step === state.step ? last.gradientSquared : NaN }];
  });
  const isWhole = changes.length === Object.values(contributions).filter((count) => count > 0).length;
  const squares = nearMedian(changes.map(({ squared }) => squared));
  const near = changes.map(({ count }, at) => ({ count, squared: squares[at] }));
  // Bounded parts are shorter than the records say (S25d).
  const isExact = codec === 'f32' && !plan.buckets.boundedParts;
  const drift = isExact && isWhole ? driftOf(near, gradientNorm) : undefined;
  return { ...local, ...(drift === undefined ? {} : { drift }) };
}
