// Accusations in views of four or more (S21, S22): pure. One member says that another sent what it may not, and nobody
// else can tell which of the two is to blame. So one member's word removes nobody: two must accuse the same member. A
// member that alone accuses again and again goes itself. Meanwhile the two are kept apart: the ring is reordered, so
// that the accuser receives from another member, and another one receives from the accused.
import { targetsOf } from '../../collectives/neighbours';
import type { SumPath } from '../../collectives/topology';
import { fullMeshLimit } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import { isOrder } from '../run/ordered-offence';
import type { RunState } from '../run/run-state';

type Offences = RunState['offences'];

interface Dispute {
  readonly member: MemberId;
  readonly by: MemberId;
  readonly step: number;
}

/** Offences older than this are forgiven. */
export const offenceSteps = 50;
export const mostOffences = 3; // S16
const mostForOneStep = 2;
/** Lone accusations by one member. A host may spoil the parts of several members one after the other, which one
 *  accuses. */
const mostLone = 6;
const mostLoneForOneStep = 3;
const fewestGuarded = 4;

export function isGuarded({ members }: View): boolean {
  return members.length >= fewestGuarded;
}

/** Those of the last 50 steps before `step`, it included, but for what the host ordered (S22a). */
export function recent(offences: Offences, step: number): Offences {
  return offences.filter((one) => one.step > step - offenceSteps && one.step <= step && !isOrder(one));
}

function disputesIn(offences: Offences): readonly Dispute[] {
  return offences.flatMap(({ member, by, step }) => (by === undefined ? [] : [{ member, by, step }]));
}

/** The number of steps in which it offended (S16). `offences`: all of 50 steps. */
export function offendedSteps(offences: Offences, member: MemberId): number {
  return new Set(offences.flatMap((one) => (one.member === member ? [one.step] : []))).size;
}

/** S21. `offences`: all of 50 steps. */
export function accusersOf(offences: Offences, accused: MemberId): ReadonlySet<MemberId> {
  return new Set(disputesIn(offences).flatMap(({ member, by }) => (member === accused ? [by] : [])));
}

/** Whom this member alone accuses, if it does so again and again (S22); else nobody. `offences`: all of 50 steps. */
export function accusedInVain(offences: Offences, accuser: MemberId): readonly MemberId[] {
  const lone = disputesIn(offences).filter(
    ({ member, by }) => by === accuser && accusersOf(offences, member).size === 1,
  );
  const steps = lone.map(({ step }) => step);
  const isTooMany = steps.length >= mostLone || hasRepeated(steps, mostLoneForOneStep);
  return isTooMany ? [...new Set(lone.map(({ member }) => member))] : [];
}

/** The disputes of the last 50 steps between members of this view. */
export function openDisputes({ step, offences }: RunState, view: View): readonly Dispute[] {
  if (!isGuarded(view)) return [];
  return disputesIn(recent(offences, step + 1)).filter(
    ({ member, by }) => view.members.includes(member) && view.members.includes(by),
  );
}

/** The members that one other member alone accuses. A member that stops towards that one only could otherwise make it
 *  accuse again and again (C18b). */
export function accusedByOne(disputes: readonly Dispute[]): readonly MemberId[] {
  const accusers = (accused: MemberId): number =>
    new Set(disputes.flatMap(({ member, by }) => (member === accused ? [by] : []))).size;
  return disputes.flatMap(({ member }) => (accusers(member) === 1 ? [member] : []));
}

/** Another order around the ring, in which fewer accusers receive from whom they accused: none, unless one member is in
 *  dispute with all. Undefined: no exchange of two members does it. Above 8 members two neighbours change places, whose
 *  new links are open (M11a). */
export function orderApart(
  view: View,
  path: SumPath,
  disputes: readonly Dispute[],
): readonly MemberId[] | undefined {
  const pairs = [
    ...new Map(disputes.map((dispute) => [`${dispute.member} ${dispute.by}`, dispute])).values(),
  ];
  const meeting = (ring: readonly number[]): number =>
    pairs.filter(({ member, by }) => targetsOf(path, { ...view, ring }, member).includes(by)).length;
  const size = view.ring.length;
  const furthest = size > fullMeshLimit ? 1 : size - 1;
  let best = view.ring;
  let fewest = meeting(best);
  for (let apart = 1; apart <= furthest && fewest > 0; apart++)
    for (let at = 0; at < size && fewest > 0; at++) {
      const ring = [...view.ring];
      const other = (at + apart) % size;
      [ring[at], ring[other]] = [ring[other], ring[at]];
      const met = meeting(ring);
      if (met < fewest) [best, fewest] = [ring, met];
    }
  return best === view.ring ? undefined : best.map((rank) => view.members[rank]);
}

/** Do these remembered offences mean that the ring removed this member? */
export function wasEvicted(offences: Offences, member: MemberId): boolean {
  return offences.some(({ step }) => {
    const window = recent(offences, step);
    if (accusedInVain(window, member).length > 0) return true;
    const own = window.filter((one) => one.member === member);
    // One member's word alone.
    if (own.every(({ by }) => by !== undefined) && accusersOf(own, member).size < 2) return false;
    const steps = own.map((one) => one.step);
    return offendedSteps(own, member) >= mostOffences || hasRepeated(steps, mostForOneStep);
  });
}

function hasRepeated(steps: readonly number[], times: number): boolean {
  return steps.some((step) => steps.filter((other) => other === step).length >= times);
}
