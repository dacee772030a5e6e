// The decision half of the replicated state: where the run is and what the next step will do. A pure function of
// its past and of the header records, so all replicas hold the same bytes; it is hashed into the digest (E4).
// `version` counts transitions (a finished step, or a decision without one); a header that shows different
// versions makes those behind catch up.
import { logged } from '../../base/sayings';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../base/result';
import { arePositions, countOf } from '../../data/positions';
import { isOwnData } from './data-shape';
import { mostOwnStreams } from './own-streams';
import { networkSettings } from '../../net/emulation/network-settings';
import { noEmulation } from '../../net/emulation/no-emulation';
import { heldOutBest } from './held-out-best';
import { noRateHealth, rateHealth } from './rate-health';
import { isStream, maxRedoRanges } from './redo';
import { roomState } from './room-state';
import { syncSettings } from './sync';
import { usualNorms } from './usual-norms';
import { batchSettings, bucketSettings } from './live-settings';
import { canonical, hashText, learningRate, parseRunConfig, runConfig, type RunConfig } from './run-config';

const memberId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const real = v.pipe(v.number(), v.finite(), v.minValue(0));

const positions = (most: number) =>
  v.pipe(
    v.array(v.pipe(v.tuple([count, count]), v.readonly())),
    v.maxLength(most),
    v.readonly(),
    v.check((ranges) => arePositions(ranges), 'ranges ascend'),
  );

/** Loss terms of a step that the update can divide by (E3). */
const maximumBatch = 1 << 24;

const stepPlan = v.pipe(
  v.strictObject({
    /** The positions of the sample stream (data/positions.ts): the shards cut them in order, by rank. */
    positions: positions(maxRedoRanges + 1),
    /** Examples; 0 for one that is left out. */
    shards: v.pipe(
      v.array(
        v.strictObject({
          member: memberId,
          count,
          /** The place in its own data, by fingerprint: the positions from `from` on (own-streams.ts). */
          own: v.exactOptional(v.strictObject({ data: memberId, from: count })),
        }),
      ),
      v.maxLength(64),
    ),
    /** The rate of this step. */
    learningRate: real,
    buckets: bucketSettings,
  }),
  v.check(
    ({ positions, shards }) =>
      countOf(positions) <= maximumBatch &&
      countOf(positions) === shards.reduce((sum, shard) => sum + shard.count, 0),
    'the shards cut the positions',
  ),
);

const runState = v.strictObject({
  version: count,
  config: runConfig,
  /** Rises with every `configure`. */
  run: count,
  /** Are the parameters rank 0's initial ones or later? */
  initialized: v.boolean(),
  /** The member that brings the saved state of a run that goes on from a file, and its digest, until the run has it
   *  (E0). */
  resumes: v.optional(
    v.strictObject({ member: memberId, digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) }),
  ),
  status: v.picklist(['lobby', 'running', 'paused', 'finished', 'diverged']),
  why: v.string(),
  /** The run pauses when it has this many finished steps; absent: it does not. */
  pausesAfter: v.optional(count),
  /** Finished steps. */
  step: count,
  /** The positions of the stream below it were in the plans of finished steps. */
  cursor: count,
  /** Those below `cursor` that no committed sum has (redo.ts). */
  redo: positions(maxRedoRanges),
  /** Those in `redo` whose gradient was withheld once. */
  withheld: positions(maxRedoRanges),
  /** Positions given up: the list was full, or the gradient was withheld twice. */
  forgotten: count,
  /** Where each member brings its own examples: how far each data set is (own-streams.ts). */
  own: v.exactOptional(
    v.pipe(
      v.array(v.strictObject({ data: memberId, next: count, isWithheld: v.boolean() })),
      v.maxLength(mostOwnStreams),
      v.readonly(),
    ),
  ),
  /** Loss terms that entered committed sums. */
  examples: count,
  /** The rate as the host set it, before schedule and scaling. */
  learningRate,
  /** How the run went at it and before (rate-health.ts). */
  rateHealth,
  /** By them a contribution is an outlier (usual-norms.ts). */
  usualNorms,
  /** Absent until a part was held out and evaluated (held-out-best.ts). */
  best: v.exactOptional(heldOutBest),
  /** Batch scaling as of the planned step; null before the first plan. */
  batchWarmup: v.nullable(v.strictObject({ factor: real, stepsLeft: count, target: real })),
  buckets: bucketSettings,
  /** The host set them: how the batch follows the ring, and the shards the replicas' speeds. */
  ...batchSettings.entries,
  /** The host set it: how often the members add up. */
  sync: syncSettings,
  /** Step at which the shards' sizes were last chosen. */
  apportionedAt: count,
  /** Members that were too slow in the last plans, and those left out for it, with the step of their return
   *  (plan-shards.ts). */
  slow: v.pipe(v.array(v.strictObject({ member: memberId, plans: count })), v.maxLength(64)),
  suspended: v.pipe(v.array(v.strictObject({ member: memberId, untilStep: count })), v.maxLength(64)),
  /** Sequence number of the last applied host command. */
  appliedCommand: count,
  /** That of a ring that began from nothing: what the host signed up to it is of an earlier ring (H27a, D2). Absent: 0. */
  beganAfter: v.exactOptional(count),
  /** Steps skipped in a row because their update was not finite. */
  skipsInARow: count,
  /** Accused in the planned step: their contributions count 0 (judge-accusations.ts). */
  excluded: v.pipe(v.array(memberId), v.maxLength(64)),
  /** Oldest first; `by`: who accused it, in a view of four or more (S21); itself: the host ordered it (S22a). */
  offences: v.pipe(
    v.array(v.strictObject({ member: memberId, step: count, by: v.exactOptional(memberId) })),
    v.maxLength(192),
  ),
  /** When diverged: a base rate that may do better. */
  suggestedLearningRate: v.nullable(real),
  /** Kicked by the host, or evicted for offences: removed from the view and not admitted again. */
  kicked: v.pipe(v.array(memberId), v.maxLength(256)),
  /** What the members emulate on their links (L18). It outlives runs. */
  network: networkSettings,
  /** What the host decided about the room (room-state.ts); absent: all is as in a new one. */
  room: v.optional(roomState),
  /** The plan of step + 1; absent until decided. */
  plan: v.nullable(stepPlan),
});

