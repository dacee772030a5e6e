// The agreed membership of the ring: a pure reducer (state, input, now) → (state, effects). The members of a view decide
// the next one (succession.ts). The most senior member that is heard proposes it, the others after a delay.
// Invariants: the installed views of a lineage form one chain. Without a quorum only a new lineage is installed
// (lineage.ts). A member that left, was removed or abandoned a lineage votes no more in its successions.
// Over 400 lines: every input and message is dispatched here, and the rules stand in files of their own.
import type { MembershipMessage } from './messages';
import { abandon, enterLineage, fork, newLineage, permitFor, sendGoodbye, seniorOf } from './lineage';
import { lostMembers, muteMembers, unreachableMembers } from './lost-members';
import { phaseOf, setPhase } from './membership-phase';
import type { MembershipEffect, MembershipInput, MembershipState } from './membership-state';
import { isGuarded, mostPatient } from './ballots';
import { goneMembers } from './content';
import { fullMeshLimit } from './links-needed';
import { assess, disagreementMs } from './next-view';
import { quorum } from './quorum';
import {
  considerAccept,
  considerAcknowledgements,
  considerPromises,
  givenUpMs,
  giveUp,
  propose,
  takeAccept,
  takeAcknowledgement,
  takePrepare,
  takePromise,
  takeRefusal,
} from './succession';
import { isHandledRelay, Transition } from './transition';
import { allowUnexplained, hasCause, noteCause } from './unexplained';
import type { MemberId, View } from './view';
import { considerVoices, hearView } from './voices';

/** Each rank below the coordinator waits this much longer before it proposes. */
const proposeAfterMs = 1_500; // M6
/** The survivor of two that may not decide alone goes on in a new lineage after this time (S4). */
const loneSurvivorMs = 10_000; // M8
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

/** M15: only a member of the installed view has a say. `isRelayed`: the message came over another member's link. */
function receive(
  transition: Transition,
  from: MemberId,
  message: MembershipMessage,
  isRelayed = false,
): void {
  const { state } = transition;
  const { installed } = state;
  const isView = message.kind === 'install' || message.kind === 'not-a-member';
  if (!installed || !installed.members.includes(from)) {
    if (isView) hearView(transition, from, message.view);
    else if (installed && message.kind === 'status') answerStatus(transition, from, message);
    return;
  }
  switch (message.kind) {
    case 'relay': {
      const { from: author, to } = message;
      transition.rememberRelay(author, message.id);
      const targets = to !== 'all' && state.hears.has(to) ? [to] : state.hears;
      if (to !== state.self)
        for (const next of targets)
          if (next !== from && next !== author) transition.effects.push({ kind: 'send', to: next, message });
      if (to === state.self || to === 'all') receive(transition, author, message.message, author !== from);
      return;
    }
    case 'prepare':
      return takePrepare(transition, from, message.ballot, message.previous, isRelayed);
    case 'promise':
      return takePromise(transition, from, message.ballot, message.previous, message.acked);
    case 'refuse':
      return takeRefusal(transition, from, message.ballot, message.promised);
    case 'accept':
      return takeAccept(transition, from, message.ballot, message.previous, message.view, isRelayed);
    case 'acknowledge':
      return takeAcknowledgement(transition, from, message.ballot, message.previous);
    case 'install':
    case 'not-a-member':
      if (!isRelayed || !isGuarded(installed)) hearView(transition, from, message.view);
      return;
    case 'fork': {
      if (installed.lineage !== message.lineage || installed.generation !== message.generation) return;
      if (state.phase.kind !== 'no-quorum' || !message.view.members.includes(state.self)) return;
      // Only with the host's permission, which this member must hold itself. A lone survivor sends no fork.
      const permit = permitFor(state, installed);
      if (!permit || from !== seniorOf(installed, permit)) return;
      if (!message.view.members.every((member) => permit.peers.includes(member))) return;
      return enterLineage(transition, message.view);
    }
    case 'status': {
      const { lineage, generation, hears, lost } = message;
      if (lineage !== installed.lineage)
        state.reports = new Map([...state.reports].filter(([member]) => member !== from));
      answerStatus(transition, from, message);
      if (lineage !== installed.lineage || generation !== installed.generation) return;
      state.reports = new Map([...state.reports, [from, { heardMs: transition.nowMs, hears, lost }]]);
      // It takes part in this view: a kick in an earlier view meant an earlier life of it.
      if ((state.kick.get(from) ?? Infinity) < generation)
        state.kick = new Map([...state.kick].filter(([member]) => member !== from));
      if (message.attemptAfter === generation && state.attemptAfter !== generation)
        if (!isGuarded(installed) || hasCause(state, transition.nowMs) || allowUnexplained(transition, from))
          state.attemptAfter = generation;
      return;
    }
    case 'leave': {
      const { promised, acked } = message;
      if (isRelayed && isDoubtful(state, installed, from)) return;
      noteFailure(transition, from);
      state.leavers = new Map([...state.leavers, [from, { promised, acked }]]);
      state.admit = state.admit.filter((peer) => peer !== from);
      if (!isRelayed || !isGuarded(installed)) hearView(transition, from, message.installed);
      considerPromises(transition);
      return considerAcknowledgements(transition);
    }
    default:
      return message satisfies never;
  }
}

/** The neighbours of a member that is behind answer it. A relayed answer of every member would be a flood. */
function answerStatus(
  transition: Transition,
  from: MemberId,
  { lineage, generation }: MembershipMessage & { kind: 'status' },
): void {
  const { installed, hears } = transition.state;
  if (!installed) return;
  if (lineage !== installed.lineage)
    transition.effects.push({ kind: 'contact', peer: from, lineage, generation });
  else if (generation < installed.generation && hears.has(from)) {
    const kind = installed.members.includes(from) ? 'install' : 'not-a-member';
    transition.send(from, { kind, view: installed });
  }
}

/** M15c: another member still hears the one that is said to leave. In a mesh its own word comes over its own link. */
function isDoubtful(state: MembershipState, installed: View, leaver: MemberId): boolean {
  if (!isGuarded(installed) || installed.members.length > fullMeshLimit) return false;
  return [...state.reports].some(([by, { hears }]) => by !== leaver && hears.includes(leaver));
}

function noteFailure(transition: Transition, peer: MemberId): void {
  if (transition.state.installed?.members.includes(peer)) noteCause(transition);
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

/** What follows every input: propose, time out, go on alone, send the status, set the phase. */
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

function sendStatus(transition: Transition, mute: ReadonlySet<MemberId>): void {
  const { state, nowMs } = transition;
  const { installed } = state;
  if (!installed) return;
  const { lineage, generation } = installed;
  const { attemptAfter } = state;
  // Who hears a member that went outside tells those that cannot.
  const isGone = (member: MemberId): boolean => mute.has(member) || state.kick.has(member);
  const message = {
    kind: 'status' as const,
    lineage,
    generation,
    hears: installed.members.filter((member) => state.hears.has(member) && !isGone(member)),
    lost: installed.members.filter((member) => state.lost.has(member) || isGone(member)),
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
