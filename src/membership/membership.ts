// Who is in the ring, agreed: a pure reducer (state, input, now) → (state, effects). Each view change is decided by
// the members of the view before it (succession.ts); the most senior member that is heard proposes, others after a
// delay. Invariants: installed views of a lineage form one chain; without a quorum nothing is installed but a new
// lineage (S4); a member that left, was removed or abandoned a lineage says nothing more in its successions.
import type { MembershipMessage } from './messages';
import type {
  MembershipEffect,
  MembershipInput,
  MembershipPhase,
  MembershipState,
  Permit,
} from './membership-state';
import { lostMembers, muteMembers, unreachableMembers } from './lost-members';
import { assess, disagreementMs, type Assessment } from './next-view';
import { quorum } from './quorum';
import {
  adopt,
  considerAcknowledgements,
  considerPromises,
  givenUpMs,
  patience,
  propose,
  takeAccept,
  takeAcknowledgement,
  takePrepare,
  takePromise,
  takeRefusal,
} from './succession';
import { Transition } from './transition';
import type { MemberId, View } from './view';

/** Each rank below the coordinator waits so much longer before it proposes itself. */
export const proposeAfterMs = 1_500; // M6
/** The survivor of two that may not decide alone goes on as a new lineage after so long (S4). */
export const loneSurvivorMs = 10_000; // M8
/** Neighbours hear where we stand at least so often: repairs whatever a closed link swallowed. */
export const statusEveryMs = 1_000; // M13

export interface Step {
  readonly state: MembershipState;
  readonly effects: readonly MembershipEffect[];
}

export function step(before: MembershipState, input: MembershipInput, nowMs: number): Step {
  if (before.phase.kind === 'left') return { state: before, effects: [] };
  const transition = new Transition(before, nowMs);
  take(transition, input);
  if (transition.state.phase.kind !== 'left') settle(transition);
  return { state: transition.state, effects: transition.effects };
}

/** When to send the next `tick` if nothing else happens. */
export function nextDueMs(state: MembershipState, nowMs: number): number {
  const due = [state.statusDueMs];
  const { installed, pendingSinceMs, noQuorumSinceMs } = state;
  const endMs = givenUpMs(state);
  if (endMs !== undefined) due.push(endMs);
  if (installed && pendingSinceMs !== undefined) {
    const seniors = seniorsHeard(state, installed, nowMs);
    const turnMs = proposeAfterMs * seniors * patience(state.promised, installed);
    due.push(Math.max(state.proposeFromMs, pendingSinceMs + turnMs));
    due.push(pendingSinceMs + disagreementMs);
  }
  if (noQuorumSinceMs !== undefined) due.push(noQuorumSinceMs + loneSurvivorMs);
  const later = due.filter((ms) => ms > nowMs);
  return Math.min(...later, nowMs + statusEveryMs);
}

