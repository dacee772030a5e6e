// Direct: N chunks; position c is the parameter server of chunk c (C2e).
import type { TopologyRules } from './rules';
import { starRoute } from './star';

export const direct: TopologyRules = {
  chunkCount: (worldSize) => worldSize,
  routeOf: starRoute,
  cost: (worldSize, bytes, alphaMs, msPerByte) => {
    // Every chunk goes straight to its owner, and its sum straight back to all.
    const busiestBytes = (2 * (worldSize - 1) * bytes) / worldSize;
    return { steps: 2, busiestBytes, predictedMs: 2 * alphaMs + busiestBytes * msPerByte };
  },
};
