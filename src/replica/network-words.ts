// What the room's members emulate on their links, in one line for every screen. No figure on the screen is then read as
// one of the real network.
import { englishLine, profileWords, type LineWords } from '../net/emulation/profile-words';
import type { Snapshot } from './protocol';

/** More edges than this are counted. */
const mostNamed = 2;

/** The sentences of one language. */
export interface NetworkSentences extends LineWords {
  readonly notEmulated: string;
  readonly moreEdges: (count: number) => string;
}

const english: NetworkSentences = {
  ...englishLine,
  notEmulated: 'not emulated',
  moreEdges: (count) => `${count} more ${count === 1 ? 'edge' : 'edges'}`,
};

/** undefined: nothing is emulated. Edges of members that are gone are not named. */
export function networkWords(
  shown: Pick<Snapshot, 'network' | 'peers'>,
  sentences: NetworkSentences = english,
): string | undefined {
  const { everyEdge, edges } = shown.network;
  const isHere = (id: string): boolean => shown.peers.some((peer) => peer.id === id);
  const named = edges.filter(
    ({ a, b, profile }) => isHere(a) && isHere(b) && (profile !== null || everyEdge !== null),
  );
  if (everyEdge === null && named.length === 0) return undefined;
  const words = named.slice(0, mostNamed).map(({ a, b, profile }) => {
    const line = profile === null ? sentences.notEmulated : profileWords(profile, sentences);
    return `${edgeName(shown, a, b)} ${line}`;
  });
  const rest = named.length - words.length;
  return [
    ...(everyEdge === null ? [] : [profileWords(everyEdge, sentences)]),
    ...words,
    ...(rest > 0 ? [sentences.moreEdges(rest)] : []),
  ].join('; ');
}

/** 'Calm Heron – Brave Otter'. */
export function edgeName(shown: Pick<Snapshot, 'peers'>, a: string, b: string): string {
  const [one, other] = [a, b].map((id) => shown.peers.find((peer) => peer.id === id)?.name ?? id.slice(0, 6));
  return `${one} – ${other}`;
}
