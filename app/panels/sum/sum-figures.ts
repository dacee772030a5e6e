// The figures of a played sum: what its members send.
import type { SumPlay } from './sum-play';

interface Sent {
  readonly leastMessages: number;
  readonly mostMessages: number;
  readonly leastBytes: number;
  readonly mostBytes: number;
}

export function sentBy(play: SumPlay): Sent {
  const messages = play.sum.members.map(() => 0);
  const bytes = play.sum.members.map(() => 0);
  for (const { from, bytes: more } of play.transfers) {
    messages[from]++;
    bytes[from] += more;
  }
  return {
    leastMessages: Math.min(...messages),
    mostMessages: Math.max(...messages),
    leastBytes: Math.min(...bytes),
    mostBytes: Math.max(...bytes),
  };
}
