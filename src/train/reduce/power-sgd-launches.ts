// A step by PowerSGD (C11): two sums of f32 along the plan's trees, the second of what depends on the first. Both need whole
// matrices, so nothing is sent before the whole gradient is final.
import { assert } from '../../base/assert';
import { FactorSums, type FactorSum } from '../../codecs/power-sgd/factor-sums';
import { Collective } from '../../collectives/collective';
import { commonOptions, type Launch, type ReduceOptions } from './launch';
import type { Factoring } from './residual';
import { assertSent } from './withheld-error';

export function powerSgdLaunches(options: ReduceOptions, { plan, right }: Factoring): readonly Launch[] {
  const { gradient, contribution, sum, path, onReduced } = options;
  const { local, dropped } = contribution;
  assert(path !== 'gathered' && dropped, 'factors are summed along trees, and lose a residual');
  const sums = new FactorSums(plan, right);
  const collective = (bucket: number, { part, sum: result }: FactorSum, offset: number): Collective =>
    new Collective({
      collective: 'all-reduce',
      ...commonOptions(options, bucket),
      topology: path,
      local: part,
      result,
      offset,
    });
  const first = collective(0, sums.first, 0);
  const second = collective(1, sums.second, sums.first.part.length);
  return [
    {
      collective: first,
      needs: () => Promise.all(gradient.buckets.map(({ index }) => gradient.bucketReady(index))),
      fill: () => {
        for (const { index } of gradient.buckets) assertSent(gradient.check(index));
        assertSent(contribution.prepare(0, local.length));
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
