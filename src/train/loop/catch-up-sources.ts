// The members from whom a replica that catches up may fetch. Linked members that hold the state are donors. Linked
// members that catch up from the same snapshot pass their blocks on (J5).
import type { MemberId } from '../../membership/view';
import type { CatchUp } from '../catch-up/catch-up';
import type { Header } from '../header/header';
import type { LoopParts } from './loop-parts';

type Parts = Pick<LoopParts, 'deps' | 'hub'>;

/** Ranks of members that catch up from the snapshot of this digest. */
export function catchingUpFrom({ records }: Header, digest: string): readonly number[] {
  return records.flatMap((record, rank) =>
    record.status === 'catching-up' && record.digest === digest ? [rank] : [],
  );
}

/** The others of these ranks that have an open link. */
export function linkedMembers({ deps, hub }: Parts, { view }: Header, ranks: readonly number[]): MemberId[] {
  return ranks.map((rank) => view.members[rank]).filter((member) => member !== deps.self && hub.has(member));
}

/** `holders`, `others`: ranks of those that hold the state, and of those that catch up beside this replica. */
export function setSources(
  parts: Parts,
  catchUp: CatchUp,
  header: Header,
  holders: readonly number[],
  others: readonly number[] = catchingUpFrom(header, catchUp.digest),
): void {
  const index = others.findIndex((rank) => header.view.members[rank] === parts.deps.self);
  if (others.length > 1) catchUp.share();
  catchUp.fetch.setSources({
    donors: linkedMembers(parts, header, holders),
    catchingUp: linkedMembers(parts, header, others),
    stripe: { index: Math.max(0, index), count: Math.max(1, others.length) },
  });
}
