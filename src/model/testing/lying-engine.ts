// An engine whose one op lies: what a broken driver does. Its gradient is spoiled too, so that a ring that let it in
// would show it.
import { resultsOf, type CallTrial, type TensorValues, type TrialResult } from '../call-trial';
import type { Engine } from '../engine';

export interface Lie {
  readonly op: string;
  /** 'nothing': what it should write stays NaN. 'assigns': it assigns where it should add. */
  readonly kind: 'zeros' | 'nothing' | 'off' | 'assigns';
  /** How far off the first element is. */
  readonly by?: number;
  readonly only?: 'first';
}

export function lyingEngine(engine: Engine, { op, kind, by = 1, only }: Lie): Engine {
  const lie = (trial: CallTrial, honest: TrialResult): TrialResult =>
    new Map(
      resultsOf(trial).map((name) => {
        const values = honest.get(name)!.slice();
        if (kind === 'zeros') return [name, values.fill(0)];
        if (kind === 'nothing') return [name, trial.tensors.get(name)!.values.map(() => Number.NaN)];
        if (kind === 'assigns') {
          const before = trial.tensors.get(name)!.values;
          return [name, values.map((value, i) => value - before[i])];
        }
        values[0] += by;
        return [name, values] as [string, TensorValues];
      }),
    );
  return {
    ...engine,
    async runCalls(trials) {
      const honest = await engine.runCalls(trials);
      const first = trials.findIndex(({ call }) => call.op === op);
      return trials.map((trial, at) =>
        trial.call.op === op && (only === undefined || at === first) ? lie(trial, honest[at]) : honest[at],
      );
    },
    async gradient(batches, buckets, into, onBucket, options) {
      const sums = await engine.gradient(batches, buckets, into, () => {}, options);
      into[0] += by;
      for (const { index } of buckets) onBucket(index);
      return sums;
    },
  };
}
