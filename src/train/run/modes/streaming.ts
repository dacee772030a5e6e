// Streaming DiLoCo (arXiv 2501.18512): each step of the ring sums one fragment of the model, and while its sum travels the
// members train on from parameters of their own (E27, E28).
import * as v from 'valibot';
import { say } from '../../../base/sayings';
import { needsWholeTensors } from '../../../codecs/setting';
import { nesterov } from '../outer/nesterov';
import { outerSetting } from '../outer/outer-table';
import { between, syncMode, whole } from './sync-mode';

export const mostFragments = 64;

const schema = v.strictObject({
  kind: v.literal('streaming'),
  /** The inner steps of each member in one round, in which every fragment is summed once. */
  innerSteps: whole(1, 1000),
  fragments: whole(1, mostFragments),
  /** sequential: neighbouring layers. strided: every so many-th. */
  pattern: v.picklist(['sequential', 'strided']),
  /** Inner steps that go on while a sum travels (E28). */
  delay: whole(0, 1000),
  /** The paper's α: what stays of a member's own parameters when the sum of their fragment is whole. */
  mixing: between(0, 1),
  outer: outerSetting,
});

type StreamingSync = v.InferOutput<typeof schema>;

export const streaming = syncMode({
  schema,
  step: ({ innerSteps, outer, fragments, pattern, delay, mixing }) => ({
    innerSteps: innerSteps / fragments,
    outer,
    fragments: { fragments, pattern },
    own: { delay, mixing },
  }),
  name: () => 'streaming-diloco',
  /** The rounds come out even, and a sum is there before the next one. */
  problem({ innerSteps, fragments, delay }) {
    if (innerSteps % fragments !== 0) return say('unequal-fragments', { innerSteps, fragments });
    const most = innerSteps / fragments;
    return delay > most ? say('late-fragment', { delay, most }) : undefined;
  },
  codecProblem: (codec) => (needsWholeTensors(codec) ? say('power-sgd-of-fragments') : undefined),
});

/** The paper's α. */
const usualMixing = 0.5;
/** Sums of a fourth are short beside a round, and most numbers of inner steps have such a part. */
const usualFragments = 4;

export function streamingDiloco(
  innerSteps: number,
  given: Partial<Pick<StreamingSync, 'fragments' | 'pattern' | 'delay' | 'mixing'>> = {},
): StreamingSync {
  const fragments = given.fragments ?? largestPart(innerSteps);
  return {
    kind: 'streaming',
    innerSteps,
    fragments,
    pattern: given.pattern ?? 'strided',
    delay: given.delay ?? Math.ceil(innerSteps / fragments / 2),
    mixing: given.mixing ?? usualMixing,
    outer: nesterov.usual,
  };
}

function largestPart(innerSteps: number): number {
  let fragments = usualFragments;
  while (innerSteps % fragments > 0) fragments--;
  return fragments;
}
