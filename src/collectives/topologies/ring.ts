// Ring (Patarasu & Yuan 2009): N chunks. The tree of chunk c is the path c, c + 1, … c + N − 1 (C2a). The whole sum
// continues around the ring, from the owner to the position before it.
import { modulo, type TopologyRules } from './rules';

export const ring: TopologyRules = {
  chunkCount: (worldSize) => worldSize,
  routeOf: (worldSize, position, chunk) => {
    const hop = modulo(position - chunk, worldSize); // 0: adds nothing; worldSize − 1: the owner
    const before = {
      position: modulo(position - 1, worldSize),
      contributors: Array.from({ length: hop }, (_, i) => modulo(chunk + i, worldSize)),
    };
    const after = modulo(position + 1, worldSize);
    const isOwner = hop === worldSize - 1;
    return {
      children: hop === 0 ? [] : [before],
      parent: isOwner ? undefined : after,
      source: isOwner ? undefined : before.position,
      to: worldSize === 1 || hop === worldSize - 2 ? [] : [after],
    };
  },
  cost: (worldSize, bytes, alphaMs, msPerByte) => {
    const steps = 2 * (worldSize - 1);
    return {
      steps,
      busiestBytes: (steps * bytes) / worldSize,
      predictedMs: steps * (alphaMs + (bytes / worldSize) * msPerByte),
    };
  },
};
