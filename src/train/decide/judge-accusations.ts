// The offences that all members see in the records (S11). A member refused what another sent to it: not finite, or an
// outlier. Or a member announces a contribution that is neither 0 nor its whole shard, which would falsify the mean. With
// local steps it may announce any whole number of examples up to its shard. The
// offender sends zeros in this step, so its contribution counts 0, and all see its name. It is removed as if kicked when
// it is refused again for the same step, or at its third offence within 50 steps: from four members on only where two
// accuse it (S21), and a member that alone accuses again and again goes itself (S22). Pure.
import { targetsOf } from '../../collectives/neighbours';
import type { SumPath } from '../../collectives/topology';
import type { MemberId, View } from '../../membership/view';
import {
  accusedInVain,
  accusersOf,
  isGuarded,
  mostOffences,
  offendedSteps,
  openDisputes,
  recent,
} from './disputes';
import { shapeOf } from '../run/data-shape';
import type { Decision } from './decision';
import type { Header } from '../header/header';
import { isOrdered, remembered } from '../run/ordered-offence';
import type { RunState } from '../run/run-state';
import { stepPath, type PathNeeds } from '../run/step-path';
import { isLocal } from '../run/sync';
import { fullMeshLimit } from '../../membership/links-needed';

type Refusal = { readonly member: MemberId; readonly by: MemberId };

type Offence =
  /** A member that it sends to refused what it sent. */
  | Refusal
  /** It alone accuses these, again and again (S22). */
  | { readonly member: MemberId; readonly accuses: readonly MemberId[] }
  /** Loss terms that it announced, and those of its shard. */
  | { readonly member: MemberId; readonly claimed: number; readonly planned: number };

export type Offender = Offence & { readonly isEvicted: boolean };

/** The state without the offenders' contributions, or undefined when there are none. */
export function judgeAccusations(
  header: Header,
  state: RunState,
): (Decision & { kind: 'transition' }) | undefined {
  const step = state.step + 1;
  const offenders: Offender[] = [];
  let { offences } = state;
  const isJudged = (member: MemberId): boolean => offenders.some((one) => one.member === member);
  const refused = refusals(header, state);
  const isJudgedByTwo = isGuarded(header.view);
  for (const { member } of isJudgedByTwo ? refused : []) {
    if (isJudged(member)) continue;
    const all = refused.filter((one) => one.member === member);
    const settled = settle(offences, all, step, state.excluded.includes(member));
    offences = settled.offences;
    if (!isJudged(settled.offender.member)) offenders.push(settled.offender);
  }
  for (const offence of [...(isJudgedByTwo ? [] : refused), ...falseClaims(header, state)]) {
    const { member } = offence;
    if (isJudged(member)) continue;
    offences = [...offences, { member, step }].slice(-remembered);
    // What a member said that was removed since counts for nothing.
    const counted = recent(offences, step).filter(
      ({ by }) => by === undefined || (!isJudgedByTwo && !state.kicked.includes(by)),
    );
    const isEvicted = state.excluded.includes(member) || offendedSteps(counted, member) >= mostOffences;
    offenders.push({ ...offence, isEvicted });
  }
  if (offenders.length === 0) return undefined;
  const evicted = offenders.flatMap(({ member, isEvicted }) => (isEvicted ? [member] : []));
  const kicked = [...new Set([...state.kicked, ...evicted])].slice(-256);
  const excluded = [...new Set([...state.excluded, ...offenders.map(({ member }) => member)])];
  return {
    kind: 'transition',
    state: { ...state, version: state.version + 1, excluded, offences, kicked },
    offenders,
    reason: `${offenders.map(({ member }) => member).join(', ')} accused`,
  };
}

/** What all accusers of one member mean in this header, in a view of four or more (S21, S22). Up to two of them are
 *  remembered, first those that had not accused it. Of a part that the host ordered spoiled nobody is accused (S22a). */
