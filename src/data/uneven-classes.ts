// Uneven data: each member draws its examples from a mixture of classes of its own, as devices of different people hold
// different things (E9b). Mixtures follow a Dirichlet distribution (Hsu, Qi and Brown 2019), made with an urn of Pólya: it
// takes + and × only, so it is the same on every engine. Examples of a class come with replacement.
import { assert } from '../base/assert';
import { prng } from '../base/prng';
import type { Dataset } from './dataset';
import type { Indices } from './indices';
import type { Sampler } from './sampler';

/** The settings between nearly one class a member and nearly equal mixtures. */
export const leastAlpha = 0.01;
export const mostAlpha = 100;

/** Balls that are drawn for a mixture: its shares are multiples of 1 / balls. */
export const balls = 1000;

export interface Uneven {
  /** The parameter of the Dirichlet distribution, for each class: the smaller, the fewer classes a member sees. */
  readonly alpha: number;
  readonly seed: number;
  readonly member: string;
}

/** How many of the balls each class has: a function of (α, seed, member) alone. */
export function mixtureOf({ alpha, seed, member }: Uneven, classes: number): Uint32Array {
  const random = prng('mixture', seed, member);
  const counts = new Uint32Array(classes);
  for (let drawn = 0; drawn < balls; drawn++) {
    let rest = random.float() * (classes * alpha + drawn);
    let at = 0;
    while (at < classes - 1 && rest >= alpha + counts[at]) rest -= alpha + counts[at++];
    counts[at]++;
  }
  return counts;
}

/** The training examples of one member. `train`: dataset indices of the training split. A class that the split lacks is left
 *  out of the mixture; where that leaves nothing, all examples are alike. */
export function unevenSampler(dataset: Dataset, train: Indices, uneven: Uneven): Sampler {
  assert(train.length > 0, 'a training split has examples');
  const byClass = indicesByClass(dataset, train);
  const mixture = mixtureOf(uneven, dataset.classes);
  const present = [...mixture.keys()].filter((one) => mixture[one] > 0 && byClass[one].length > 0);
  const total = present.reduce((sum, one) => sum + mixture[one], 0);
  const exampleAt = (position: number): number => {
    const random = prng('uneven', uneven.seed, uneven.member, position);
    if (total === 0) return train.at(random.below(train.length))!;
    let ball = random.below(total);
    let at = 0;
    while (ball >= mixture[present[at]]) ball -= mixture[present[at++]];
    const members = byClass[present[at]];
    return members[random.below(members.length)];
  };
  return {
    epochAt: (position) => Math.floor(position / train.length),
    examples: (positions) =>
      Uint32Array.from(
        positions.flatMap(([start, count]) =>
          Array.from({ length: count }, (_, at) => exampleAt(start + at)),
        ),
      ),
  };
}

function indicesByClass({ inputShape, classes, read }: Dataset, indices: Indices): number[][] {
  const inputs = new Float32Array(inputShape.reduce((product, size) => product * size, 1));
  const label = new Uint32Array(1);
  const byClass: number[][] = Array.from({ length: classes }, () => []);
  for (let at = 0; at < indices.length; at++) {
    const index = indices.at(at)!;
    read(index, inputs, 0, label, 0);
    byClass[label[0]].push(index);
  }
  return byClass;
}
