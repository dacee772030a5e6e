// The figures of a played sum: what its members send, and who waits for whom.
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

export interface LongestWait {
  readonly who: number;
  readonly whom: number;
  readonly ms: number;
}

/** The longest time in which nothing came to a member, and who then sent. Guessed times say nothing. */
export function longestWait({ sum, transfers }: SumPlay): LongestWait | undefined {
  let longest: LongestWait | undefined;
  for (const who of sum.members.keys()) {
    let lastMs = 0;
    const coming = transfers
      .filter(({ to, isGuessed }) => to === who && !isGuessed)
      .sort((a, b) => a.startMs - b.startMs);
    for (const { startMs, endMs, from } of coming) {
      if (startMs - lastMs > (longest?.ms ?? 0)) longest = { who, whom: from, ms: startMs - lastMs };
      lastMs = Math.max(lastMs, endMs);
    }
  }
  return longest;
}
