// Words for a change of the emulated network, as the marks on the charts show it: of every line, or of one member's lines.
// Pure.
import { plural, t } from '@lingui/core/macro';
import { profileWords, rateWords } from '../../../src/net/emulation/profile-words';
import type { NetworkSettings } from '../../../src/replica/protocol';
import type { ShownChange } from '../../../src/replica/shown-change';
import { lineSentences } from './line-sentences';
import type { NameOf } from './change-words';
import { formatCount } from './format';

type Profile = NetworkSettings['everyEdge'];
type Edges = NetworkSettings['edges'];

export function networkWords(
  before: NetworkSettings,
  { everyEdge, edges }: NetworkSettings,
  nameOf: NameOf,
  isShort: boolean,
): string {
  if (!isSame(before.everyEdge, everyEdge)) return everyWords(everyEdge, isShort);
  const set = edges.filter((edge) => !hasIn(before.edges, edge));
  const changed = set.length > 0 ? set : before.edges.filter((edge) => !hasIn(edges, edge));
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
}

/** The words without names, for walls. */
export function linesWords(
  { everyEdge, edges, isEvery }: Extract<ShownChange, { what: 'network' }>['after'],
  isShort: boolean,
): string {
  if (edges === 0) return everyWords(everyEdge, isShort);
  const differ = everyEdge ? differWords(edges) : slowedWords(edges);
  return isEvery ? `${everyWords(everyEdge, isShort)}, ${differ}` : differ;
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