function take(transition: Transition, input: MembershipInput): void {
  const { state } = transition;
  const { installed } = state;
  switch (input.kind) {
    case 'message':
      return receive(transition, input.from, input.message);
    case 'heard': {
      if (state.hears.has(input.peer)) return;
      state.hears = new Set([...state.hears, input.peer]);
      state.lost = without(state.lost, input.peer);
      transition.greeted = input.peer;
      return;
    }
    case 'silent':
      state.hears = without(state.hears, input.peer);
      return;
    case 'lost': {
      if (state.lost.has(input.peer)) return;
      state.hears = without(state.hears, input.peer);
      state.lost = new Set([...state.lost, input.peer]);
      state.admit = state.admit.filter((peer) => peer !== input.peer);
      return;
    }
    case 'unwatched':
      state.hears = without(state.hears, input.peer);
      state.lost = without(state.lost, input.peer);
      return;
    case 'tick':
      return;
    case 'create': {
      if (installed) return;
      // Never one that it has been in.
      const lineage = newLineage(state, [...state.floors.keys()].at(-1) ?? '', state.floors.size);
      return transition.install({ lineage, generation: 1, members: [state.self], ring: [0] });
    }
    case 'admit': {
      if (!installed) return;
      const fresh = input.peers.filter(
        (peer) => !installed.members.includes(peer) && !state.admit.includes(peer) && !state.lost.has(peer),
      );
      state.admit = [...state.admit, ...fresh];
      return;
    }
    case 'kick':
      if (installed)
        state.kick = new Map([
          ...state.kick,
          ...input.peers.map((peer) => [peer, installed.generation] as const),
        ]);
      return;
    case 'reorder-ring':
      if (installed && samePeople(installed.members, input.order)) state.ringOrder = input.order;
      return;
    case 'new-attempt':
      if (installed && input.generation === installed.generation) state.attemptAfter = input.generation;
      return;
    case 'go-on-with': // S12
      state.permit = { lineage: input.lineage, generation: input.generation, peers: input.peers };
      return;
    case 'abandon':
      return abandon(transition);
    case 'leave':
      return leave(transition);
    default:
      return input satisfies never;
  }
}

function receive(transition: Transition, from: MemberId, message: MembershipMessage): void {
  const { state } = transition;
  switch (message.kind) {
    case 'relay': {
      if (message.from === state.self || !transition.isFirstRelay(message.from, message.id)) return;
      const targets = message.to !== 'all' && state.hears.has(message.to) ? [message.to] : state.hears;
      if (message.to !== state.self)
        for (const to of targets)
          if (to !== from && to !== message.from) transition.effects.push({ kind: 'send', to, message });
      if (message.to === state.self || message.to === 'all')
        receive(transition, message.from, message.message);
      return;
    }
    case 'prepare':
      return takePrepare(transition, from, message.ballot, message.previous);
    case 'promise':
      return takePromise(transition, from, message.ballot, message.previous, message.acked);
    case 'refuse':
      return takeRefusal(transition, message.ballot, message.promised);
    case 'accept':
      return takeAccept(transition, from, message.ballot, message.previous, message.view);
    case 'acknowledge':
      return takeAcknowledgement(transition, from, message.ballot, message.previous);
    case 'install':
      return adopt(transition, message.view);
    case 'not-a-member':
      return adopt(transition, message.view);
    case 'fork': {
      const { installed } = state;
      if (installed?.lineage !== message.lineage || installed.generation !== message.generation) return;
      if (state.phase.kind !== 'no-quorum' || !message.view.members.includes(state.self)) return;
      // Nobody's word but the host's, which this member holds itself; a lone survivor has nobody to tell.
      const permit = permitFor(state, installed);
      if (!permit || from !== seniorOf(installed, permit)) return;
      if (!message.view.members.every((member) => permit.peers.includes(member))) return;
      return enterLineage(transition, message.view);
    }
    case 'status': {
      const { installed } = state;
      const { lineage, generation } = message;
      if (!installed) return;
      if (lineage !== installed.lineage) {
        state.reports = new Map([...state.reports].filter(([member]) => member !== from));
        transition.effects.push({ kind: 'contact', peer: from, lineage, generation });
        return;
      }
      if (generation < installed.generation) {
        const kind = installed.members.includes(from) ? 'install' : 'not-a-member';
        transition.send(from, { kind, view: installed });
      }
      if (generation !== installed.generation || !installed.members.includes(from)) return;
      const { hears, lost } = message;
      state.reports = new Map([...state.reports, [from, { heardMs: transition.nowMs, hears, lost }]]);
      // It speaks as a member of this view: what was said against it before is of an earlier life.
      if ((state.kick.get(from) ?? Infinity) < generation)
        state.kick = new Map([...state.kick].filter(([member]) => member !== from));
      if (message.attemptAfter === generation) state.attemptAfter = generation;
      return;
    }
    case 'leave': {
      const { promised, acked } = message;
      state.leavers = new Map([...state.leavers, [from, { promised, acked }]]);
      state.admit = state.admit.filter((peer) => peer !== from);
      adopt(transition, message.installed);
      considerPromises(transition);
      return considerAcknowledgements(transition);
    }
    default:
      return message satisfies never;
  }
}

