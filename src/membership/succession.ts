// One consensus per installed view: the view that follows it (single-decree Paxos, Lamport 2001). The acceptors are the
// installed view's members. A ballot is a generation number, and a newly proposed view takes its ballot as generation.
// Rules (PROTOCOL.md M*): Promise a ballot once, to the first member that asks. Acknowledge nothing below a promise. Carry
// on the highest acknowledged view that the quorum or a goodbye reports, with its own generation.
// A leaver counts as promising every ballot above its last `promised`, which went to one proposer only. It is excluded
// from the quorum at such ballots only.
import type { AckedReport } from './messages';
import type { LeaveReport, MembershipState } from './membership-state';
import { assess } from './next-view';
import { quorum } from './quorum';
import type { Transition } from './transition';
import type { MemberId, View } from './view';

/** A proposal without a quorum in this time is given up for a higher ballot: about 20 round trips of a slow link. */
const proposalTimeoutMs = 1_000;
/** The pause after a refusal, per rank: so two proposers do not collide again. */
export const backOffPerRankMs = 150;
const mostPatience = 8;

/** Members too busy to answer in time would outbid each other for ever. So all waits for a proposal double with every
 *  ballot of a succession after the first, up to `mostPatience` times. */
export function patience(ballot: number, { generation }: View): number {
  return Math.min(mostPatience, 2 ** Math.max(0, ballot - generation - 1));
}

/** When this member gives its proposal up; undefined: it has none. */
export function givenUpMs({ proposal, installed }: MembershipState): number | undefined {
  if (!proposal || !installed) return undefined;
  return proposal.startedMs + proposalTimeoutMs * patience(proposal.ballot, installed);
}

// ── The proposer ────────────────────────────────────────────────────────────────────────────────────────────

/** M2. */
export function propose(transition: Transition): void {
  const { state, nowMs } = transition;
  const { installed, self } = state;
  if (!installed) return;
  const seen = [...state.leavers.values()].map(({ promised }) => promised);
  const ballot = Math.max(state.promised, installed.generation, ...seen) + 1;
  state.proposal = {
    ballot,
    startedMs: nowMs,
    stage: 'prepare',
    promises: [],
    carried: undefined,
    view: undefined,
    acknowledgers: [],
  };
  transition.broadcast(installed, { kind: 'prepare', ballot, previous: installed });
  state.promised = ballot;
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
  const carried = higher(proposal.carried, acked?.previous === previous ? acked : undefined);
  state.proposal = { ...proposal, promises, carried };
  considerPromises(transition);
}

/** Also called when a goodbye arrives, which may complete the quorum. */
export function considerPromises(transition: Transition): void {
  const { state } = transition;
  const { proposal, installed, self } = state;
  if (!installed || proposal?.stage !== 'prepare') return;
  const excluded = excludedLeavers(state.leavers, proposal.ballot);
  if (!quorum(installed, proposal.promises, excluded.keys()).installed) return;
  let { carried } = proposal;
  for (const { acked } of excluded.values())
    carried = higher(carried, acked?.previous === installed.generation ? acked : undefined);
  const view = carried?.view ?? freshView(transition, installed, proposal.ballot);
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
    adopt(transition, proposal.view, true);
}

export function takeRefusal(transition: Transition, ballot: number, promised: number): void {
  const { state, nowMs } = transition;
  if (state.proposal?.ballot !== ballot || !state.installed) return;
  state.proposal = undefined;
  state.promised = Math.max(state.promised, promised);
  const { installed, self } = state;
  const backOffMs = backOffPerRankMs * patience(state.promised, installed);
  state.proposeFromMs = nowMs + backOffMs * (1 + installed.members.indexOf(self));
}

// ── The acceptor ────────────────────────────────────────────────────────────────────────────────────────────

/** M3. */
export function takePrepare(transition: Transition, from: MemberId, ballot: number, previous: View): void {
  const { state } = transition;
  if (!catchUp(transition, from, previous)) return;
  if (ballot <= state.promised) {
    transition.send(from, { kind: 'refuse', ballot, promised: state.promised });
    return;
  }
  state.promised = ballot;
  holdBack(transition, ballot);
  const acked = state.acked?.previous === previous.generation ? state.acked : undefined;
  transition.send(from, { kind: 'promise', ballot, previous: previous.generation, acked });
}

export function takeAccept(
  transition: Transition,
  from: MemberId,
  ballot: number,
  previous: number,
  view: View,
): void {
  const { state } = transition;
  const { installed } = state;
  if (!installed || view.lineage !== installed.lineage || previous > installed.generation) return;
  if (previous < installed.generation) {
    transition.send(from, { kind: 'install', view: installed });
    return;
  }
  if (ballot < state.promised) {
    transition.send(from, { kind: 'refuse', ballot, promised: state.promised });
    return;
  }
  state.promised = ballot;
  holdBack(transition, ballot);
  state.acked = { ballot, previous, view };
  transition.send(from, { kind: 'acknowledge', ballot, previous });
}

/** After promising or accepting a ballot, a member does not propose for one proposal timeout, so that it does not outbid
 *  the proposer. */
function holdBack({ state, nowMs }: Transition, ballot: number): void {
  const { installed, self } = state;
  if (!installed) return;
  const waitMs = proposalTimeoutMs + backOffPerRankMs * (1 + installed.members.indexOf(self));
  state.proposeFromMs = Math.max(state.proposeFromMs, nowMs + waitMs * patience(ballot, installed));
}

/** Are both members in the same succession now? The one behind gets the later view. */
function catchUp(transition: Transition, from: MemberId, previous: View): boolean {
  const { state } = transition;
  if (!state.installed || state.installed.lineage !== previous.lineage) return false;
  if (previous.generation > state.installed.generation) adopt(transition, previous); // may remove this member
  const { installed } = state;
  if (!installed) return false;
  if (installed.generation > previous.generation) {
    const kind = installed.members.includes(from) ? 'install' : 'not-a-member';
    transition.send(from, { kind, view: installed });
    return false;
  }
  return installed.generation === previous.generation && installed.members.includes(state.self);
}

/** Takes a decided view; any member's word for it counts. The decider sends it to all its members. Every other member
 *  passes it on once to the members that it hears, so that it reaches all (M5). */
export function adopt(transition: Transition, view: View, isDecider = false): void {
  const { state } = transition;
  const { installed, self } = state;
  if (
    installed
      ? view.lineage !== installed.lineage || view.generation <= installed.generation
      : isFloored(transition, view)
  )
    return;
  if (!view.members.includes(self)) {
    if (installed) transition.removed(view);
    return;
  }
  transition.install(view);
  const message = { kind: 'install', view } as const;
  if (isDecider) transition.broadcast(view, message);
  else for (const to of state.hears) if (view.members.includes(to)) transition.send(to, message);
}

function isFloored({ state }: Transition, view: View): boolean {
  const floor = state.floors.get(view.lineage);
  return floor !== undefined && view.generation <= floor;
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

function higher(a: AckedReport | undefined, b: AckedReport | undefined): AckedReport | undefined {
  if (!a || !b) return a ?? b;
  return a.ballot >= b.ballot ? a : b;
}
