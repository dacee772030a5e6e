// The proposer's part of the one consensus per installed view: which view follows it (single-decree Paxos, Lamport 2001). The
// acceptors are the installed view's members (acceptor.ts). A ballot is a generation number, and a newly proposed view takes its ballot as generation.
// Rules (PROTOCOL.md M*): Promise a ballot once, to the member that owns it. Acknowledge nothing below a promise. Carry
// on the highest acknowledged view that may have been chosen, with its own generation. A leaver counts as promising
// every ballot above its last `promised`, which went to one proposer only. It is excluded from the quorum at such
// ballots only.
import {
  backOffPerRankMs,
  highestBallot,
  isGuarded,
  nextBallot,
  patience,
  proposalTimeoutMs,
  takesTurn,
} from './ballots';
import { judge } from './content';
import type { AckedReport } from './messages';
import type { LeaveReport, MembershipState, Proposal } from './membership-state';
import { assess } from './next-view';
import { quorum } from './quorum';
import type { Transition } from './transition';
import { sameView, type MemberId, type View } from './view';
import { enter } from './voices';

/** When this member gives its proposal up; undefined: it has none. */
export function givenUpMs(state: MembershipState): number | undefined {
  const { proposal, installed, self } = state;
  if (!proposal || !installed) return undefined;
  return proposal.startedMs + proposalTimeoutMs * patience(state, self);
}

/** M2, M16. */
export function propose(transition: Transition): void {
  const { state, nowMs } = transition;
  const { installed, self } = state;
  if (!installed) return;
  // A leaver may have promised a ballot that no other member promises yet: it counts among those that do not answer.
  const highest = highestBallot(state, installed, nowMs - state.installedMs);
  const seen = [...state.leavers.values()].map(({ promised }) => promised).filter((each) => each <= highest);
  const ballot = nextBallot(installed, self, Math.max(state.promised, installed.generation, ...seen));
  state.proposal = {
    ballot,
    startedMs: nowMs,
    stage: 'prepare',
    promises: [],
    reports: [],
    refusedBy: [],
    refusedTo: 0,
    view: undefined,
    acknowledgers: [],
  };
  transition.broadcast(installed, { kind: 'prepare', ballot, previous: installed });
  state.promised = ballot;
  takesTurn(transition, self);
  takePromise(transition, self, ballot, installed.generation, state.acked);
}

export function takePromise(
  transition: Transition,
  from: MemberId,
  ballot: number,
  previous: number,
  acked: AckedReport | undefined,
): void {
  const { state } = transition;
  const { proposal, installed } = state;
  if (!installed || proposal?.ballot !== ballot || proposal.stage !== 'prepare') return;
  if (previous !== installed.generation || proposal.promises.includes(from)) return;
  const promises = [...proposal.promises, from];
  const reports: Proposal['reports'] =
    acked?.previous === previous ? [...proposal.reports, [from, acked]] : proposal.reports;
  state.proposal = { ...proposal, promises, reports };
  considerPromises(transition);
}

/** Also called after every input: a goodbye may complete the quorum, and this member may learn why a view was proposed. */
export function considerPromises(transition: Transition): void {
  const { state } = transition;
  const { proposal, installed, self } = state;
  if (!installed || proposal?.stage !== 'prepare') return;
  const excluded = excludedLeavers(state.leavers, proposal.ballot);
  if (!quorum(installed, proposal.promises, excluded.keys()).installed) return;
  const carried = carriedView(transition, installed, proposal);
  if (carried === 'undecided') return;
  const view = carried ?? freshView(transition, installed, proposal.ballot);
  if (!view) {
    state.proposal = undefined; // no change is needed any more
    return;
  }
  state.proposal = { ...proposal, stage: 'accept', view, startedMs: transition.nowMs };
  const { ballot } = proposal;
  transition.broadcast(installed, { kind: 'accept', ballot, previous: installed.generation, view });
  // This member acknowledges too, unless it has promised a higher ballot meanwhile.
  if (state.promised <= ballot) {
    state.promised = ballot;
    state.acked = { ballot, previous: installed.generation, view };
    takeAcknowledgement(transition, self, ballot, installed.generation);
  }
}

