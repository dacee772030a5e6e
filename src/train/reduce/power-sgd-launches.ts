// A step by PowerSGD (C11): two sums of f32 along the plan's trees, the second of what depends on the first. Both need whole
// matrices, so nothing is sent before the whole gradient is final.
import { assert } from '../../base/assert';
import {
  decodeSum,
  leftMessage,
  nextResidual,
  orthonormalLeft,
  rightMessage,
} from '../../codecs/power-sgd/power-sgd';
import { Collective } from '../../collectives/collective';
import { commonOptions, type Launch, type ReduceOptions } from './launch';
import type { Factoring } from './residual';
import { assertSent } from './withheld-error';

export function powerSgdLaunches(options: ReduceOptions, { plan, right }: Factoring): readonly Launch[] {
  const { gradient, contribution, sum, path, onReduced } = options;
  const { local, dropped } = contribution;
  assert(path !== 'gathered' && dropped, 'factors are summed along trees, and lose a residual');
  const firstLength = plan.leftLength + plan.restLength;
  const [firstPart, firstSum] = [new Float32Array(firstLength), new Float32Array(firstLength)];
  const [ownRight, rightSum] = [new Float32Array(plan.rightLength), new Float32Array(plan.rightLength)];
  let left: Float32Array = new Float32Array();
  const collective = (bucket: number, part: Float32Array, result: Float32Array, offset: number): Collective =>
    new Collective({
      collective: 'all-reduce',
      ...commonOptions(options, bucket),
      topology: path,
      local: part,
      result,
      offset,
    });
  const first = collective(0, firstPart, firstSum, 0);
  const second = collective(1, ownRight, rightSum, firstLength);
  return [
    {
      collective: first,
      needs: () => Promise.all(gradient.buckets.map(({ index }) => gradient.bucketReady(index))),
      fill: () => {
        for (const { index } of gradient.buckets) assertSent(gradient.check(index));
        assertSent(contribution.prepare(0, local.length));
        firstPart.set(leftMessage(plan, local, right));
      },
      whole: () => undefined,
    },
    {
      collective: second,
      needs: () => first.done,
      fill: () => {
        left = orthonormalLeft(plan, firstSum);
        ownRight.set(rightMessage(plan, local, left));
      },
      whole: () => {
        decodeSum(plan, firstSum, left, rightSum, sum);
        nextResidual(plan, local, left, ownRight, contribution.unit, dropped);
        onReduced(0, sum.length);
      },
    },
  ];
}
