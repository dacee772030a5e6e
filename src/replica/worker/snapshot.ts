// The Snapshot: the replica as the page draws it, one immutable value from the ring member's state. What anyone in the room
// may see of it is made in ring-view.ts.
import { countOf } from '../../data/positions';
import { reportNow } from '../../model/check/engine-report';
import { linksNeeded } from '../../membership/links-needed';
import { messageBytes } from '../../codecs/power-sgd/plan';
import { noEmulation } from '../../net/emulation/no-emulation';
import { rankOf } from '../../membership/view';
import { planCountsOf } from '../../train/run/plan-counts';
import { innerStepsOf } from '../../train/run/sync';
import { noLine, sumRate } from '../../train/metrics/line-times';
import { plainTraining } from '../../train/run/plain-training';
import { weightsOf } from '../../train/run/own-claims';
import { answersTo } from '../../room/room-question';
import type { RunState } from '../../train/run/run-state';
import { usualNorm } from '../../train/run/usual-norms';
import { rightFactorsOf } from '../../train/state/right-factors';
import { digestOf, lockstepOf, newestVersion } from './lockstep';
import type { RingMember } from '../../train/member/ring-member';
import type { LinkKind } from '../../net/link/link';
import type { OwnView, PeerStatus, Snapshot, StepRecord } from '../protocol';
import { ringViewOf, type AskedNow, type RecentSteps } from '../ring-view';
import type { StepRates } from './step-rates';
import type { RoomPeer } from './worker-messages';
import { committedStep } from './ring-facts';

export interface SnapshotSources {
  readonly member: RingMember;
  readonly isHost: boolean;
  readonly heirToken?: string | undefined;
  readonly hasHostMoved?: boolean;
  readonly host?: Snapshot['host'];
  readonly roster: readonly RoomPeer[];
  readonly strangers?: readonly string[];
  readonly observers: number;
  /** What devices that only watch have answered to the host's question. */
  readonly observed?: readonly number[];
  readonly rates: StepRates;
  readonly lastStep: StepRecord | undefined;
  readonly recent: RecentSteps;
  readonly examplesBy: ReadonlyMap<string, number>;
  readonly forkedAfterStep: number | undefined;
  readonly sharing: Snapshot['sharing'];
}

export function takeSnapshot(sources: SnapshotSources): Snapshot {
  const { member, isHost, rates, lastStep, recent } = sources;
  const { held, ready } = member.replica;
  const { view } = member.membership;
  const state = stateOf(member);
  const config = state?.config ?? ready?.config;
  const terms = ready?.engine.terms ?? 1;
  const asked = askedNow(sources);
  const own: OwnView = {
    phase: member.phase,
    self: member.options.self,
    isHost,
    config,
    flopPerTerm: ready && planCountsOf(ready.config).flopPerTerm,
    bucketTimes: member.trainer.local.bucketTimes,
    factorBytes: factorBytesOf(member, state),
    sumBytesPerSecond: sumRate(member.trainer.local.line),
    residualShare: residualShareOf(member, state),
    sentShare: member.replica.residual.lastScale,
    loneTrial: member.loneTrials.now,
    engine: ready?.report && reportNow(ready.report, ready.engine),
    forkedAfterStep: sources.forkedAfterStep,
    forkCheckpoint: forkCheckpointOf(member),
    best: bestOf(member),
    worldSize: view?.members.length ?? 0,
    peers: peersOf(sources),
    digest: held?.digest ?? '',
    buckets: state?.buckets ?? config?.buckets,
    sync: state?.sync ?? config?.sync,
    batch: batchOf(state ?? config),
    localBatch: config?.localBatch ?? 0,
    network: state?.network ?? noEmulation,
    room: roomOf(member, state),
    answersSoFar: asked?.answers ?? [],
    ownAnswer: asked && member.board.answerOf(member.options.self)?.value,
    lobby: lobbyOf(sources, state),
    handOver: sources.isHost && member.board.heir ? { token: sources.heirToken } : undefined,
    hasHostMoved: sources.hasHostMoved ?? false,
    givenUp: state?.forgotten ?? 0,
    counters: {
      retries: member.trainer.counters.retries,
      catchUps: member.trainer.counters.catchUps,
      droppedFrames: member.trainer.router.counters.dropped,
      viewChanges: member.viewChanges,
    },
    noise: lastStep?.noise,
    alarm: lastStep?.alarm,
    suspended: suspendedNow(state),
    removed: (state?.kicked ?? []).map((id) => ({ id, name: member.nameOf(id) })),
    devices: member.devices,
    sharing: sources.sharing,
    strangers: (sources.strangers ?? []).map((id) => ({ id, name: member.nameOf(id) })),
    observers: sources.observers,
  };
  const ring = ringViewOf({
    ...own,
    ...rates.at(member.options.clock.epochMs()),
    lineage: view?.lineage ?? '',
    generation: view?.generation ?? 0,
    shows: member.board.document.shows,
    host: sources.host,
    learningRate: state?.learningRate ?? config?.learningRate ?? 0,
    asked,
    lockstep:
      view && held ? lockstepOf(view.members.map((id) => member.trainer.status.records.get(id))) : 'checking',
    step: committedStep(member),
    parameterCount: ready?.engine.parameterCount ?? 0,
    terms,
    effectiveBatch: plannedBatch(member) * terms,
    examplesTotal: state?.examples ?? 0,
    recent,
  });
  return { ...ring, ...own };
}

