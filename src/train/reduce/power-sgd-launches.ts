// A step by PowerSGD (C11): two sums of f32 along the plan's trees, the second of what depends on the first. Both need whole
// matrices, so nothing is sent before the whole gradient is final. Where parts are bounded both are gathered (S25).
import { assert } from '../../base/assert';
import { FactorSums, type FactorSum } from '../../codecs/power-sgd/factor-sums';
import { Collective } from '../../collectives/collective';
import { GatheredSum } from '../../collectives/gathered-sum';
import { isTreePath } from '../../collectives/topology';
import { commonOptions, type Launch, type ReduceOptions, type StepCollective } from './launch';
import type { Factoring } from './residual';
import { assertSent } from './withheld-error';

export function powerSgdLaunches(options: ReduceOptions, { plan, right }: Factoring): readonly Launch[] {
  const { gradient, contribution, sum, path, contributors, onReduced } = options;
  const { local, dropped, isBounded } = contribution;
  assert(dropped, 'factors lose a residual');
  const sums = new FactorSums(plan, right);
  const collective = (bucket: number, { part, sum: result }: FactorSum, offset: number): StepCollective => {
    const common = { ...commonOptions(options, bucket), local: part, result, offset };
    if (!isTreePath(path)) return new GatheredSum({ ...common, path, contributors, isBounded });
    return new Collective({ collective: 'all-reduce', ...common, topology: path });
  };
  const first = collective(0, sums.first, 0);
  const second = collective(1, sums.second, sums.first.part.length);
  return [
    {
      collective: first,
      needs: () => Promise.all(gradient.buckets.map(({ index }) => gradient.bucketReady(index))),
      fill: () => {
        for (const { index } of gradient.buckets) assertSent(gradient.check(index));
        assertSent(contribution.prepare(0, local.length));
        contribution.shorten([{ start: 0, end: local.length }]);
        sums.fillFirst(local);
      },
      whole: () => undefined,
    },
    {
      collective: second,
      needs: () => first.done,
      fill: () => sums.fillSecond(local),
      whole: () => {
        sums.decode(local, contribution.unit, sum, dropped);
        onReduced(0, sum.length);
      },
    },
  ];
}
