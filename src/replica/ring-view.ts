// RingView is what anyone in the room may see of its ring: members on their dashboards, and devices that only watch, on a
// wall or on a phone. One line a field, below: what it is on the wire, and how a replica makes it. It holds counts,
// measurements and settings, and never a name, an id, a key or what is a replica's own (R19f). Snapshot (protocol.ts) is a
// RingView and what is the replica's own. The file is long because all fields stand in one list: a field is added in one
// place.
import * as v from 'valibot';
import { shownPath, sumPaths } from '../collectives/topology';
import type { Phase } from '../train/context/phase';
import type { ShownMeans, StepRecord } from '../train/metrics/step-record';
import { attempt, attemptSettings, bestAttempts, targetLoss, type AttemptSettings } from '../room/league';
import { mostCurvePoints } from '../train/metrics/curve/loss-curve';
import type { Changed } from '../train/run/changed';
import type { RoomDocument } from '../room/room-document';
import { shutDoor } from '../room/room-door';
import {
  answer,
  lessonRun,
  mostAnswers,
  mostObserved,
  question,
  type RoomQuestion,
} from '../room/room-question';
import type { RoomState } from '../train/run/room-state';
import type { RunConfig } from '../train/run/run-config';
import { roomPlaces, type PeerStatus } from './peer-status';
import { shownChange, withoutNames } from './shown-change';

export const mostRingPlaces = roomPlaces;
export const mostBest = 4;
export const mostChanges = 12;

/** What a replica knows at one moment. */
export interface RingSources {
  readonly phase: Phase;
  readonly lineage: string;
  readonly generation: number;
  readonly config: RunConfig | undefined;
  readonly room: (RoomState & RoomDocument) | undefined;
  readonly shows?: string | undefined;
  readonly host?: 'away' | 'back' | undefined;
  readonly learningRate: number;
  /** The host's question, its answers and how many are asked. */
  readonly asked: AskedNow | undefined;
  readonly peers: readonly PeerStatus[];
  readonly lockstep: 'agreed' | 'checking' | 'disagreed' | 'alone';
  readonly step: number;
  readonly parameterCount: number;
  readonly terms: number;
  readonly effectiveBatch: number;
  readonly stepsPerSecond?: number | undefined;
  readonly examplesPerSecond?: number | undefined;
  readonly examplesTotal: number;
  readonly recent: RecentSteps;
}

export interface AskedNow {
  readonly question: RoomQuestion;
  /** Ascending. */
  readonly answers: readonly number[];
  readonly of: number;
}