function factorBytesOf({ replica }: RingMember, state: RunState | undefined): Snapshot['factorBytes'] {
  const factors = state && rightFactorsOf(state, replica.ready?.engine.slots ?? []);
  return factors && messageBytes(factors.plan);
}

function residualShareOf({ replica }: RingMember, state: RunState | undefined): number | undefined {
  const usual = usualNorm(state?.usualNorms ?? []);
  return usual ? replica.residual.norm / usual : undefined;
}

/** Examples of the planned step, or of the first step before one is planned. */
function plannedBatch({ replica, membership }: RingMember): number {
  const { held, ready } = replica;
  if (held?.state.plan) return countOf(held.state.plan.positions);
  const { batchMode, globalBatch, sync } = held?.state ?? ready?.config ?? plainTraining;
  const { localBatch } = held?.state.config ?? ready?.config ?? { localBatch: 0 };
  const once = batchMode === 'fixed' ? globalBatch : (membership.view?.members.length ?? 0) * localBatch;
  return innerStepsOf(sync) * once;
}

/** What the ring agrees on about the room, and what the host decided beside it; undefined: nothing. */
function roomOf({ board }: RingMember, state: RunState | undefined): Snapshot['room'] {
  return state?.room || board.edition.version > 0 ? { ...state?.room, ...board.document } : undefined;
}

/** H16. While it is open the answers are those that this replica has heard, and its own. The host, who asks, is counted only
 *  where it has answered too. */
function askedNow({ member, isHost, roster, observed = [] }: SnapshotSources): AskedNow | undefined {
  const { board } = member;
  const { question } = board.document;
  if (!question) return undefined;
  if (question.closed) return { question, ...question.closed };
  const { self } = member.options;
  const members = member.membership.view?.members ?? [];
  const now = (id: string) => board.answerOf(id);
  const asksItself = (id: string): boolean =>
    id === self ? isHost : roster.some((peer) => peer.id === id && peer.isHost);
  const asked = members.filter((id) => !asksItself(id) || now(id)?.question === question.number);
  return {
    question,
    answers: answersTo(question, members.map(now), observed),
    of: asked.length + observed.length,
  };
}

/** H14: in the room, and neither in the ring nor let in. */
function lobbyOf(sources: SnapshotSources, state: RunState | undefined): Snapshot['lobby'] {
  const { member, roster } = sources;
  if (!state || member.board.document.door === undefined) return [];
  const inRing = member.membership.view?.members ?? [];
  return roster
    .filter(({ id }) => id !== member.options.self && !inRing.includes(id) && !member.admittance.mayEnter(id))
    .filter(({ id, isHost }) => !isHost && !state.kicked.includes(id))
    .map(({ id }) => ({ id, name: member.nameOf(id) }));
}

function peersOf(sources: SnapshotSources): PeerStatus[] {
  const { member, isHost, roster, lastStep, examplesBy } = sources;
  const { view, links, phase } = member.membership;
  const gone = phase.kind === 'regrouping' || phase.kind === 'no-quorum' ? phase.gone : [];
  const { self } = member.options;
  const { ready } = member.replica;
  // The link of a member that went without a goodbye stays open for some seconds.
  const isSilent = (id: string): boolean => member.hub.has(id) && links.livenessOf(id) !== 'live';
  const ids = new Set([
    ...(view?.members ?? [self]),
    self,
    ...member.hub.peers().filter((id) => !isSilent(id)),
    ...roster.map(({ id }) => id),
  ]);
  const nowMs = member.options.clock.now();
  const needed = view ? linksNeeded(view, self) : [];
  const { records } = member.trainer.status;
  const newest = newestVersion(records.values());
  const claims = claimsBeyond(member);
  return [...ids].map((id): PeerStatus => {
    const rank = view ? rankOf(view, id) : -1;
    const inRoom = roster.find((peer) => peer.id === id);
    const link = member.hub.link(id);
    const stats = link?.stats();
    const hello = id === self ? undefined : member.hellos.of(id);
    const engine = id === self ? ready?.engine : undefined;
    return {
      id,
      name: member.nameOf(id),
      isSelf: id === self,
      isHost: id === self ? isHost : (inRoom?.isHost ?? false),
      rank: rank < 0 ? undefined : rank,
      ringPosition: rank < 0 ? undefined : view?.ring.indexOf(rank),
      state: gone.includes(id)
        ? 'lost'
        : livenessOf(rank >= 0, id === self || !needed.includes(id), links.livenessOf(id)),
      backend: engine?.backend ?? hello?.backend ?? 'unknown',
      device: engine?.device ?? hello?.device ?? '',
      isSoftware: engine?.isSoftware ?? hello?.isSoftware ?? false,
      digest: digestOf(records.get(id), newest),
      split: lastStep?.splits[id],
      examplesContributed: examplesBy.get(id) ?? 0,
      link: link && shownLink(link.kind),
      roundTripMs: stats?.roundTripMs,
      clock: stats?.peerClock,
      bytesPerSecond: stats?.bytesPerSecond,
      rateBasis: stats?.rateBasis,
      edgeMs: (rank >= 0 && records.get(id)?.edgeMs) || undefined,
      sumBytesPerSecond: sumRate((rank >= 0 && records.get(id)?.line) || noLine),
      leftOut: leftOut(member, id),
      claimedExamples: rank < 0 ? undefined : claims.get(id),
      fetching: rank < 0 ? hello?.fetching : undefined,
      isPrepared: hello && hello.plan !== null,
      offences: new Set(stateOf(member)?.offences.flatMap((one) => (one.member === id ? [one.step] : [])))
        .size,
      droppedFrames: member.trainer.router.droppedOf(id),
      heardMsAgo: stats ? Math.max(0, nowMs - stats.lastHeardMs) : undefined,
    };
  });
}

