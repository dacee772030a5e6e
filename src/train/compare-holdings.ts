// Who holds the state that counts, and who must fetch it: pure, from the records alone (PROTOCOL.md E5).
import type { Verdict } from './decide';
import type { HeaderRecord } from './header-record';

/** Undefined when all hold the same; else who fetches from whom. Newest version first; among its digests the
 *  majority holds; without one, the digest of the lowest rank. */
export function compareHoldings(records: readonly HeaderRecord[]): (Verdict & { kind: 'heal' }) | undefined {
  const newest = Math.max(...records.map((record) => record.version));
  const ranks = records.map((_, rank) => rank);
  const holders = ranks.filter((rank) => records[rank].version === newest);
  const byDigest = new Map<string, number[]>();
  for (const rank of holders)
    byDigest.set(records[rank].digest, [...(byDigest.get(records[rank].digest) ?? []), rank]);
  const groups = [...byDigest.values()];
  const majority = groups.find((group) => group.length * 2 > holders.length);
  const sources = majority ?? groups[0];
  const targets = ranks.filter((rank) => !sources.includes(rank));
  if (targets.length === 0) return undefined;
  const isDisagreement = groups.length > 1;
  return {
    kind: 'heal',
    sources,
    targets,
    isDisagreement,
    reason: isDisagreement
      ? majority
        ? 'digests disagree: the majority holds'
        : 'digests disagree without a majority: the lowest rank holds'
      : 'some hold an older state',
  };
}