/** What is kept of the committed steps of this run. */
export interface RecentSteps {
  /** The latest, oldest first. */
  readonly records: readonly StepRecord[];
  readonly curve: readonly (readonly [step: number, loss: number])[];
  /** Replicas that were in a sum of this run; undefined: this replica did not see every step. */
  readonly contributors: number | undefined;
  readonly validation: ({ readonly step: number } & ShownMeans) | undefined;
  /** The latest of the run, oldest first. */
  readonly changes: readonly Changed[];
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const real = v.pipe(v.number(), v.finite());
const positive = v.pipe(real, v.minValue(0));
const share = v.pipe(real, v.minValue(0), v.maxValue(1));

/** What the ring does, as the replica knows. */
const ringPhases = [
  /** This replica is in no ring, so it has nothing to show to others. */
  'outside',
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
type RingPhase = (typeof ringPhases)[number];

/** Places around the ring: a member's rank, and whether it can be heard and contributes. */
const placeStates = ['member', 'silent', 'lost', 'catching-up', 'left-out'] as const;

/** Counts, and no names. */
const askedQuestion = v.object({
  number: count,
  asks: question,
  /** Answers can still be given and changed. */
  isOpen: v.boolean(),
  answered: count,
  /** While it is open: members that are asked, and devices that only watch and have answered; the host only where it has
   *  answered (H16c). Once it is closed: all members of that moment, whether asked or not (H16a). */
  of: count,
  /** Ascending: no order tells whose they are. Absent while it is open, for nobody should copy from the wall. */
  answers: v.optional(v.pipe(v.array(answer), v.maxLength(mostAnswers + mostObserved))),
  /** How far the host's device is with the runs of the lesson that was asked of (H19); undefined: it runs nothing. */
  run: v.optional(lessonRun),
  /** What came; undefined: not yet known. */
  measured: v.optional(answer),
});
type AskedQuestion = v.InferOutput<typeof askedQuestion>;

const tasks = ['moons', 'spirals', 'circles', 'xor', 'homes', 'digits', 'files', 'stories', 'text'] as const;

const shownMeans = v.object({ step: count, loss: real, accuracy: v.optional(share), r2: v.optional(real) });

/** [step, mean training loss since the point before], oldest first. */
const curve = v.pipe(v.array(v.strictTuple([count, real])), v.maxLength(mostCurvePoints));

/** Mean ms per step. */
const split = v.object({
  computeMs: positive,
  overlappedMs: positive,
  exposedMs: positive,
  waitingMs: positive,
  otherMs: positive,
});
type Split = v.InferOutput<typeof split>;

const { digest: _, ...shownEntries } = attempt.entries;
/** An attempt without its digest, which no screen of the ring shows. */
const shownAttempt = v.strictObject(shownEntries);

const settingNames = Object.keys(attemptSettings.entries) as readonly (keyof AttemptSettings)[];

/** Attempts travel as tuples. */
const sentAttempt = v.pipe(
  v.strictTuple([
    count,
    count,
    positive,
    count,
    v.boolean(),
    v.pipe(v.array(v.union([v.string(), v.number(), v.boolean()])), v.length(settingNames.length)),
  ]),
  v.transform(([run, step, ms, bytes, isChanged, values]) => {
    const settings = Object.fromEntries(settingNames.map((key, index) => [key, values[index]]));
    return { run, step, ms, bytes, isChanged, settings };
  }),
  shownAttempt,
);
const sentLeague = v.object({
  target: targetLoss,
  /** The number of those in the table. */
  attempts: count,
  /** The best, the fastest first. */
  best: v.pipe(v.array(sentAttempt), v.maxLength(mostBest)),
});
type ShownLeague = v.InferOutput<typeof sentLeague>;
type SentLeague = v.InferInput<typeof sentLeague>;

/** Places travel as pairs, for a view must fit in its message. */
const sentPlaces = v.pipe(
  v.array(v.strictTuple([count, v.pipe(count, v.maxValue(placeStates.length - 1))])),
  v.maxLength(mostRingPlaces),
  v.transform((places) => places.map(([rank, state]) => ({ rank, state: placeStates[state] }))),
);
type Places = v.InferOutput<typeof sentPlaces>;

/** A figure: a new one is a line here, and is drawn by the panels that show it on each screen. */
const fields = {
  /** Empty: this replica has no view. */
  lineage: exact(v.pipe(v.string(), v.regex(/^[0-9a-f]{0,16}$/)), ({ lineage }) => lineage),
  /** The view that it is of: of one lineage, the later generation is what the ring agreed on. */
  generation: exact(count, ({ generation }) => generation),
  ringPhase: exact(v.picklist(ringPhases), ({ phase }) => ringPhaseOf(phase)),
  /** The host ended the room (H13): no view follows. */
  isEnded: exact(v.optional(v.literal(true)), ({ room }) => room?.isEnded),
  /** The room's host is away, or came back a moment ago; undefined: it is there, or nothing is known. */
  host: exact(v.optional(v.picklist(['away', 'back'])), ({ host }) => host),
  /** The door is shut (H14). */
  door: exact(v.optional(shutDoor), ({ room }) => room?.door),
  /** The picture that the host chose for walls (R20), by a name that they know or ignore; undefined: each wall its own. */
  shows: exact(v.optional(v.pipe(v.string(), v.regex(/^[a-z-]{1,24}$/))), ({ shows }) => shows),
  /** What the host asks all members (H16): counts, and no names. */
  question: exact(v.optional(askedQuestion), questionOf),
  /** The league (H17). */
  league: { is: v.optional(sentLeague), of: leagueOf, pack: packLeague },
  /** The latest changes of the run, oldest first: walls mark them, and measure what they did. */
  changes: exact(v.pipe(v.array(shownChange), v.maxLength(mostChanges)), ({ recent }) =>
    recent.changes.map(withoutNames),
  ),
  /** Committed steps. */
  step: exact(count, ({ step }) => step),
  /** Steps of the run; undefined before a run is known. */
  steps: exact(v.optional(count), ({ config }) => config?.steps),
  task: exact(v.optional(v.picklist(tasks)), ({ config }) => config && taskOf(config)),
  parameterCount: exact(count, ({ parameterCount }) => parameterCount),
  /** Do all members hold the same digest? */
  lockstep: exact(v.picklist(['agreed', 'checking', 'disagreed', 'alone']), ({ lockstep }) => lockstep),
  /** What the curve ends with; undefined before its first point. */
  loss: measured(v.optional(real), ({ step, recent }) => (step > 0 ? recent.curve.at(-1)?.[1] : undefined)),
  /** The accuracy of the last committed step; undefined before one, and where amounts are predicted. */
  accuracy: measured(v.optional(share), (sources) => lastOf(sources)?.accuracy),
  /** R² of the last committed step, where amounts are predicted. */
  r2: measured(v.optional(real), (sources) => lastOf(sources)?.r2),
  /** The last one of this run. */
  validation: measured(v.optional(shownMeans), ({ recent }) =>
    recent.validation ? { ...recent.validation } : undefined,
  ),
  /** Loss terms of an example: 1, or its characters in a text. */
  terms: exact(count, ({ terms }) => terms),
  /** Loss terms of a step: Σ local batch over the members, times `terms`, times inner steps. */
  effectiveBatch: measured(positive, ({ effectiveBatch }) => effectiveBatch),
  learningRate: measured(positive, ({ learningRate }) => learningRate),
  stepsPerSecond: measured(v.optional(positive), ({ stepsPerSecond }) => stepsPerSecond),
  /** Loss terms. */
  examplesPerSecond: measured(v.optional(positive), ({ examplesPerSecond }) => examplesPerSecond),
  /** Loss terms of the run so far. */
  examplesTotal: measured(positive, ({ examplesTotal }) => examplesTotal),
  /** Replicas that were in a sum of this run; undefined: not known. */
  contributors: exact(v.optional(count), ({ recent }) => recent.contributors),
  /** How the sums of the last step traveled; undefined before one. */
  path: exact(v.optional(v.picklist(sumPaths)), (sources) => {
    const last = lastOf(sources);
    return last && shownPath(last.topology);
  }),
  /** [step, mean training loss since the point before], oldest first. */
  curve: measured(curve, curveOf),
  /** Mean ms per step over the members and the latest steps; undefined before one. */
  split: measured(v.optional(split), ({ step, recent }) =>
    step > 0 ? meanSplit(recent.records) : undefined,
  ),
  /** The places in ring order. */
  ring: { is: sentPlaces, of: ringOf, pack: packPlaces },
  /** Bytes per second from each place to the next; null: this replica cannot measure it. */
  edges: measured(v.pipe(v.array(v.nullable(positive)), v.maxLength(mostRingPlaces)), edgesOf),
};

type Fields = typeof fields;
const names = Object.keys(fields) as readonly (keyof Fields)[];

/** What a member says: it is validated at the edge. */
export const ringView = v.object(
  Object.fromEntries(names.map((name) => [name, fields[name].is])) as {
    [K in keyof Fields]: Fields[K]['is'];
  },
);
export type RingView = Readonly<v.InferOutput<typeof ringView>>;
/** A view as it is sent. */
export type SentView = Readonly<v.InferInput<typeof ringView>>;

export function ringViewOf(sources: RingSources): RingView {
  return Object.fromEntries(names.map((name) => [name, fields[name].of(sources)])) as unknown as RingView;
}

/** Measured numbers have four significant digits then: more cannot be seen, and a view must fit in its message. */
export function packView(view: RingView): SentView {
  const pack = (name: keyof Fields): unknown =>
    (fields[name].pack as (value: unknown) => unknown)(view[name]);
  return Object.fromEntries(names.map((name) => [name, pack(name)])) as unknown as SentView;
}

/** It travels as it is. */
function exact<Is extends v.GenericSchema>(is: Is, of: (sources: RingSources) => v.InferOutput<Is>) {
  return { is, of, pack: (value: v.InferOutput<Is>): v.InferInput<Is> => value };
}

/** It travels with four digits, or not at all where it is not finite. */
function measured<Is extends v.GenericSchema>(is: Is, of: (sources: RingSources) => v.InferOutput<Is>) {
  return { is, of, pack: (value: v.InferOutput<Is>): v.InferInput<Is> => inFourDigits(value) };
}

function inFourDigits(value: unknown): unknown {
  if (typeof value === 'number') return rounded(value);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, inFourDigits(part)] as const);
  if (parts.some(([, part]) => part === undefined)) return undefined;
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** Counts stay as they are. */
function rounded(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(4));
}

