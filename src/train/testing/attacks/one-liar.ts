// One liar of four in a run on two crescents, on the simulated network: what its parts do to the validation loss after the same
// number of steps. The liar runs the product's replica; what it changes is stated at each way of lying.
import { microBatches } from '../../../data/micro-batches';
import { splitDataset } from '../../../data/split';
import { loadDataset, type BuiltInData } from '../../../data/load-dataset';
import { createCpuEngine } from '../../../model/cpu/cpu-engine';
import type { Engine } from '../../../model/engine';
import { syncNamed } from '../../run/sync';
import { moonsRun } from '../moons-run';
import type { RunConfig } from '../../run/run-config';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';

export interface Lie {
  /** Every gradient that the liar computes is multiplied by it; 1: it is honest. */
  readonly times: number;
  /** It shortens its part to so many times the bound that honest members keep; absent: 1. */
  readonly boundTimes?: number;
  /** What it sends of its part is multiplied by it on the wire; absent: 1. */
  readonly wireTimes?: number;
  /** The norm that its records show is multiplied by it at each step, again and again; absent: 1. */
  readonly growth?: number;
}

export interface Outcome {
  readonly loss: number;
  readonly steps: number;
  /** Steps in which the liar's part counted. */
  readonly counted: number;
  readonly isEvicted: boolean;
  readonly offences: readonly string[];
  readonly usual: readonly number[];
  readonly digests: number;
  /** Simulated milliseconds from the start of the run to its end. */
  readonly tookMs: number;
}

export const liarsRun: RunConfig = {
  ...moonsRun([32, 32], 2000),
  localBatch: 16,
  microBatch: 16,
  learningRate: 0.1,
  steps: 120,
  evaluateEvery: 0,
};

export function bounded(config: RunConfig): RunConfig {
  return { ...config, buckets: { ...config.buckets, boundedParts: true } };
}

export function locally(config: RunConfig): RunConfig {
  return { ...config, steps: 25, sync: syncNamed('diloco', 8) };
}

const liar = 2;

export async function oneLiar(config: RunConfig, lie: Lie, seed = 5): Promise<Outcome> {
  const ring = new SimulatedRing({
    ...{ seed, config },
    wrapEngine: (engine, index) => (index === liar ? multiplied(engine, lie.times) : engine),
  });
  const replicas = Array.from({ length: 4 }, () => ring.add());
  corrupt(replicas[liar], lie);
  await ring.formed(4);
  const beganMs = ring.clock.now();
  ring.submit({ kind: 'start' });
  const honest = replicas.filter((_, index) => index !== liar);
  await ring.until(
    'the end',
    () =>
      honest.every(({ member }) =>
        ['finished', 'diverged'].includes(member.replica.held?.state.status ?? ''),
      ),
    600_000,
  );
  const [{ member, steps }] = honest;
  const { state, tensors } = member.replica.held!;
  const outcome = {
    loss: await validationLoss(config, tensors.parameters),
    steps: steps.length,
    counted: steps.filter(({ contributions }) => (contributions[replicas[liar].id] ?? 0) > 0).length,
    isEvicted: state.kicked.includes(replicas[liar].id),
    offences: state.offences.map((one) => one.member),
    usual: state.usualNorms,
    digests: new Set(honest.map((one) => one.member.replica.held?.digest)).size,
    tookMs: ring.clock.now() - beganMs,
  };
  await ring.end();
  return outcome;
}

function multiplied(engine: Engine, times: number): Engine {
  return {
    ...engine,
    gradient: async (batches, buckets, into, onBucket, options) => {
      const sums = await engine.gradient(batches, buckets, into, () => undefined, options);
      for (let i = 0; i < into.length; i++) into[i] *= times;
      for (const { index } of buckets) onBucket(index);
      return sums;
    },
  };
}

const headerBytes = 40;

function corrupt({ member }: SimulatedReplica, { boundTimes = 1, wireTimes = 1, growth = 1 }: Lie): void {
  const { residual } = member.replica;
  const contribute = residual.contribute.bind(residual);
  residual.contribute = ({ bound, ...options }) =>
    contribute({ ...options, ...(bound === undefined ? {} : { bound: bound * boundTimes }) });
  const send = member.hub.send.bind(member.hub);
  let shown = 1;
  member.hub.send = (to, type, bytes, ...rest) => {
    if (type !== 'reduce' || wireTimes === 1) return send(to, type, bytes, ...rest);
    const changed = bytes.slice();
    const values = new Float32Array(changed.buffer, headerBytes);
    for (let i = 0; i < values.length; i++) values[i] *= wireTimes;
    return send(to, type, changed, ...rest);
  };
  const { device } = member.replica;
  const begin = device.beginGradient.bind(device);
  device.beginGradient = (state, outer, records) => {
    const before = device.gradient;
    begin(state, outer, records);
    const { gradient } = device;
    if (!gradient || gradient === before) return;
    const times = (shown = Math.min(shown * growth, 1e60));
    const norm = gradient.meanSquaredNorm.bind(gradient);
    gradient.meanSquaredNorm = (count) => norm(count) * times ** 2;
  };
}

async function validationLoss(config: RunConfig, parameters: Float32Array): Promise<number> {
  const dataset = loadDataset(config.data as BuiltInData, config.seed);
  const engine = createCpuEngine(config.model, config.microBatch);
  const { validation } = splitDataset(dataset, config.validationExamples, config.seed);
  engine.setParameters(parameters);
  const { lossSum, count } = await engine.evaluate(microBatches(dataset, validation, config.microBatch));
  return lossSum / count;
}
