// The agreed membership of the ring: a pure reducer (state, input, now) → (state, effects). The members of a view decide
// the next one (succession.ts). The most senior member that is heard proposes it, the others after a delay.
// Invariants: the installed views of a lineage form one chain. Without a quorum only a new lineage is installed
// (lineage.ts). A member that left, was removed or abandoned a lineage votes no more in its successions.
import type { MembershipMessage } from './messages';
import { abandon, enterLineage, fork, newLineage, permitFor, sendGoodbye, seniorOf } from './lineage';
import { lostMembers, muteMembers, unreachableMembers } from './lost-members';
import { phaseOf, setPhase } from './membership-phase';
import type { MembershipEffect, MembershipInput, MembershipState } from './membership-state';
import { assess, disagreementMs } from './next-view';
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
import { isHandledRelay, Transition } from './transition';
import type { MemberId, View } from './view';

/** Each rank below the coordinator waits this much longer before it proposes. */
export const proposeAfterMs = 1_500; // M6
/** The survivor of two that may not decide alone goes on in a new lineage after this time (S4). */
export const loneSurvivorMs = 10_000; // M8
/** Neighbours get this member's status at least this often, which repairs messages lost with a closed link. */
export const statusEveryMs = 1_000; // M13

export interface Step {
  readonly state: MembershipState;
  readonly effects: readonly MembershipEffect[];
}

export function step(before: MembershipState, input: MembershipInput, nowMs: number): Step {
  if (before.phase.kind === 'left' || isHandled(before, input)) return { state: before, effects: [] };
  const transition = new Transition(before, nowMs);
  take(transition, input);
  if (transition.state.phase.kind !== 'left') settle(transition);
  return { state: transition.state, effects: transition.effects };
}

/** In a larger view a relayed message arrives over most of a member's links. All but the first change nothing. */
function isHandled(state: MembershipState, input: MembershipInput): boolean {
  if (input.kind !== 'message' || input.message.kind !== 'relay') return false;
  return isHandledRelay(state, input.message.from, input.message.id);
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
      // Never a lineage that it has been in.
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
      if (installed && sameMembers(installed.members, input.order)) state.ringOrder = input.order;
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
      transition.rememberRelay(message.from, message.id);
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
      // Only with the host's permission, which this member must hold itself. A lone survivor sends no fork.
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
      // Its neighbours answer. A relayed answer of every member would be a flood.
      if (generation < installed.generation && state.hears.has(from)) {
        const kind = installed.members.includes(from) ? 'install' : 'not-a-member';
        transition.send(from, { kind, view: installed });
      }
      if (generation !== installed.generation || !installed.members.includes(from)) return;
      const { hears, lost } = message;
      state.reports = new Map([...state.reports, [from, { heardMs: transition.nowMs, hears, lost }]]);
      // It takes part in this view: a kick in an earlier view meant an earlier life of it.
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

/** After every input: propose, time out, go on alone, send the status, set the phase. */
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

  // This member's proposal or fork may have installed a view at once.
  if (state.installed !== installed) assessment = assess(state, nowMs);
  sendStatus(transition, mute);
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

function sendStatus(transition: Transition, mute: ReadonlySet<MemberId>): void {
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
  if (hasNews || isDue) transition.sendToNeighbours(message, hasNews ? installed.members : []);
  else if (transition.greeted !== undefined) transition.send(transition.greeted, message);
  if (!isDue) return;
  state.statusDueMs = nowMs + statusEveryMs;
  // A member without a status in this view may not know the view.
  if (nowMs - state.installedMs >= statusEveryMs)
    for (const member of installed.members)
      if (state.hears.has(member) && !state.reports.has(member))
        transition.send(member, { kind: 'install', view: installed });
}

function leave(transition: Transition): void {
  sendGoodbye(transition);
  transition.state.proposal = undefined;
  setPhase(transition, { kind: 'left' });
}

function without(set: ReadonlySet<MemberId>, peer: MemberId): ReadonlySet<MemberId> {
  return new Set([...set].filter((other) => other !== peer));
}

function sameMembers(a: readonly MemberId[], b: readonly MemberId[]): boolean {
  return a.length === b.length && a.every((member) => b.includes(member)) && new Set(b).size === b.length;
}