function settle(
  before: RunState['offences'],
  refusals: readonly Refusal[],
  step: number,
  isExcluded: boolean,
): { readonly offender: Offender; readonly offences: RunState['offences'] } {
  const [{ member }] = refusals;
  if (!isExcluded && isOrdered(before, member, step))
    return { offender: { ...refusals[0], isEvicted: false }, offences: before };
  const known = accusersOf(recent(before, step), member);
  const fresh = refusals.filter(({ by }) => !known.has(by)).slice(0, known.size === 0 ? 2 : 1);
  const [refusal, ...others] = fresh.length > 0 ? fresh : refusals.slice(0, 1);
  const added = [refusal, ...others].map(({ by }) => ({ member, step, by }));
  const offences = [...before, ...added].slice(-remembered);
  const disputes = recent(offences, step);
  if (accusersOf(disputes, member).size > 1) {
    const isEvicted = isExcluded || offendedSteps(disputes, member) >= mostOffences;
    return { offender: { ...refusal, isEvicted }, offences };
  }
  const { by } = refusal;
  const accuses = accusedInVain(disputes, by);
  const isInVain = accuses.length > 0;
  return {
    offender: isInVain ? { member: by, accuses, isEvicted: true } : { ...refusal, isEvicted: false },
    offences,
  };
}

/** How the sums of a view travel in this state. While a dispute is open they go around the ring: from who sends to
 *  several others nobody can be kept apart (S21b). */
export function pathOf(state: RunState, view: View, needs: Omit<PathNeeds, 'isApart'> = {}): SumPath {
  const isApart = openDisputes(state, view).length > 0;
  return stepPath(state.plan?.buckets ?? state.buckets, view, state.config, { ...needs, isApart });
}

/** S14. */
function refusals(header: Header, state: RunState): Refusal[] {
  const { view, records } = header;
  const paths = [true, false].map((isMeshed) => pathOf(state, view, { isMeshed }));
  if (gathersAll(header)) paths.push('gathered');
  return records.flatMap(({ accused }, rank) => {
    const by = view.members[rank];
    // Nobody that is to go has a say, or need be judged (S21c): the view without it comes next.
    const isMember =
      accused !== undefined &&
      view.members.includes(accused) &&
      ![by, accused].some((one) => state.kicked.includes(one));
    // Only these members receive what it sends, by the path with all links or without one. Where the ring was reordered
    // meanwhile, its new successor will accuse it.
    return isMember && paths.some((path) => targetsOf(path, view, accused).includes(by))
      ? [{ member: accused, by }]
      : [];
  });
}

/** Nobody adds a part of a shard, but of one with local steps its beginning (S15a). A member whose contribution counts 0
 *  already may announce anything (S15). */
function falseClaims(
  { view, records }: Header,
  { plan, status, config, excluded, sync }: RunState,
): Offence[] {
  if (!plan || status !== 'running') return [];
  const { terms } = shapeOf(config.data);
  return records.flatMap(({ status, contribution: claimed }, rank) => {
    const member = view.members[rank];
    const planned = (plan.shards.find((shard) => shard.member === member)?.count ?? 0) * terms;
    const isPart = isLocal(sync) && claimed < planned && claimed % terms === 0;
    const isTrue = status !== 'current' || claimed === 0 || claimed === planned || isPart;
    return isTrue || excluded.includes(member) ? [] : [{ member, claimed, planned }];
  });
}

/** One alone could slow the ring by saying that its sum stopped. */
const fewestStalled = 2;

/** A sum in which a member stopped (C18). Along a ring or a tree each member waits for its neighbour, and nobody
 *  can tell who is to blame. So the step is gathered: then all wait for that member alone, and accuse it. Pure. */
export function gathersAll({ view, records }: Header): boolean {
  const isMeshed = view.members.length <= fullMeshLimit && records.every(({ lacksLink }) => !lacksLink);
  return (
    isGuarded(view) && isMeshed && records.filter(({ hasStalled }) => hasStalled).length >= fewestStalled
  );
}
