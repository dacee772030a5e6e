// The offences that all members see in the records (S11). A member refused what another sent to it: not finite, or an
// outlier. Or a member announces a contribution that is neither 0 nor its whole shard, which would falsify the mean. With
// local steps it may announce any whole number of examples up to its shard. The
// offender sends zeros in this step, so its contribution counts 0, and all see its name. It is removed as if kicked when
// it is refused again for the same step, or at its third offence within 50 steps. Pure.
import { targetsOf } from '../../collectives/neighbours';
import type { MemberId } from '../../membership/view';
import { shapeOf } from '../run/data-shape';
import type { Decision } from './decision';
import type { Header } from '../header/header';
import type { RunState } from '../run/run-state';
import { stepPath } from '../run/step-path';
import { isLocal } from '../run/sync';

const offenceSteps = 50;
const mostOffences = 3; // S16
const mostForOneStep = 2;
/** Remembered in all: three of each of 64 members. */
const remembered = 192;

type Offence =
  /** A member that it sends to refused what it sent. */
  | { readonly member: MemberId; readonly by: MemberId }
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
  let { offences, kicked } = state;
  for (const offence of [...refusals(header, state), ...falseClaims(header, state)]) {
    const { member } = offence;
    if (offenders.some((one) => one.member === member)) continue;
    offences = [...offences, { member, step }].slice(-remembered);
    const recent = offences.filter((one) => one.member === member && one.step > step - offenceSteps);
    const isEvicted = state.excluded.includes(member) || recent.length >= mostOffences;
    if (isEvicted && !kicked.includes(member)) kicked = [...kicked, member].slice(-256);
    offenders.push({ ...offence, isEvicted });
  }
  if (offenders.length === 0) return undefined;
  const excluded = [...new Set([...state.excluded, ...offenders.map(({ member }) => member)])];
  return {
    kind: 'transition',
    state: { ...state, version: state.version + 1, excluded, offences, kicked },
    offenders,
    reason: `${offenders.map(({ member }) => member).join(', ')} accused`,
  };
}

/** Do these remembered offences mean that the ring removed this member? */
export function wasEvicted(offences: RunState['offences'], member: MemberId): boolean {
  const steps = offences.flatMap((one) => (one.member === member ? [one.step] : []));
  return steps.some(
    (step, i) =>
      i + 1 >= mostForOneStep &&
      (steps[i + 1 - mostForOneStep] === step ||
        (i + 1 >= mostOffences && steps[i + 1 - mostOffences] > step - offenceSteps)),
  );
}

/** S14. */
function refusals({ view, records }: Header, { plan, buckets, config }: RunState): Offence[] {
  const path = stepPath(plan?.buckets ?? buckets, view, config, true);
  return records.flatMap(({ accused }, rank) => {
    const by = view.members[rank];
    const isMember = accused !== undefined && view.members.includes(accused);
    // Only these members receive what it sends. Where the ring was reordered meanwhile, its new successor will accuse it.
    return isMember && targetsOf(path, view, accused).includes(by) ? [{ member: accused, by }] : [];
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
