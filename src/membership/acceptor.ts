// The acceptor's part of a succession (succession.ts): what a member of the installed view promises and acknowledges to those
// who propose the next one.
import {
  backOffPerRankMs,
  hasTurn,
  highestBallot,
  isGuarded,
  ownsBallot,
  patience,
  proposalTimeoutMs,
  takesTurn,
} from './ballots';
import { judge } from './content';
import { fullMeshLimit } from './links-needed';
import type { MembershipMessage } from './messages';
import type { Transition } from './transition';
import { allowUnexplained } from './unexplained';
import { sameView, type MemberId, type View } from './view';
import { hearView } from './voices';

/** M3, M16. `isRelayed`: it arrived over another member's link. */
export function takePrepare(
  transition: Transition,
  from: MemberId,
  ballot: number,
  previous: View,
  isRelayed: boolean,
): void {
  const { state, nowMs } = transition;
  const installed = catchUp(transition, from, previous, isRelayed);
  if (!installed || !ownsBallot(installed, from, ballot)) return;
  const isFar = ballot > highestBallot(state, installed, nowMs - state.installedMs);
  if (ballot <= state.promised || isFar || !hasTurn(state, installed, from, nowMs)) {
    transition.send(from, { kind: 'refuse', ballot, promised: state.promised });
    return;
  }
  state.promised = ballot;
  takesTurn(transition, from);
  holdBack(transition, from);
  const acked = state.acked?.previous === previous.generation ? state.acked : undefined;
  transition.send(from, { kind: 'promise', ballot, previous: previous.generation, acked });
}

export function takeAccept(
  transition: Transition,
  from: MemberId,
  { ballot, previous, view }: MembershipMessage & { kind: 'accept' },
  isRelayed: boolean,
): void {
  const { state, nowMs } = transition;
  const { installed } = state;
  if (!installed || view.lineage !== installed.lineage || previous > installed.generation) return;
  if (previous < installed.generation) {
    transition.send(from, { kind: 'install', view: installed });
    return;
  }
  if (!ownsBallot(installed, from, ballot)) return;
  if (view.generation <= installed.generation || view.generation > ballot) return;
  const isFar = ballot > highestBallot(state, installed, nowMs - state.installedMs);
  if (ballot < state.promised || isFar) {
    transition.send(from, { kind: 'refuse', ballot, promised: state.promised });
    return;
  }
  state.promised = ballot;
  holdBack(transition, from);
  transition.setSuccession({ waiting: { from, ballot, previous, view } });
  // In a mesh a relayed proposal may be forged by who passes it on.
  if (isGuarded(installed) && !(isRelayed && installed.members.length <= fullMeshLimit))
    transition.setSuccession({ proposed: new Map([...state.succession.proposed, [from, view]]) });
  considerAccept(transition);
}

/** M17. Also called after every input, because what this member could not confirm it may confirm now. One member's word
 *  is not enough; where a second one asks for the same view, an honest one could confirm it (M17a). */
export function considerAccept(transition: Transition): void {
  const { state, nowMs } = transition;
  const { installed } = state;
  const { waiting, proposed } = state.succession;
  if (!waiting || !installed) return;
  const { from, ballot, previous, view } = waiting;
  if (previous !== installed.generation || ballot < state.promised) {
    transition.setSuccession({ waiting: undefined });
    return;
  }
  if (isGuarded(installed)) {
    const isKnown = state.acked !== undefined && sameView(state.acked.view, view);
    const verdict = isKnown ? 'explained' : judge(state, view, nowMs);
    const isVouchedFor = [...proposed.values()].filter((other) => sameView(other, view)).length > 1;
    if (verdict === 'unconfirmed' && !isVouchedFor) return;
    if (verdict === 'unexplained' && !allowUnexplained(transition, from)) return;
  }
  transition.setSuccession({ waiting: undefined });
  state.acked = { ballot, previous, view };
  transition.send(from, { kind: 'acknowledge', ballot, previous });
}

/** After promising or accepting a ballot, a member does not propose for one proposal timeout, so that it does not outbid
 *  the proposer. */
function holdBack({ state, nowMs }: Transition, proposer: MemberId): void {
  const { installed, self } = state;
  if (!installed) return;
  const waitMs = proposalTimeoutMs + backOffPerRankMs * (1 + installed.members.indexOf(self));
  state.proposeFromMs = Math.max(state.proposeFromMs, nowMs + waitMs * patience(state, proposer));
}

/** The view of this succession, if both members are in it now. The one behind gets the later view. */
function catchUp(
  transition: Transition,
  from: MemberId,
  previous: View,
  isRelayed: boolean,
): View | undefined {
  const { state } = transition;
  if (state.installed?.lineage !== previous.lineage) return undefined;
  if (previous.generation > state.installed.generation && !(isRelayed && isGuarded(state.installed)))
    hearView(transition, from, previous); // may remove this member
  const { installed } = state;
  if (!installed) return undefined;
  if (installed.generation > previous.generation) {
    const kind = installed.members.includes(from) ? 'install' : 'not-a-member';
    transition.send(from, { kind, view: installed });
    return undefined;
  }
  return installed.generation === previous.generation ? installed : undefined;
}
