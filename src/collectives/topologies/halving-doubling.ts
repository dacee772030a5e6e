// Halving–doubling (Rabenseifner 2004): P chunks, P the largest power of two ≤ N (C2d). The tree of chunk c is the
// binomial tree of its exchanges. Positions from P on first give their contribution to position − P.
import type { Child, TopologyRules } from './rules';

export const halvingDoubling: TopologyRules = {
  chunkCount: powerBelow,
  /** Bits from the highest to the lowest are the rounds. In each a position sends the half that its partner keeps. */
  routeOf: (worldSize, position, chunk) => {
    const power = powerBelow(worldSize);
    if (position >= power)
      return { children: [], parent: position - power, source: position - power, to: [] };
    const surplusOf = (at: number): number[] => (at + power < worldSize ? [at + power] : []);
    const children: Child[] = surplusOf(position).map((other) => ({
      position: other,
      contributors: [other],
    }));
    let bit = power >> 1;
    // The partner's half comes here while position and chunk agree; where they differ first, this one goes there.
    for (; bit > 0 && (position & bit) === (chunk & bit); bit >>= 1) {
      const partner = position ^ bit;
      children.push({ position: partner, contributors: sentBy(partner, bit) });
    }
    function sentBy(at: number, sentIn: number): number[] {
      const sum = [at, ...surplusOf(at)];
      for (let round = power >> 1; round > sentIn; round >>= 1) sum.push(...sentBy(at ^ round, round));
      return sum;
    }
    const parent = bit > 0 ? position ^ bit : undefined;
    return {
      children,
      parent,
      source: parent,
      to: children.map((child) => child.position).reverse(),
    };
  },
  cost: (worldSize, bytes, alphaMs, msPerByte) => {
    // When N is not a power of two, the surplus sends its part first and gets the sum last.
    const power = powerBelow(worldSize);
    const exchanged = (2 * (power - 1) * bytes) / power;
    const folded = worldSize > power ? 1 : 0;
    const steps = 2 * Math.log2(power) + 2 * folded;
    return {
      steps,
      busiestBytes: exchanged + folded * bytes,
      predictedMs: steps * alphaMs + (exchanged + 2 * folded * bytes) * msPerByte,
    };
  },
};

function powerBelow(worldSize: number): number {
  return 2 ** Math.floor(Math.log2(worldSize));
}