function ringPhaseOf(phase: Phase): RingPhase {
  switch (phase.kind) {
    case 'training':
      return phase.waitingFor ? 'waiting' : 'training';
    case 'lobby':
    case 'catching-up':
    case 'regrouping':
    case 'no-quorum':
    case 'paused':
    case 'finished':
    case 'diverged':
      return phase.kind;
    case 'starting':
    case 'needs-file':
    case 'connecting':
    case 'failed':
    case 'left':
      return 'outside';
    default:
      return phase satisfies never;
  }
}

function lastOf({ step, recent }: RingSources): StepRecord | undefined {
  return step > 0 ? recent.records.at(-1) : undefined;
}

function questionOf({ asked, room }: RingSources): AskedQuestion | undefined {
  if (!asked) return undefined;
  const { question, answers, of } = asked;
  const { number, asks, run, measured } = question;
  const isOpen = question.closed === undefined;
  // In a room that has ended nobody can answer any more.
  if (isOpen && room?.isEnded) return undefined;
  const both = { number, asks, isOpen, answered: answers.length, of, run, measured };
  return isOpen ? both : { ...both, answers: [...answers] };
}

function leagueOf({ room }: RingSources): ShownLeague | undefined {
  if (!room?.league) return undefined;
  const { target, attempts } = room.league;
  const best = bestAttempts(attempts, mostBest).map(({ digest: _, ...shown }) => shown);
  return { target, attempts: attempts.length, best };
}

