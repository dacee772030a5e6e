// What an observer sees of a ring (R19): one small picture, complete in itself. It holds counts and measurements, and no
// name, id or text that a person wrote: it is drawn on walls. A member made it, so it is validated here at the edge.
import * as v from 'valibot';
import { edgeProfile } from '../../net/emulation/edge-profile';
import { batchSettings, bucketSettings } from '../../train/run/live-settings';
import { syncSettings } from '../../train/run/sync';
import { attempt, attemptSettings, targetLoss, type AttemptSettings } from '../../room/league';
import { sumPaths } from '../../collectives/topology';
import { shutDoor } from '../../room/room-door';
import { answer, lessonRun, mostAnswers, mostObserved, question } from '../../room/room-question';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const real = v.pipe(v.number(), v.finite());
const positive = v.pipe(real, v.minValue(0));
const share = v.pipe(real, v.minValue(0), v.maxValue(1));

export const mostCurvePoints = 96;
export const mostRingPlaces = 64;
export const mostBest = 4;

/** What the ring does, as its reporting member knows. */
const picturePhases = [
  'lobby',
  'catching-up',
  'training',
  /** Training, and a member is waited for. */
  'waiting',
  'regrouping',
  'no-quorum',
  'paused',
  'finished',
  'diverged',
] as const;

/** Places around the ring: a member's rank, and whether it can be heard and contributes. */
const placeStates = ['member', 'silent', 'lost', 'catching-up', 'left-out'] as const;

const { digest: _, ...shownEntries } = attempt.entries;
/** Without its digest, which no wall shows. */
const shownAttempt = v.strictObject(shownEntries);
type ShownAttempt = v.InferOutput<typeof shownAttempt>;

const keys = Object.keys(attemptSettings.entries) as readonly (keyof AttemptSettings)[];

const sentAttempt = v.pipe(
  v.strictTuple([
    count,
    count,
    positive,
    count,
    v.boolean(),
    v.pipe(v.array(v.union([v.string(), v.number(), v.boolean()])), v.length(keys.length)),
  ]),
  v.transform(([run, step, ms, bytes, isChanged, values]) => {
    const settings = Object.fromEntries(keys.map((key, index) => [key, values[index]]));
    return { run, step, ms, bytes, isChanged, settings };
  }),
  shownAttempt,
);

const ringPicture = v.object({
  /** Raised when an older page could misunderstand a picture. */
  version: v.literal(2),
  /** The sender's clock, epoch ms: it rises, so that an older picture never follows a newer one. */
  sentMs: count,
  /** The sender's view; absent from an older page. Of one lineage, the later generation is what the ring agreed on. */
  view: v.optional(v.object({ lineage: v.pipe(v.string(), v.regex(/^[0-9a-f]{1,16}$/)), generation: count })),
  phase: v.picklist(picturePhases),
  /** The host ended the room (H13): the last picture. */
  isEnded: v.optional(v.literal(true)),
  /** The host is away, or came back a moment ago; absent: it is there, or an older page does not say. */
  host: v.optional(v.picklist(['away', 'back'])),
  /** The door is shut (H14). */
  door: v.optional(shutDoor),
  /** Which picture the host wants on walls (R20), by a name that walls know or ignore; absent: each wall its own. */
  shows: v.optional(v.pipe(v.string(), v.regex(/^[a-z-]{1,24}$/))),
  /** What the host asks all members (H16): counts, and no names. */
  question: v.optional(
    v.object({
      number: count,
      asks: question,
      /** Those that have answered, and all who are asked, as in `QuestionNow`. */
      answered: count,
      of: count,
      /** Ascending; absent while answers are taken, for nobody should copy from the wall. */
      answers: v.optional(v.pipe(v.array(answer), v.maxLength(mostAnswers + mostObserved))),
      /** The host's device runs the lesson (H19). */
      run: v.optional(lessonRun),
      measured: v.optional(answer),
    }),
  ),
  /** The league (H17). */
  league: v.optional(
    v.object({
      target: targetLoss,
      /** In the table. */
      attempts: count,
      /** The best, the fastest first; sent as tuples. */
      best: v.pipe(v.array(sentAttempt), v.maxLength(mostBest)),
    }),
  ),
  /** By which walls mark changes; absent before a run is known, or where the picture would not fit. */
  settings: v.optional(
    v.object({
      buckets: bucketSettings,
      sync: syncSettings,
      batch: batchSettings,
      /** What is emulated on every edge, and on how many edges something else. */
      everyEdge: v.nullable(edgeProfile),
      edges: count,
    }),
  ),
  /** Committed steps. */
  step: count,
  /** Steps of the run; absent before a run is known. */
  steps: v.optional(count),
  task: v.optional(v.picklist(['moons', 'spirals', 'circles', 'xor', 'digits', 'files', 'stories', 'text'])),
  parameters: count,
  lockstep: v.picklist(['agreed', 'checking', 'disagreed', 'alone']),
  /** What the curve ends with; absent before its first point. */
  loss: v.optional(real),
  /** Of the last committed step; absent before one, or when it is not finite. */
  accuracy: v.optional(share),
  /** The last one of this run. */
  validation: v.optional(v.object({ step: count, loss: real, accuracy: share })),
  /** Examples of one step, of all members together. */
  batch: positive,
  learningRate: positive,
  stepsPerSecond: v.optional(positive),
  /** Examples. */
  examplesPerSecond: v.optional(positive),
  /** Once the run has finished. */
  finished: v.optional(
    v.object({
      /** Trained on. */
      examples: positive,
      /** Replicas that were in a sum of this run; absent where the reporting member did not see every step. */
      contributors: v.optional(count),
    }),
  ),
  /** How the sums of the last step traveled; absent before one. */
  path: v.optional(v.picklist(sumPaths)),
  /** [step, mean training loss since the point before], oldest first. */
  curve: v.pipe(v.array(v.strictTuple([count, real])), v.maxLength(mostCurvePoints)),
  /** Mean ms per step over the members and the latest steps; absent before one. */
  split: v.optional(
    v.object({
      computeMs: positive,
      overlappedMs: positive,
      exposedMs: positive,
      waitingMs: positive,
      otherMs: positive,
    }),
  ),
  /** In ring order; sent as pairs, for the picture must fit in its message. */
  ring: v.pipe(
    v.array(v.strictTuple([count, v.pipe(count, v.maxValue(placeStates.length - 1))])),
    v.maxLength(mostRingPlaces),
    v.transform((places) => places.map(([rank, state]) => ({ rank, state: placeStates[state] }))),
  ),
  /** Bytes per second from each place to the next; null: the reporting member cannot measure it. */
  edges: v.pipe(v.array(v.nullable(positive)), v.maxLength(mostRingPlaces)),
});
export type RingPicture = v.InferOutput<typeof ringPicture>;

/** As it is sent. */
export type SentPicture = v.InferInput<typeof ringPicture>;

export function packPicture({ ring, league, ...picture }: RingPicture): SentPicture {
  return {
    ...picture,
    ...(league ? { league: { ...league, best: league.best.map(packAttempt) } } : {}),
    ring: ring.map(({ rank, state }) => [rank, placeStates.indexOf(state)]),
  };
}

function packAttempt({
  run,
  step,
  ms,
  bytes,
  isChanged,
  settings,
}: ShownAttempt): v.InferInput<typeof sentAttempt> {
  return [run, step, ms, bytes, isChanged, keys.map((key) => settings[key])];
}

/** undefined: no picture of this version. */
export function readPicture(data: unknown): RingPicture | undefined {
  const parsed = v.safeParse(ringPicture, data, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}
