// Words for a change of the emulated network, as the marks on the charts show it: of every line, or of one member's lines.
// Pure.
import { plural, t } from '@lingui/core/macro';
import { profileWords, rateWords } from '../../../src/net/emulation/profile-words';
import type { NetworkSettings } from '../../../src/replica/protocol';
import { lineSentences } from './line-sentences';
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
    const line = profile ? lineWords(profile, isShort) : t`as it is`;
    if (others.length === 0) return t`${{ one: nameOf(a) }} – ${{ other: nameOf(b) }}: ${line}`;
    const whose = [a, b].find((id) => changed.every((edge) => edge.a === id || edge.b === id));
    if (whose === undefined || !set.every((edge) => isSame(edge.profile, first)))
      return edges.length > 0 ? differWords(edges.length) : everyWords(everyEdge, isShort);
    if (everyEdge) return t`lines of ${{ whose: nameOf(whose) }}: ${line}`;
    return set.length > 0 && profile
      ? t`${{ whose: nameOf(whose) }} slowed: ${line}`
      : t`${{ whose: nameOf(whose) }} no longer slowed`;
  };
  return [{ kind: 'network', words: () => words(false), short: () => words(true) }];
}

/** What is emulated on every edge, and on how many edges something else. */
type Lines = Pick<NetworkSettings, 'everyEdge'> & { readonly edges: number };

/** The change of the line without names, for walls. */
export function lineChange(before: Lines, { everyEdge, edges }: Lines): readonly Change[] {
  const isEvery = !isSame(before.everyEdge, everyEdge);
  if (before.edges === edges && !isEvery) return [];
  const differ = (): string => (everyEdge ? differWords(edges) : slowedWords(edges));
  const words = (isShort: boolean): string => {
    if (edges === 0) return everyWords(everyEdge, isShort);
    return isEvery ? `${everyWords(everyEdge, isShort)}, ${differ()}` : differ();
  };
  return [{ kind: 'network', words: () => words(false), short: () => words(true) }];
}

function differWords(count: number): string {
  return t`${{ shown: formatCount(count) }} ${plural(count, { one: 'line differs', other: 'lines differ' })}`;
}

function slowedWords(count: number): string {
  return t`${{ shown: formatCount(count) }} ${plural(count, { one: 'line', other: 'lines' })} slowed`;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function hasIn(edges: Edges, edge: Edges[number]): boolean {
  return edges.some((other) => isSame(other, edge));
}

function everyWords(profile: Profile, isShort: boolean): string {
  return profile ? t`network ${{ line: lineWords(profile, isShort) }}` : t`network as it is`;
}

/** '5 Mbit/s, 40 ms'; short: '5 Mbit/s'. */
function lineWords(profile: NonNullable<Profile>, isShort: boolean): string {
  return isShort ? rateWords(profile.bitsPerSecond) : profileWords(profile, lineSentences);
}
