// Tree: one chunk, a binomial tree with its root at position 0 (C2b).
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
    // Not segmented: the root sends the whole gradient to ⌈log₂ N⌉ children, one after the other. The longest path has
    // ⌊log₂ N⌋ edges.
    const sends = Math.ceil(Math.log2(worldSize));
    const steps = 2 * Math.floor(Math.log2(worldSize));
    const busiestBytes = sends * bytes;
    return { steps, busiestBytes, predictedMs: steps * alphaMs + 2 * busiestBytes * msPerByte };
  },
};
