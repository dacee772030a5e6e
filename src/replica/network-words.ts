// What the room's members emulate on their links, in one line for every screen. No figure on the screen is then read as
// one of the real network.
import { profileWords } from '../net/emulation/profile-words';
import type { Snapshot } from './protocol';

/** More edges than this are counted. */
const mostNamed = 2;

/** undefined: nothing is emulated. Edges of members that are gone are not named. */
export function networkWords(shown: Pick<Snapshot, 'network' | 'peers'>): string | undefined {
  const { everyEdge, edges } = shown.network;
  const isHere = (id: string): boolean => shown.peers.some((peer) => peer.id === id);
  const named = edges.filter(
    ({ a, b, profile }) => isHere(a) && isHere(b) && (profile !== null || everyEdge !== null),
  );
  if (everyEdge === null && named.length === 0) return undefined;
  const words = named.slice(0, mostNamed).map(({ a, b, profile }) => {
    const line = profile === null ? 'not emulated' : profileWords(profile);
    return `${edgeName(shown, a, b)} ${line}`;
  });
  const rest = named.length - words.length;
  return [
    ...(everyEdge === null ? [] : [profileWords(everyEdge)]),
    ...words,
    ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'edge' : 'edges'}`] : []),
  ].join('; ');
}

/** 'Calm Heron – Brave Otter'. */
export function edgeName(shown: Pick<Snapshot, 'peers'>, a: string, b: string): string {
  const [one, other] = [a, b].map((id) => shown.peers.find((peer) => peer.id === id)?.name ?? id.slice(0, 6));
  return `${one} – ${other}`;
}
