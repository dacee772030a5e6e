// Star: one chunk; position 0 is the parameter server (C2c).
import { range, type Route, type TopologyRules } from './rules';

export const star: TopologyRules = {
  chunkCount: () => 1,
  routeOf: (worldSize, position) => starRoute(worldSize, position, 0),
  cost: (worldSize, bytes, alphaMs, msPerByte) => ({
    // The server's one link carries N − 1 gradients in, then N − 1 sums out.
    steps: 2,
    busiestBytes: (worldSize - 1) * bytes,
    predictedMs: 2 * (alphaMs + (worldSize - 1) * bytes * msPerByte),
  }),
};

function starRoute(worldSize: number, position: number, root: number): Route {
  if (position !== root) return { children: [], parent: root, source: root, to: [] };
  const others = range(0, worldSize).filter((other) => other !== root);
  return {
    children: others.map((other) => ({ position: other, contributors: [other] })),
    parent: undefined,
    source: undefined,
    to: others,
  };
}

/** Direct: N chunks; position c is the parameter server of chunk c (C2e). */
export const direct: TopologyRules = {
  chunkCount: (worldSize) => worldSize,
  routeOf: starRoute,
  cost: (worldSize, bytes, alphaMs, msPerByte) => {
    // Every chunk goes straight to its owner, and its sum straight back to all.
    const busiestBytes = (2 * (worldSize - 1) * bytes) / worldSize;
    return { steps: 2, busiestBytes, predictedMs: 2 * alphaMs + busiestBytes * msPerByte };
  },
};
