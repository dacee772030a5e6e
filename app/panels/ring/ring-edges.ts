// The edges of the ring's picture: how long a frame takes on each, by the member that sends it, and which are slow. Pure.
import type { PeerStatus } from '../../../src/replica/protocol';

export interface Edge {
  readonly from: PeerStatus;
  readonly to: PeerStatus;
  /** The time of a frame of a sum; undefined: not known. */
  readonly ms: number | undefined;
  readonly bytesPerSecond: number | undefined;
  /** 'slow', 'slowest': beside the fastest edge. 'broken': one end is not heard from. */
  readonly kind: 'usual' | 'slow' | 'slowest' | 'broken';
  /** How the link leads there, as this replica knows it: only for its own links. */
  readonly link: PeerStatus['link'];
  readonly isRelayed: boolean;
}

/** So many times as long as on the fastest edge. */
const slowFactor = 2;
/** Shorter frames wait for nobody: their times differ by chance. */
const leastSlowMs = 2;

/** `members`: in ring order. A ring of two has one line, so that none of its edges is the slower one; a ring within one
 *  page (`isOnePage`) has none. `isRing`: sums travel around it, so that each member says the rate to its successor. */
export function ringEdges(members: readonly PeerStatus[], isOnePage = false, isRing = false): Edge[] {
  if (members.length < 2) return [];
  const times = members.flatMap(({ edgeMs }) => (edgeMs === undefined ? [] : [edgeMs]));
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)];
  const isSlow = (ms: number): boolean =>
    !isOnePage && members.length > 2 && ms >= leastSlowMs && ms >= slowFactor * fastest;
  return members.map((from, index) => {
    const to = members[(index + 1) % members.length];
    const own = from.isSelf ? to : to.isSelf ? from : undefined;
    const ms = from.edgeMs;
    const isBroken = [from, to].some(({ state }) => state === 'lost' || state === 'silent');
    const kind = isBroken
      ? 'broken'
      : ms === undefined || !isSlow(ms)
        ? 'usual'
        : ms === slowest
          ? 'slowest'
          : 'slow';
    const bytesPerSecond = own?.bytesPerSecond ?? (isRing ? from.sumBytesPerSecond : undefined);
    const link = own?.link;
    return { from, to, ms, bytesPerSecond, kind, link, isRelayed: link === 'relayed' };
  });
}
