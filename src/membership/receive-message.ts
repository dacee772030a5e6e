// What a message of another member changes (M15): its view, its word in a succession, its status, its goodbye.
import { takeAccept, takePrepare } from './acceptor';
import { isGuarded } from './ballots';
import { enterLineage, permitFor, seniorOf } from './lineage';
import { fullMeshLimit } from './links-needed';
import type { MembershipState } from './membership-state';
import type { MembershipMessage } from './messages';
import { answerStatus } from './status';
import {
  considerAcknowledgements,
  considerPromises,
  takeAcknowledgement,
  takePromise,
  takeRefusal,
} from './succession';
import type { Transition } from './transition';
import { allowUnexplained, hasCause, noteFailure } from './unexplained';
import type { MemberId, View } from './view';
import { hearView } from './voices';

/** M15: only a member of the installed view has a say. `isRelayed`: the message came over another member's link. */
export function receive(
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
      return takeAccept(transition, from, message, isRelayed);
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

/** M15c: another member still hears the one that is said to leave. In a mesh its own word comes over its own link. */
function isDoubtful(state: MembershipState, installed: View, leaver: MemberId): boolean {
  if (!isGuarded(installed) || installed.members.length > fullMeshLimit) return false;
  return [...state.reports].some(([by, { hears }]) => by !== leaver && hears.includes(leaver));
}