/** After every input: propose, time out, go on alone, tell the neighbours, name the phase. */
function settle(transition: Transition): void {
  const { state, nowMs } = transition;
  const { installed } = state;
  if (!installed) return setPhase(transition, { kind: 'outside' });

  const mute = muteMembers(state, nowMs);
  let assessment = assess(state, nowMs);
  if (!assessment.wanted && !assessment.isDisputed) state.pendingSinceMs = undefined;
  else state.pendingSinceMs ??= nowMs;

  const unreachable = unreachableMembers(state);
  const reachable = installed.members.filter((member) => !unreachable.has(member) && !mute.has(member));
  const answer = quorum(installed, reachable, state.leavers.keys());
  if (answer.installed) state.noQuorumSinceMs = undefined;
  else state.noQuorumSinceMs ??= nowMs;

  if (nowMs >= (givenUpMs(state) ?? Infinity)) state.proposal = undefined;
  if (answer.installed && assessment.wanted && !state.proposal && isMyTurn(transition, installed))
    propose(transition);

  const staying = installed.members.filter((member) => !state.leavers.has(member));
  const isLoneSurvivor = staying.length === 2 && staying.includes(state.self) && !answer.installed;
  if (isLoneSurvivor && nowMs - state.noQuorumSinceMs! >= loneSurvivorMs) fork(transition, [state.self]);

  const permit = permitFor(state, installed);
  if (permit && !answer.installed && seniorOf(installed, permit) === state.self)
    fork(transition, permit.peers);

  // A proposal of one's own, or a fork, may have installed a view at once.
  if (state.installed !== installed) assessment = assess(state, nowMs);
  say(transition, mute);
  const silent = state.installed!.members.filter((member) => unreachable.has(member) || mute.has(member));
  setPhase(
    transition,
    phaseOf(state, assessment, answer.installed ? undefined : answer.reason, silent, nowMs),
  );
}

function isMyTurn({ state, nowMs }: Transition, installed: View): boolean {
  if (nowMs < state.proposeFromMs || state.pendingSinceMs === undefined) return false;
  const seniors = seniorsHeard(state, installed, nowMs);
  return nowMs - state.pendingSinceMs >= proposeAfterMs * seniors * patience(state.promised, installed);
}

/** Members more senior than this one that could propose. */
function seniorsHeard(state: MembershipState, installed: View, nowMs: number): number {
  const gone = new Set([
    ...lostMembers(state),
    ...unreachableMembers(state),
    ...state.leavers.keys(),
    ...state.kick.keys(),
    ...muteMembers(state, nowMs),
  ]);
  const seniors = installed.members.slice(0, installed.members.indexOf(state.self));
  return seniors.filter((member) => !gone.has(member)).length;
}

function say(transition: Transition, mute: ReadonlySet<MemberId>): void {
  const { state, nowMs } = transition;
  const { installed } = state;
  if (!installed) return;
  const { lineage, generation } = installed;
  const { attemptAfter } = state;
  const message = {
    kind: 'status' as const,
    lineage,
    generation,
    hears: installed.members.filter((member) => state.hears.has(member) && !mute.has(member)),
    lost: installed.members.filter((member) => state.lost.has(member) || mute.has(member)),
    attemptAfter,
  };
  const text = JSON.stringify(message);
  const hasNews = text !== state.lastStatus;
  const isDue = nowMs >= state.statusDueMs;
  state.lastStatus = text;
  if (hasNews) transition.broadcast(installed, message);
  if (hasNews || isDue) transition.toNeighbours(message, hasNews ? installed.members : []);
  else if (transition.greeted !== undefined) transition.send(transition.greeted, message);
  if (!isDue) return;
  state.statusDueMs = nowMs + statusEveryMs;
  // A member that has not spoken in this view may never have heard of it.
  if (nowMs - state.installedMs >= statusEveryMs)
    for (const member of installed.members)
      if (state.hears.has(member) && !state.reports.has(member))
        transition.send(member, { kind: 'install', view: installed });
}

