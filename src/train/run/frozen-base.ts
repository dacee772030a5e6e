// The parameters that a run does not train, as its configuration names them: the file that holds them, and either the
// weights of which adapters train a low-rank change, or the number of frozen first layers. Decided from sizes, before
// anything is fetched.
import { say, type Saying } from '../../base/sayings';
import type { NamedFile } from '../../data/named-file';
import { mostSharedBytes } from '../../data/shard-sizes';
import { endOf } from '../../model/engine';
import type { Plan } from '../../model/plan/plan';
import { hasBase, type Adapters, type ModelSpec } from '../../model/spec';

/** 1 GiB of f32; the optimizer, its shadow and the gradient of those that are trained take as much again several times
 *  over. */
export const mostParameters = 2 ** 28;
/** The names and places of its tensors. */
const mostHeadBytes = 2 ** 20;
/** Members send each other no larger file. */
export const mostBaseBytes = mostSharedBytes;
export const mostRank = 1024;
/** A GPT of 60 blocks has four weights in each. */
export const mostAdapted = 512;

/** Why this base does not go with the model, or why nothing can be trained on it; undefined: all is well. */
export function frozenProblem(
  base: NamedFile | undefined,
  model: ModelSpec,
  plan: Pick<Plan, 'base' | 'slots'>,
): Saying | undefined {
  if (!hasBase(model)) return base && say('base-unused');
  const { adapters, frozenLayers = 0 } = model;
  if (adapters && frozenLayers > 0) return say('adapters-and-frozen-layers');
  const { base: slots } = plan;
  if (!adapters && (slots.length === 0 || plan.slots.length === 0))
    return say('frozen-layers', { frozen: frozenLayers });
  const problem = adapters && adaptersProblem(adapters, slots);
  if (problem) return problem;
  if (!base) return say('base-missing');
  const least = 2 * endOf(slots); // f16
  const most = least + mostHeadBytes;
  return base.bytes < least || base.bytes > most
    ? say('base-bytes', { given: base.bytes, least, most })
    : undefined;
}

function adaptersProblem({ rank, weights }: Adapters, slots: Plan['base']): Saying | undefined {
  const twice = weights.find((name, at) => weights.indexOf(name) !== at);
  if (twice !== undefined) return say('adapter-twice', { name: twice });
  for (const { name, shape } of slots) {
    const most = Math.min(...shape);
    if (weights.includes(name) && rank > most) return say('adapter-rank', { name, rank, most });
  }
  return undefined;
}
