// The oracle of tests on real tabs, which give only their step records. One thread trains alone on the examples of each
// record, in the order of S9. It uses the plain mean of the CPU engine's gradients and plain SGD. Tabs compute their
// gradients on other devices, so it holds within rounding, not bit for bit. Nothing of the trainer is used.
import { microBatches, dropoutKeys } from '../../data/micro-batches';
import { loadDataset } from '../../data/load-dataset';
import { createSampler } from '../../data/sampler';
import { splitDataset } from '../../data/split';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import type { RunConfig } from '../run/run-config';
import type { StepRecord } from '../metrics/step-record';
import { gradientOf } from './replay';

type Listed = Pick<StepRecord, 'step' | 'contributions'>;

/** ‖ḡ‖ of each step of a run from its first on. The view must only ever shrink, and shards be equal. */
export async function replayNorms(config: RunConfig, records: readonly Listed[]): Promise<number[]> {
  if (config.data.kind !== 'points' || config.optimizer.kind !== 'sgd')
    throw new Error('the oracle replays SGD on points');
  const dataset = loadDataset(config.data, config.seed);
  const { train } = splitDataset(dataset, config.validationExamples, config.seed);
  const sampler = createSampler(config.seed, train);
  const engine = createCpuEngine(config.model, config.microBatch);
  const parameters = Float64Array.from(engine.initialParameters(config.seed));
  const norms: number[] = [];
  let redo: number[] = [];
  let fresh = 0;
  for (const [i, { step, contributions }] of records.entries()) {
    if (step !== i + 1) throw new Error(`the record of step ${i + 1} is missing`);
    // Planned with the header before, for the members that summed the step before, in order of rank.
    const planned = Object.keys(records[Math.max(0, i - 1)].contributions);
    const shards = planned.map(() =>
      Array.from({ length: config.localBatch }, () => redo.shift() ?? fresh++),
    );
    const given = shards.filter((_, rank) => contributions[planned[rank]] > 0).flat();
    const missed = shards.filter((_, rank) => !contributions[planned[rank]]).flat();
    redo = [...redo, ...missed].sort((a, b) => a - b);
    const listed = Object.values(contributions).reduce((sum, count) => sum + count, 0);
    if (listed !== given.length)
      throw new Error(`step ${step}: ${listed} examples are listed, ${given.length} were planned`);
    engine.setParameters(Float32Array.from(parameters));
    const spans = given.map((position) => [position, 1] as const);
    const keys = dropoutKeys(config.seed, spans);
    const batches = microBatches(dataset, sampler.examples(spans), config.microBatch, keys);
    const sum = await gradientOf(engine, batches);
    let squared = 0;
    for (let p = 0; p < parameters.length; p++) {
      const mean = sum[p] / given.length;
      squared += mean * mean;
      parameters[p] -= config.learningRate * mean;
    }
    norms.push(Math.sqrt(squared));
  }
  return norms;
}