function phaseOf(
  state: MembershipState,
  { wanted, isDisputed }: Assessment,
  noQuorum: string | undefined,
  silent: readonly MemberId[],
  nowMs: number,
): MembershipPhase {
  if (noQuorum !== undefined && state.noQuorumSinceMs !== undefined)
    return { kind: 'no-quorum', reason: noQuorum, gone: silent, sinceMs: state.noQuorumSinceMs };
  if (!wanted && !isDisputed) return { kind: 'steady' };
  const reason = wanted?.reason ?? 'members disagree about who can be heard';
  const gone = wanted
    ? state.installed!.members.filter((member) => !wanted.members.includes(member))
    : silent;
  return { kind: 'regrouping', reason, gone, sinceMs: state.pendingSinceMs ?? nowMs };
}

function setPhase(transition: Transition, phase: MembershipPhase): void {
  if (JSON.stringify(phase) === JSON.stringify(transition.state.phase)) return;
  transition.state.phase = phase;
  transition.effects.push({ kind: 'phase', phase });
}

/** The host's word on this very view, if it was given. */
function permitFor({ permit }: MembershipState, { lineage, generation }: View): Permit | undefined {
  return permit?.lineage === lineage && permit.generation === generation ? permit : undefined;
}

function seniorOf(installed: View, { peers }: Permit): MemberId | undefined {
  return installed.members.find((member) => peers.includes(member));
}

/** S4: only without a quorum and with those who are heard; seniority is kept, the creator is always in. */
function fork(transition: Transition, peers: readonly MemberId[]): void {
  const { state } = transition;
  const { installed } = state;
  if (!installed || state.noQuorumSinceMs === undefined) return;
  const chosen = new Set([...peers.filter((peer) => state.hears.has(peer)), state.self]);
  const members = installed.members.filter((member) => chosen.has(member));
  const ring = installed.ring
    .map((rank) => members.indexOf(installed.members[rank]))
    .filter((rank) => rank >= 0);
  const { lineage, generation } = installed;
  const view = {
    lineage: newLineage(state, lineage, generation),
    generation: Math.max(generation, state.promised) + 1,
    members,
    ring,
  };
  for (const to of members) transition.send(to, { kind: 'fork', view, lineage, generation });
  enterLineage(transition, view);
}

function enterLineage(transition: Transition, view: View): void {
  const { installed } = transition.state;
  transition.abandon();
  transition.install(view, installed);
}

/** For another lineage: to those of this one it is a goodbye, for its last word holds. */
function abandon(transition: Transition): void {
  sendGoodbye(transition);
  transition.abandon();
}

function leave(transition: Transition): void {
  sendGoodbye(transition);
  transition.state.proposal = undefined;
  setPhase(transition, { kind: 'left' });
}

function sendGoodbye(transition: Transition): void {
  const { installed, promised, acked } = transition.state;
  if (installed) transition.broadcast(installed, { kind: 'leave', promised, acked, installed });
}

function newLineage(state: MembershipState, lineage: string, generation: number): string {
  return state.random(state.seed, state.self, lineage, generation).uint32().toString(16).padStart(8, '0');
}

function without(set: ReadonlySet<MemberId>, peer: MemberId): ReadonlySet<MemberId> {
  return new Set([...set].filter((other) => other !== peer));
}

function samePeople(a: readonly MemberId[], b: readonly MemberId[]): boolean {
  return a.length === b.length && a.every((member) => b.includes(member)) && new Set(b).size === b.length;
}
