// From what a member's page knows to the picture that observers get. Pure. Numbers have four significant digits: more
// cannot be seen, and the picture must fit in its message whatever the ring's size.
import { shownPath } from '../../collectives/topology';
import { bestAttempts } from '../../room/league';
import type { League, PeerStatus, Phase, RunConfig, Snapshot, StepRecord } from '../protocol';
import { mostBest, mostRingPlaces, type RingPicture } from './ring-picture';

export interface PictureSources {
  readonly snapshot: Snapshot;
  /** The latest steps, oldest first. */
  readonly records: readonly StepRecord[];
  readonly curve: readonly (readonly [step: number, loss: number])[];
  /** Replicas that were in a sum of this run; undefined: not known. */
  readonly contributors?: number;
  readonly sentMs: number;
}

/** undefined: this replica is in no ring, so it has nothing to show. */
export function drawPicture(sources: PictureSources): RingPicture | undefined {
  const { snapshot, records, curve, contributors, sentMs } = sources;
  const phase = phaseOf(snapshot.phase);
  if (!phase) return undefined;
  const { step, config, terms, lockstep, validation } = snapshot;
  const last = step > 0 ? records.at(-1) : undefined;
  const members = placesOf(snapshot);
  return {
    version: 2,
    sentMs: Math.round(sentMs),
    view:
      snapshot.lineage === '' ? undefined : { lineage: snapshot.lineage, generation: snapshot.generation },
    phase,
    isEnded: snapshot.room?.isEnded,
    host: snapshot.host,
    door: snapshot.room?.door,
    shows: snapshot.shows,
    question: questionOf(snapshot),
    league: snapshot.room?.league && leagueOf(snapshot.room.league),
    settings: settingsOf(snapshot),
    step,
    steps: config?.steps,
    task: config && taskOf(config),
    parameters: snapshot.parameterCount,
    lockstep,
    loss: step > 0 ? finite(curve.at(-1)?.[1]) : undefined,
    accuracy: finite(last?.accuracy),
    validation:
      validation && Number.isFinite(validation.loss)
        ? { step: validation.step, loss: rounded(validation.loss), accuracy: rounded(validation.accuracy) }
        : undefined,
    batch: rounded(snapshot.effectiveBatch / terms),
    learningRate: rounded(snapshot.learningRate),
    stepsPerSecond: finite(snapshot.stepsPerSecond),
    examplesPerSecond: finite(snapshot.examplesPerSecond && snapshot.examplesPerSecond / terms),
    finished:
      phase === 'finished' || snapshot.room?.isEnded
        ? { examples: rounded(snapshot.examplesTotal / terms), contributors }
        : undefined,
    path: last && shownPath(last.topology),
    curve: step > 0 ? curve.map(([at, loss]) => [at, rounded(loss)]) : [],
    split: step > 0 ? meanSplit(records) : undefined,
    ring: members.map((peer) => ({ rank: peer.rank ?? 0, state: stateOf(peer) })),
    edges:
      members.length < 2
        ? []
        : members.map((peer, at) =>
            rateOf(peer, members[(at + 1) % members.length], last?.topology === 'ring'),
          ),
  };
}

/** What a class looks for at once: the view, who of it can be heard and contributes, and the phase. */
export function newsIn(snapshot: Snapshot): string {
  const { generation, room, host } = snapshot;
  const places = placesOf(snapshot).map(stateOf);
  return JSON.stringify([phaseOf(snapshot.phase), generation, room?.isEnded, room?.door, host, places]);
}

function placesOf({ peers }: Snapshot): readonly PeerStatus[] {
  return peers
    .filter(({ ringPosition }) => ringPosition !== undefined)
    .sort((a, b) => a.ringPosition! - b.ringPosition!)
    .slice(0, mostRingPlaces);
}

function questionOf({ question, room }: Snapshot): RingPicture['question'] {
  // In a room that has ended nobody can answer any more.
  if (!question || (question.isOpen && room?.isEnded)) return undefined;
  const { number, asks, isOpen, answers, of, run, measured } = question;
  const both = { number, asks, answered: answers.length, of, run, measured };
  return isOpen ? both : { ...both, answers: [...answers] };
}

function settingsOf({ buckets, sync, batch, network }: Snapshot): RingPicture['settings'] {
  if (!buckets || !sync || !batch) return undefined;
  const { batchMode, globalBatch, shards } = batch;
  return {
    buckets,
    sync,
    batch: { batchMode, globalBatch, shards },
    everyEdge: network.everyEdge,
    edges: network.edges.length,
  };
}

function leagueOf({ target, attempts }: League): RingPicture['league'] {
  const best = bestAttempts(attempts, mostBest).map(({ digest: _, ...shown }) => shown);
  return { target, attempts: attempts.length, best };
}

function phaseOf(phase: Phase): RingPicture['phase'] | undefined {
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
      return undefined;
    default:
      return phase satisfies never;
  }
}

function taskOf({ data }: RunConfig): RingPicture['task'] {
  return data.kind === 'points' ? data.set : data.kind === 'idx' ? 'files' : data.kind;
}

function stateOf({ state, leftOut }: PeerStatus): RingPicture['ring'][number]['state'] {
  if (state === 'silent' || state === 'lost') return state;
  if (leftOut) return leftOut.kind === 'catching-up' ? 'catching-up' : 'left-out';
  return 'member';
}

/** Of its own links this replica knows the rate. Around a ring each member says the rate to its successor. */
function rateOf(from: PeerStatus, to: PeerStatus, isRing: boolean): number | null {
  const other = from.isSelf ? to : to.isSelf ? from : undefined;
  return finite(other?.bytesPerSecond ?? (isRing ? from.sumBytesPerSecond : undefined)) ?? null;
}

/** Over the members and the latest steps of one generation, as members change with it. */
function meanSplit(records: readonly StepRecord[]): RingPicture['split'] {
  const generation = records.at(-1)?.generation;
  const splits = records
    .filter((record) => record.generation === generation)
    .flatMap((record) => Object.values(record.splits));
  if (splits.length === 0) return undefined;
  const mean = (part: keyof NonNullable<RingPicture['split']>): number =>
    rounded(splits.reduce((sum, split) => sum + split[part], 0) / splits.length);
  return {
    computeMs: mean('computeMs'),
    overlappedMs: mean('overlappedMs'),
    exposedMs: mean('exposedMs'),
    waitingMs: mean('waitingMs'),
    otherMs: mean('otherMs'),
  };
}

function finite(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? rounded(value) : undefined;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