export const runStateSchema = v.pipe(
  runState,
  v.check(
    (state) => isStream(state),
    'the redo list is not ordered below the cursor, or lacks a withheld position',
  ),
);

export type StepPlan = v.InferOutput<typeof stepPlan>;
export type RunState = v.InferOutput<typeof runStateSchema>;

/** `told`: the number of a lost run; nothing else of it is known. */
export function newRun(config: RunConfig, previous?: RunState, told = 0): RunState {
  return {
    version: previous ? previous.version + 1 : 1,
    config,
    run: Math.max(previous?.run ?? 0, told) + 1,
    initialized: false,
    status: 'lobby',
    why: '',
    step: 0,
    cursor: 0,
    redo: [],
    withheld: [],
    forgotten: 0,
    ...(isOwnData(config.data) ? { own: [] } : {}),
    examples: 0,
    learningRate: config.learningRate,
    rateHealth: noRateHealth,
    usualNorms: [],
    batchWarmup: null,
    buckets: config.buckets,
    batchMode: config.batchMode,
    globalBatch: config.globalBatch,
    shards: config.shards,
    sync: config.sync,
    apportionedAt: 0,
    slow: [],
    suspended: [],
    appliedCommand: previous?.appliedCommand ?? 0,
    ...(previous?.beganAfter === undefined ? {} : { beganAfter: previous.beganAfter }),
    skipsInARow: 0,
    excluded: [],
    offences: [],
    suggestedLearningRate: null,
    kicked: previous?.kicked ?? [],
    network: previous?.network ?? noEmulation,
    ...(previous?.room === undefined ? {} : { room: previous.room }),
    plan: null,
  };
}

/** Nothing but the host's next command ends the run before its last step. */
export function withoutPause({ pausesAfter: _, ...state }: RunState): RunState {
  return state;
}

export function encodeRunState(state: RunState): string {
  return canonical(state);
}

/** `translate`: of a text that may be older than this version. */
export function decodeRunState(
  text: string,
  translate = (older: unknown): unknown => older,
): Result<RunState, 'bad-state'> {
  let input: unknown;
  try {
    input = translate(JSON.parse(text));
  } catch {
    return fail('bad-state', 'the run state is not JSON');
  }
  const parsed = v.safeParse(runStateSchema, input);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    return fail('bad-state', `run state, ${v.getDotPath(issue) ?? 'root'}: ${issue.message}`);
  }
  const config = parseRunConfig(parsed.output.config);
  return config.ok ? ok(parsed.output) : fail('bad-state', logged(config.error.says));
}

/** The digest of everything replicated: tensors by their root, decisions by their bytes. 16 hex digits. */
export function stateDigest(tensorRoot: string, state: RunState): string {
  return hashText(tensorRoot + encodeRunState(state));
}
