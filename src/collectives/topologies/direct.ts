// Direct: N chunks; position c is the parameter server of chunk c.
import type { TopologyRules } from './rules';
import { starRoute } from './star';

export const direct: TopologyRules = {
  title: 'Direct',
  note: 'Each replica adds a part for all: two messages in a row, but a link between every two.',
  chunkCount: (worldSize) => worldSize,
  routeOf: starRoute,
  cost: (worldSize, bytes, alphaMs, msPerByte) => {
    // Every chunk goes straight to its owner, and its sum straight back to all.
    const busiestBytes = (2 * (worldSize - 1) * bytes) / worldSize;
    return { steps: 2, busiestBytes, predictedMs: 2 * alphaMs + busiestBytes * msPerByte };
  },
};
