// Words for a change of the emulated network, as the marks on the charts show it: of every line, or of one member's lines.
// Pure.
import { profileWords, rateWords } from '../../../src/net/emulation/profile-words';
import type { NetworkSettings } from '../../../src/replica/protocol';
import { dataText } from '../../text/data';
import { networkText } from '../../text/network';
import type { Change, NameOf } from './change-words';
import { formatCount } from './format';

type Profile = NetworkSettings['everyEdge'];
type Edges = NetworkSettings['edges'];

export function networkChange(
  before: NetworkSettings,
  after: NetworkSettings,
  nameOf: NameOf,
): readonly Change[] {
  if (before === after) return [];
  const { everyEdge, edges } = after;
  const isEvery = !isSame(before.everyEdge, everyEdge);
  const set = edges.filter((edge) => !hasIn(before.edges, edge));
  const changed = set.length > 0 ? set : before.edges.filter((edge) => !hasIn(edges, edge));
  if (!isEvery && changed.length === 0) return [];
  const words = (isShort: boolean): string => {
    if (isEvery) return everyWords(everyEdge, isShort);
    const [{ a, b, profile: first }, ...others] = changed;
    const profile = set.length > 0 ? first : everyEdge;
    const line = profile ? lineWords(profile, isShort) : dataText.asItIs;
    if (others.length === 0) return dataText.lineIs(nameOf(a), nameOf(b), line);
    const whose = [a, b].find((id) => changed.every((edge) => edge.a === id || edge.b === id));
    if (whose === undefined || !set.every((edge) => isSame(edge.profile, first)))
      return edges.length > 0
        ? dataText.linesDiffer(edges.length, formatCount(edges.length))
        : everyWords(everyEdge, isShort);
    if (everyEdge) return dataText.linesOf(nameOf(whose), line);
    return set.length > 0 && profile
      ? dataText.slowed(nameOf(whose), line)
      : dataText.slowedNoMore(nameOf(whose));
  };
  return [{ kind: 'network', words: () => words(false), short: () => words(true) }];
}

/** What is emulated on every edge, and on how many edges something else. */
type Lines = Pick<NetworkSettings, 'everyEdge'> & { readonly edges: number };

/** The change of the line without names, for walls. */
export function lineChange(before: Lines, { everyEdge, edges }: Lines): readonly Change[] {
  const isEvery = !isSame(before.everyEdge, everyEdge);
  if (before.edges === edges && !isEvery) return [];
  const differ = (): string =>
    (everyEdge ? dataText.linesDiffer : dataText.linesSlowed)(edges, formatCount(edges));
  const words = (isShort: boolean): string => {
    if (edges === 0) return everyWords(everyEdge, isShort);
    return isEvery ? `${everyWords(everyEdge, isShort)}, ${differ()}` : differ();
  };
  return [{ kind: 'network', words: () => words(false), short: () => words(true) }];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function hasIn(edges: Edges, edge: Edges[number]): boolean {
  return edges.some((other) => isSame(other, edge));
}

function everyWords(profile: Profile, isShort: boolean): string {
  return dataText.network(profile ? lineWords(profile, isShort) : dataText.asItIs);
}

/** '5 Mbit/s, 40 ms'; short: '5 Mbit/s'. */
function lineWords(profile: NonNullable<Profile>, isShort: boolean): string {
  return isShort ? rateWords(profile.bitsPerSecond) : profileWords(profile, networkText);
}