function shownLink(kind: LinkKind): NonNullable<PeerStatus['link']> {
  if (kind === 'relay') return 'relayed';
  if (kind === 'socket') return 'same-machine';
  return kind === 'tab' ? 'same-browser' : 'direct';
}

/** Members whose share is less than their own examples would give them (S24): how many they say. */
function claimsBeyond(member: RingMember): ReadonlyMap<string, number> {
  const claims = [...member.trainer.status.records].flatMap(([id, { own, status }]) =>
    own && own.examples > 0 && status === 'current' ? [{ member: id, examples: own.examples }] : [],
  );
  const weights = weightsOf(claims, stateOf(member)?.room?.trusted);
  const beyond = claims.filter(({ examples }, at) => weights[at] < examples);
  return new Map(beyond.map(({ member: id, examples }) => [id, examples]));
}

function batchOf(settings: OwnView['batch']): OwnView['batch'] {
  if (!settings) return undefined;
  const { batchMode, globalBatch, shards } = settings;
  return { batchMode, globalBatch, shards };
}

function forkCheckpointOf({ replica: { forkCheckpoint } }: RingMember): Snapshot['forkCheckpoint'] {
  if (!forkCheckpoint) return undefined;
  const { step, examples } = forkCheckpoint.held.state;
  return { lineage: forkCheckpoint.lineage, step, examples };
}

function bestOf({ replica: { best, held } }: RingMember): Snapshot['best'] {
  if (!best || !held?.state.best) return undefined;
  const { step, loss } = held.state.best;
  return { step, loss };
}

/** The state by the latest decisions. A replica that catches up follows newer decisions than its own state holds. */
function stateOf({ replica, trainer }: RingMember): RunState | undefined {
  return trainer.state ?? replica.held?.state;
}

function leftOut(member: RingMember, id: string): PeerStatus['leftOut'] {
  const { trainer } = member;
  const state = stateOf(member);
  const announced = trainer.status.records.get(id);
  if (announced?.status === 'catching-up') return { kind: 'catching-up', progress: announced.progress };
  if (announced && announced.withheld !== 'none') return { kind: 'withheld', why: announced.withheld };
  if (state?.excluded.includes(id)) return { kind: 'refused' };
  if (announced?.own?.examples === 0) return { kind: 'same-data' };
  const suspended = suspendedNow(state).find((one) => one.member === id);
  return suspended && { kind: 'slow', untilStep: suspended.untilStep };
}

function livenessOf(
  isMember: boolean,
  /** This replica itself, or a member that others watch. */
  isAssumedLive: boolean,
  liveness: 'live' | 'silent' | 'lost' | undefined,
): PeerStatus['state'] {
  if (isMember && (liveness === 'live' || (isAssumedLive && liveness === undefined))) return 'member';
  if (isMember) return liveness === 'lost' ? 'lost' : 'silent';
  return liveness === 'live' ? 'joining' : 'connecting';
}

/**
 * The members that are suspended from the plan now. The run state changes this list only when it plans a step. So an
 * entry may be over: its last step was taken, or no step follows.
 */
export function suspendedNow(
  state: Pick<RunState, 'status' | 'step' | 'suspended'> | undefined,
): RunState['suspended'] {
  if (!state || state.status === 'finished' || state.status === 'diverged') return [];
  // Step `untilStep` is the first that has a part for it again.
  return state.suspended.filter(({ untilStep }) => untilStep > state.step + 1);
}
