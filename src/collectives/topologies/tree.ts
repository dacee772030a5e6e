// Tree: one chunk, a binomial tree with its root at position 0.
import { range, type Child, type TopologyRules } from './rules';

export const tree: TopologyRules = {
  chunkCount: () => 1,
  routeOf: (worldSize, position) => {
    const children: Child[] = [];
    let step = 1;
    for (; position % (2 * step) === 0 && position + step < worldSize; step *= 2)
      children.push({
        position: position + step,
        contributors: range(position + step, Math.min(position + 2 * step, worldSize)),
      });
    const parent = position === 0 ? undefined : position - (position & -position);
    return {
      children,
      parent,
      source: parent,
      to: children.map((child) => child.position).reverse(),
    };
  },
  cost: (worldSize, bytes, alphaMs, msPerByte) => {
    // Not segmented: the root sends the whole gradient to ⌈log₂ N⌉ children.
    const rounds = Math.ceil(Math.log2(worldSize));
    return {
      steps: 2 * rounds,
      busiestBytes: rounds * bytes,
      predictedMs: 2 * rounds * (alphaMs + bytes * msPerByte),
    };
  },
};
