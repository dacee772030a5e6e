// DiLoCo (arXiv 2311.08105): Nesterov momentum over the mean changes, with the rate and the momentum of the paper.
import * as v from 'valibot';
import { outerRules } from './outer-rules';

const between = (min: number, max: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(max));

export const nesterov = outerRules({
  schema: v.strictObject({
    kind: v.literal('nesterov'),
    learningRate: between(0.01, 2),
    momentum: between(0, 0.99),
  }),
  usual: { kind: 'nesterov', learningRate: 0.7, momentum: 0.9 },
  mode: 'diloco',
  optimizer: ({ momentum }) => ({ kind: 'momentum', momentum, nesterov: true }),
  rate: ({ learningRate }) => Math.fround(learningRate),
});
