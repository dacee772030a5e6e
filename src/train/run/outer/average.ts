// The mean itself: local SGD (Stich 2019); with the codec sparse-loco, SparseLoCo (arXiv 2508.15706).
import * as v from 'valibot';
import { outerRules } from './outer-rules';

export const average = outerRules({
  schema: v.strictObject({ kind: v.literal('average') }),
  usual: { kind: 'average' },
  mode: 'local-sgd',
  optimizer: () => ({ kind: 'sgd' }),
  rate: () => 1,
});
