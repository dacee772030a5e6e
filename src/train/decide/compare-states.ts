// Which members hold the state that counts, which catch up at its version, and which must fetch it: pure, from the
// records alone (PROTOCOL.md T1).
import { say, type Saying } from '../../base/sayings';
import type { MemberId } from '../../membership/view';
import type { RunState } from '../run/run-state';
import type { HeaderRecord } from '../header/header-record';

export interface AgreedState {
  readonly version: number;
  /** 16 hex digits. */
  readonly digest: string;
  /** Ranks of the members that hold it, ascending. */
  readonly sources: readonly number[];
  /** Ranks of the members that neither hold it nor catch up at its version: each begins to catch up, or begins again. */
  readonly targets: readonly number[];
  readonly isDisagreement: boolean;
  readonly reason: string;
}

const byMajority = 'digests-disagree';
const byRank = 'digests-disagree-evenly';

/** The reason of a disagreement for people. */
export function disagreementSays({ reason }: Pick<AgreedState, 'reason'>): Saying | undefined {
  const code = ([byMajority, byRank] as const).find((each) => each === reason);
  return code && say(code);
}

/** The number of members from which on a majority decides what is newer: one alone cannot pretend it (T13). */
const fewestGuarded = 4;

/** Undefined when no member holds a state. The version counts that most are at or beyond; of its digests that of the
 *  majority, or without a majority that of the lowest rank, of those that two show if there are any. `mayGoBack`: this
 *  replica's last decision may not have happened. */
export function compareStates(
  records: readonly HeaderRecord[],
  followed?: Pick<RunState, 'version' | 'initialized' | 'plan' | 'status' | 'resumes'>,
  members: readonly MemberId[] = [],
  mayGoBack = false,
): AgreedState | undefined {
  const ranks = records.map((_, rank) => rank);
  const holders = ranks.filter((rank) => records[rank].status === 'current');
  if (holders.length === 0) return undefined;
  const most = versionAmong(records, holders);
  const version =
    followed && isBegun(records, holders, most, { ...followed, mayGoBack }, members) ? most + 1 : most;
  const newest = holders.filter((rank) => records[rank].version === version);
  const byDigest = new Map<string, number[]>();
  for (const rank of newest)
    byDigest.set(records[rank].digest, [...(byDigest.get(records[rank].digest) ?? []), rank]);
  const all = [...byDigest.values()];
  const shown = records.length < fewestGuarded ? [] : all.filter((group) => group.length > 1);
  const groups = shown.length > 0 ? shown : all;
  const majority = groups.find((group) => group.length * 2 > newest.length);
  const sources = majority ?? groups[0];
  const isInStep = (rank: number): boolean =>
    sources.includes(rank) || (records[rank].status === 'catching-up' && records[rank].version === version);
  const isDisagreement = all.length > 1;
  return {
    version,
    digest: records[sources[0]].digest,
    sources,
    targets: ranks.filter((rank) => !isInStep(rank)),
    isDisagreement,
    reason: isDisagreement ? (majority ? byMajority : byRank) : 'some hold an older state',
  };
}

/** E0: one member alone makes the first parameters, or brings the saved run: it is a decision ahead, and that counts.
 *  `followed`: what this replica follows: the state without parameters, or the one that it has just begun. */
function isBegun(
  records: readonly HeaderRecord[],
  holders: readonly number[],
  most: number,
  {
    version,
    initialized,
    plan,
    status,
    resumes,
    mayGoBack,
  }: Pick<RunState, 'version' | 'initialized' | 'plan' | 'status' | 'resumes'> & {
    readonly mayGoBack: boolean;
  },
  members: readonly MemberId[],
): boolean {
  const ahead = holders.filter((rank) => records[rank].version > most);
  if (ahead.length !== 1 || records[ahead[0]].version !== most + 1) return false;
  const begins = resumes ? members.indexOf(resumes.member) : 0;
  if (version === most) return !initialized && ahead[0] === begins;
  // Who begins a run holds nothing of before. Who alone has come to a decision does, and goes back to it.
  if (mayGoBack || version !== most + 1) return false;
  return initialized && plan === null && (status === 'lobby' || status === 'running');
}

/** T13. Below four members the newest, unless one alone claims to be more than a decision ahead of all others. */
function versionAmong(records: readonly HeaderRecord[], holders: readonly number[]): number {
  const versions = holders.map((rank) => records[rank].version).sort((a, b) => b - a);
  const [newest, second = newest] = versions;
  if (records.length < fewestGuarded) return newest > second + 1 ? second : newest;
  const most = versions[versions.length >> 1];
  if (holders.length > 2) return most;
  // Those that catch up follow the decisions too: with them one holder of two can be told from the other.
  const followed = records.filter(({ status }) => status !== 'empty').map((record) => record.version);
  const isFollowed = (version: number): boolean =>
    followed.filter((one) => one >= version).length * 2 > followed.length;
  return versions.find((version) => isFollowed(version)) ?? most;
}
