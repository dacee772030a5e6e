// The agreed membership of the ring: a pure reducer (state, input, now) → (state, effects). The members of a view decide
// the next one (succession.ts). The most senior member that is heard proposes it, the others after a delay.
// Invariants: the installed views of a lineage form one chain. Without a quorum only a new lineage is installed
// (lineage.ts). A member that left, was removed or abandoned a lineage votes no more in its successions.
// Every input is dispatched here, messages in receive-message.ts; the rules stand in files of their own.
import { considerAccept } from './acceptor';
import { abandon, fork, newLineage, permitFor, sendGoodbye, seniorOf } from './lineage';
import { lostMembers, muteMembers, unreachableMembers } from './lost-members';
import { phaseOf, setPhase } from './membership-phase';
import type { MembershipEffect, MembershipInput, MembershipState } from './membership-state';
import { isGuarded, mostPatient } from './ballots';
import { goneMembers } from './content';
import { fullMeshLimit } from './links-needed';
import { assess, disagreementMs } from './next-view';
import { quorum } from './quorum';
import { receive } from './receive-message';
import { sendStatus, statusEveryMs } from './status';
import { considerPromises, givenUpMs, giveUp, propose } from './succession';
import { isHandledRelay, Transition } from './transition';
import { allowUnexplained, noteCause, noteFailure } from './unexplained';
import type { MemberId, View } from './view';
import { considerVoices } from './voices';

/** Each rank below the coordinator waits this much longer before it proposes. */
const proposeAfterMs = 1_500; // M6
/** The survivor of two that may not decide alone continues in a new lineage after this time (S4). */
const loneSurvivorMs = 10_000; // M8

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

/** A relayed message of a larger view arrives over most of a member's links. All but the first change nothing. Nor does
 *  one that no member passed on (M15c), or whose author has a live link here: it sends its relayed messages there too. */
function isHandled(state: MembershipState, input: MembershipInput): boolean {
  if (input.kind !== 'message' || input.message.kind !== 'relay') return false;
  const { from: author, id } = input.message;
  const { installed, hears } = state;
  if (!installed || ![input.from, author].every((member) => installed.members.includes(member))) return true;
  return (author !== input.from && hears.has(author)) || isHandledRelay(state, author, id);
}

/** When to send the next `tick` if nothing else happens. */
export function nextDueMs(state: MembershipState, nowMs: number): number {
  const due = [state.statusDueMs];
  const { installed, pendingSinceMs, noQuorumSinceMs } = state;
  const endMs = givenUpMs(state);
  if (endMs !== undefined) due.push(endMs);
  if (installed && pendingSinceMs !== undefined) {
    const seniors = seniorsHeard(state, installed, nowMs);
    const turnMs = proposeAfterMs * seniors * mostPatient(state);
    due.push(Math.max(state.proposeFromMs, pendingSinceMs + turnMs));
    due.push(pendingSinceMs + disagreementMs);
  }
  if (noQuorumSinceMs !== undefined) due.push(noQuorumSinceMs + loneSurvivorMs);
  const later = due.filter((ms) => ms > nowMs);
  return Math.min(...later, nowMs + statusEveryMs);
}

function take(transition: Transition, input: MembershipInput): void {
  const { state, nowMs } = transition;
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
      noteFailure(transition, input.peer);
      state.hears = without(state.hears, input.peer);
      return;
    case 'lost': {
      if (state.lost.has(input.peer)) return;
      noteFailure(transition, input.peer);
      state.hears = without(state.hears, input.peer);
      state.lost = new Set([...state.lost, input.peer]);
      state.admit = state.admit.filter((peer) => peer !== input.peer);
      return;
    }
    case 'unwatched':
      noteFailure(transition, input.peer);
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
      state.admitMs = nowMs;
      transition.setSuccession({ decided: new Set([...state.succession.decided, ...state.admit]) });
      return;
    }
    case 'kick': {
      if (!installed) return;
      const { isForGood = false, peers } = input;
      const known = (peer: MemberId): number => state.kick.get(peer) ?? 0;
      const since = isForGood ? Infinity : installed.generation;
      state.kick = new Map([
        ...state.kick,
        ...peers.map((peer) => [peer, Math.max(since, known(peer))] as const),
      ]);
      state.kickMs = nowMs;
      return;
    }
    case 'forgive':
      state.kick = new Map([...state.kick].filter(([peer]) => !input.peers.includes(peer)));
      return;
    case 'sponsors':
      state.sponsors = input.peers;
      return;
    case 'may-reorder':
      if (!installed || state.succession.mayReorder) return;
      transition.setSuccession({
        mayReorder: !isGuarded(installed) || allowUnexplained(transition, installed.members[0]),
      });
      return;
    case 'reorder-ring':
      if (installed && sameMembers(installed.members, input.order)) state.ringOrder = input.order;
      return;
    case 'new-attempt':
      if (!installed || input.generation !== installed.generation) return;
      state.attemptAfter = input.generation;
      noteCause(transition);
      return;
    case 'go-on-with': // S12, S12a
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

/** What is wanted for too long was settled otherwise, or this member is alone in wanting it. */
const wishMs = 20_000;

function forgetOldWishes({ state, nowMs }: Transition, installed: View): void {
  // In a larger view most members have no link to a newcomer that is gone.
  if (installed.members.length > fullMeshLimit && nowMs - state.admitMs >= wishMs) state.admit = [];
  if (isGuarded(installed) && state.kick.size > 0 && nowMs - state.kickMs >= wishMs)
    state.kick = new Map([...state.kick].filter(([, since]) => since === Infinity));
}

/** What this member could not confirm before, it may confirm now. */
function considerAgain(transition: Transition): void {
  const { state, nowMs } = transition;
  if (state.installed && isGuarded(state.installed)) {
    forgetOldWishes(transition, state.installed);
    const gone = [...goneMembers(state, nowMs)].map((member) => [member, nowMs] as const);
    if (gone.length > 0) transition.setSuccession({ goneMs: new Map([...state.succession.goneMs, ...gone]) });
  }
  considerVoices(transition);
  considerAccept(transition);
  considerPromises(transition);
}

/** What follows every input: propose, time out, continue alone, send the status, set the phase. */
function settle(transition: Transition): void {
  const { state, nowMs } = transition;
  considerAgain(transition);
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

  if (nowMs >= (givenUpMs(state) ?? Infinity)) giveUp(transition, installed);
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
  return nowMs - state.pendingSinceMs >= proposeAfterMs * seniors * mostPatient(state);
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