/** The view that this proposal must carry on: the highest reported one that may have been chosen (M3, M18). It may if the
 *  members that report it, that have not answered, or that have left contain a quorum. If this view was chosen, each of
 *  its quorum that answered reports it, because every later ballot carried it on. */
function carriedView(
  transition: Transition,
  installed: View,
  { promises, reports }: Proposal,
): View | 'undecided' | undefined {
  const { state, nowMs } = transition;
  const all: (readonly [MemberId, AckedReport])[] = [...reports];
  for (const [member, { acked }] of state.leavers)
    if (acked?.previous === installed.generation) all.push([member, acked]);
  all.sort(([, a], [, b]) => b.ballot - a.ballot);
  for (const [, { view }] of all) {
    const by = all.filter(([, acked]) => sameView(acked.view, view)).map(([member]) => member);
    const open = installed.members.filter((each) => !promises.includes(each) || state.leavers.has(each));
    if (!quorum(installed, [...by, ...open], []).installed) continue;
    const isVouchedFor = !isGuarded(installed) || by.length > 1;
    return isVouchedFor || judge(state, view, nowMs) !== 'unconfirmed' ? view : 'undecided';
  }
  return undefined;
}

export function takeAcknowledgement(
  transition: Transition,
  from: MemberId,
  ballot: number,
  previous: number,
): void {
  const { state } = transition;
  const { proposal, installed } = state;
  if (!installed || proposal?.ballot !== ballot || proposal.stage !== 'accept') return;
  if (previous !== installed.generation || proposal.acknowledgers.includes(from)) return;
  state.proposal = { ...proposal, acknowledgers: [...proposal.acknowledgers, from] };
  considerAcknowledgements(transition);
}

export function considerAcknowledgements(transition: Transition): void {
  const { proposal, installed, leavers } = transition.state;
  if (!installed || proposal?.stage !== 'accept' || !proposal.view) return;
  const excluded = excludedLeavers(leavers, proposal.ballot);
  if (quorum(installed, proposal.acknowledgers, excluded.keys()).installed)
    enter(transition, proposal.view, true);
}

/** One refusal does not end a proposal: the others may be enough. */
export function takeRefusal(transition: Transition, from: MemberId, ballot: number, promised: number): void {
  const { state } = transition;
  const { proposal, installed, leavers } = state;
  if (!installed || proposal?.ballot !== ballot || proposal.refusedBy.includes(from)) return;
  const refusedBy = [...proposal.refusedBy, from];
  state.proposal = { ...proposal, refusedBy, refusedTo: Math.max(proposal.refusedTo, promised) };
  const others = installed.members.filter((member) => !refusedBy.includes(member));
  if (!quorum(installed, others, excludedLeavers(leavers, ballot).keys()).installed)
    giveUp(transition, installed);
}

/** The next ballot is above those that were promised elsewhere, as far as others would promise it too. */
export function giveUp(transition: Transition, installed: View): void {
  const { state, nowMs } = transition;
  const { proposal, self } = state;
  if (!proposal) return;
  state.proposal = undefined;
  if (proposal.refusedTo === 0) return;
  const highest = highestBallot(state, installed, nowMs - state.installedMs);
  state.promised = Math.max(state.promised, Math.min(proposal.refusedTo, highest));
  const backOffMs = backOffPerRankMs * patience(state, self);
  state.proposeFromMs = nowMs + backOffMs * (1 + installed.members.indexOf(self));
}

function freshView(transition: Transition, installed: View, ballot: number): View | undefined {
  const { wanted } = assess(transition.state, transition.nowMs);
  if (!wanted) return undefined;
  const { members, order } = wanted;
  const ring = order.map((member) => members.indexOf(member));
  return { lineage: installed.lineage, generation: ballot, members: [...members], ring };
}

function excludedLeavers(
  leavers: ReadonlyMap<MemberId, LeaveReport>,
  ballot: number,
): ReadonlyMap<MemberId, LeaveReport> {
  return new Map([...leavers].filter(([, { promised }]) => promised < ballot));
}