function packLeague(league: ShownLeague | undefined): SentLeague | undefined {
  const pack = (one: v.InferOutput<typeof shownAttempt>): v.InferInput<typeof sentAttempt> => {
    const { run, step, ms, bytes, isChanged, settings } = one;
    return [run, step, ms, bytes, isChanged, settingNames.map((key) => settings[key])];
  };
  return league && { ...league, best: league.best.map(pack) };
}

function taskOf({ data }: RunConfig): (typeof tasks)[number] {
  if (data.kind === 'points') return data.set;
  return data.kind === 'idx' || data.kind === 'table' ? 'files' : data.kind;
}

function curveOf({ step, recent }: RingSources): [number, number][] {
  return step > 0 ? recent.curve.map(([at, loss]) => [at, loss]) : [];
}

/** The mean over the members and the latest steps of one generation, as members change with it. */
function meanSplit(records: readonly StepRecord[]): Split | undefined {
  const generation = records.at(-1)?.generation;
  const splits = records
    .filter((record) => record.generation === generation)
    .flatMap((record) => Object.values(record.splits));
  if (splits.length === 0) return undefined;
  const mean = (part: keyof Split): number =>
    splits.reduce((sum, each) => sum + each[part], 0) / splits.length;
  return {
    computeMs: mean('computeMs'),
    overlappedMs: mean('overlappedMs'),
    exposedMs: mean('exposedMs'),
    waitingMs: mean('waitingMs'),
    otherMs: mean('otherMs'),
  };
}

function placesOf({ peers }: Pick<RingSources, 'peers'>): readonly PeerStatus[] {
  return peers
    .filter(({ ringPosition }) => ringPosition !== undefined)
    .sort((a, b) => a.ringPosition! - b.ringPosition!)
    .slice(0, mostRingPlaces);
}

function ringOf(sources: RingSources): Places {
  return placesOf(sources).map((peer) => ({ rank: peer.rank ?? 0, state: placeStateOf(peer) }));
}

function placeStateOf({ state, leftOut }: PeerStatus): (typeof placeStates)[number] {
  if (state === 'silent' || state === 'lost') return state;
  if (leftOut) return leftOut.kind === 'catching-up' ? 'catching-up' : 'left-out';
  return 'member';
}

function packPlaces(ring: Places): [number, number][] {
  return ring.map(({ rank, state }) => [rank, placeStates.indexOf(state)]);
}

function edgesOf(sources: RingSources): (number | null)[] {
  const members = placesOf(sources);
  if (members.length < 2) return [];
  const isRing = lastOf(sources)?.topology === 'ring';
  return members.map((peer, at) => rateOf(peer, members[(at + 1) % members.length], isRing));
}

/** This replica knows the rate of its own links. Around a ring each member says the rate to its successor. */
function rateOf(from: PeerStatus, to: PeerStatus, isRing: boolean): number | null {
  const other = from.isSelf ? to : to.isSelf ? from : undefined;
  return other?.bytesPerSecond ?? (isRing ? from.sumBytesPerSecond : undefined) ?? null;
}
