// `npm run record:traces -- FOLDER [PRESET …] [--seeds 1,2,3] [--cpu]` records the losses and gradient norms of every
// preset, as two tabs train it. The tests of the divergence alarm read them. Real data, sampler, engine and exact
// update run in one process: each step takes the two shards of two replicas. From its start and from some later steps
// of a healthy run, a branch continues at thirty times the rate. It computes with the package webgpu where
// VK_ICD_FILENAMES or the system provides an adapter, else on the CPU backend, as with --cpu. It writes one gzipped
// file per preset (src/train/testing/recorded-traces.ts).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { loadDataset, type BuiltInData } from '../../src/data/load-dataset';
import { dropoutKeys, microBatches } from '../../src/data/micro-batches';
import { createSampler } from '../../src/data/sampler';
import { splitDataset } from '../../src/data/split';
import { createCpuEngine } from '../../src/model/cpu/cpu-engine';
import type { Engine } from '../../src/model/engine';
import { createWebGpuEngine } from '../../src/model/webgpu/webgpu-engine';
import { scheduledRate } from '../../src/optim/schedule/schedule';
import { tensorRanges } from '../../src/optim/state/tensor-ranges';
import {
  copyTrainState,
  createGradientSum,
  createShadow,
  createTrainState,
  type TrainState,
} from '../../src/optim/state/train-state';
import { presets, type Preset } from '../../src/replica/presets';
import type { RunConfig } from '../../src/train/run/run-config';
import { ShadowUpdate } from '../../src/train/state/shadow-update';
import type { PresetTraces, Trace } from '../../src/train/testing/recorded-traces';
import { openNodeGpu } from '../../src/cli/node/node-gpu';

const replicas = 2;
/** A step of the language model takes a third of a second without a GPU, so only its first thousand are recorded. */
const mostSteps = { stories: 1000 } as Readonly<Record<string, number>>;
const factor = 30;
/** Early, when the loss still falls, and at half of the run. */
const raisedAfter = (steps: number): number[] => [0, 150, steps >> 1];
const raisedSteps = 60;

/** The state of one run: what the next step needs. */
interface Run {
  readonly config: RunConfig;
  readonly engine: Engine;
  state: TrainState;
  shadow: TrainState;
  readonly sum: Float32Array;
  step: number;
  readonly examples: (step: number) => Parameters<Engine['gradient']>[0];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cpu: { type: 'boolean' }, seeds: { type: 'string', default: '1,2,3' } },
});
const [folder, ...names] = positionals;
if (!folder) throw new Error('npm run record:traces -- FOLDER [PRESET …] [--seeds 1,2,3] [--cpu]');
const seeds = values.seeds.split(',').map(Number);
const gpu = values.cpu ? undefined : await openNodeGpu();
mkdirSync(folder, { recursive: true });
for (const preset of presets)
  if (names.length === 0 || names.includes(preset.id)) await record(preset, gpu?.ok ?? false);
process.exit(0);

async function record({ id, config }: Preset, isGpu: boolean): Promise<void> {
  const steps = mostSteps[id] ?? config.steps;
  const filename = path.join(folder, `${id}.json.gz`);
  for (const seed of seeds) {
    const traces: Trace[] = [];
    const startedMs = performance.now();
    const run = await begin({ ...config, seed }, isGpu);
    const { device } = run.engine;
    const healthy: Trace = { seed, raisedAfter: null, losses: [], norms: [] };
    traces.push(healthy);
    for (;;) {
      if (raisedAfter(steps).includes(run.step)) traces.push(await raised(run, seed));
      if (run.step === steps) break;
      if (!(await advance(run, 1, healthy))) throw new Error(`step ${run.step} has no finite update`);
    }
    run.engine.destroy();
    const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
    console.log(`${id}, seed ${seed}: ${steps} steps in ${minutes} minutes on ${device}`);
    const others = existsSync(filename) ? tracesIn(filename).filter((trace) => trace.seed !== seed) : [];
    const all = [...others, ...traces].sort((a, b) => a.seed - b.seed);
    const file: PresetTraces = { preset: id, device, replicas, config, factor, traces: all };
    writeFileSync(filename, gzipSync(JSON.stringify(file), { level: 9 }));
  }
}

/** Traces of other seeds, recorded before: a long recording may be made in parts. */
function tracesIn(filename: string): readonly Trace[] {
  return (JSON.parse(gunzipSync(readFileSync(filename)).toString()) as PresetTraces).traces;
}

async function begin(config: RunConfig, isGpu: boolean): Promise<Run> {
  const { seed, model, microBatch, localBatch } = config;
  const dataset = loadDataset(config.data as BuiltInData, seed);
  const { train } = splitDataset(dataset, config.validationExamples, seed);
  const sampler = createSampler(seed, train);
  const engine = isGpu ? await createWebGpuEngine(model, microBatch) : createCpuEngine(model, microBatch);
  const state = createTrainState(config.optimizer, engine.parameterCount);
  state.parameters.set(engine.initialParameters(seed));
  const batch = replicas * localBatch;
  const examples = (step: number): Parameters<Engine['gradient']>[0] => {
    const positions = [[step * batch, batch]] as const;
    return microBatches(dataset, sampler.examples(positions), microBatch, dropoutKeys(seed, positions));
  };
  return {
    ...{ config, engine, state, examples },
    ...{ shadow: createShadow(state), sum: createGradientSum(state), step: 0 },
  };
}

/** Takes one step at `times` the rate, and adds what all members would read of it to `trace`. False: its update is
 *  not finite. */
async function advance(run: Run, times: number, trace: Trace): Promise<boolean> {
  const { config, engine, state, shadow, sum } = run;
  const whole = { index: 0, start: 0, end: engine.parameterCount };
  engine.setParameters(state.parameters);
  const sums = await engine.gradient(run.examples(run.step), [whole], sum, () => undefined, {
    overlap: false,
  });
  const update = new ShadowUpdate({
    optimizer: config.optimizer,
    clipNorm: config.clipNorm,
    learningRate: scheduledRate(config.schedule, run.step, config.steps, config.learningRate * times),
    exampleCount: sums.count,
    tensors: tensorRanges(engine.slots),
    from: state,
    to: shadow,
    sum,
  });
  update.reduced(0, engine.parameterCount);
  const { gradientNorm, isSkipped } = update.finish();
  run.step++;
  if (isSkipped) return false;
  trace.losses.push(rounded(sums.lossSum / sums.count));
  trace.norms.push(rounded(gradientNorm));
  [run.state, run.shadow] = [shadow, state];
  return true;
}

/** Runs a branch at a multiple of the run's rate; the run itself stays where it is. */
async function raised(run: Run, seed: number): Promise<Trace> {
  const kept = createTrainState(run.config.optimizer, run.engine.parameterCount);
  copyTrainState(run.state, kept);
  const trace: Trace = { seed, raisedAfter: run.step, losses: [], norms: [] };
  while (trace.losses.length < raisedSteps && (await advance(run, factor, trace)));
  copyTrainState(kept, run.state);
  run.step = trace.raisedAfter!;
  return trace;
}

/** Four digits are all that an alarm reads. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
