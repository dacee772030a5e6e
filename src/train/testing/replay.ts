// The oracle of the exactness tests: replays the committed history of one run in one thread. Each listed member's
// gradient comes from the CPU engine in one call. Chunks are added in the documented order of the topology (PROTOCOL.md
// C2), one f32 rounding each; gathered parts by rank (C10). The update is the optimizers' plain specification. Plans
// and learning rates are computed by plain code (plain-plan.ts). Nothing of the trainer, the collectives or the fast
// update is used.
import type { CodecSetting } from '../../codecs/setting';
import type { TreePath } from '../../collectives/topology';

import { splitDataset } from '../../data/split';
import { loadDataset } from '../../data/load-dataset';
import type { Dataset } from '../../data/dataset';
import type { View } from '../../membership/view';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import type { Engine } from '../../model/engine';
import { baseOf } from '../../model/testing/oracle';
import { squaredNormOf } from '../../optim/state/block-norms';
import type { TensorRange } from '../../optim/state/tensor-ranges';
import type { OptimizerConfig } from '../../optim/rules/config';
import {
  copyTrainState,
  createState,
  createTrainState,
  shapeFor,
  type TrainState,
} from '../../optim/state/train-state';
import { oracleUpdate } from '../../optim/testing/update-oracle';
import { assignBuckets } from '../reduce/buckets';
import { fragmentsOf, type Fragment } from '../run/fragments';
import type { RunConfig } from '../run/run-config';
import { stateDigest, type StepPlan } from '../run/run-state';
import type { UsualNorms } from '../run/usual-norms';
import { memberSampler } from '../run/member-sampler';
import { trainingRows } from '../run/training-rows';
import type { StepRecord } from '../metrics/step-record';
import type { VersionedState } from '../state/versioned-state';
import { plainRankSum } from './plain-bounded';
import { PlainGathered } from './plain-gathered';
import { plainPseudoGradient } from './plain-inner';
import { PlainStreams } from './plain-streaming';
import { PlainPowerSgd } from './plain-power-sgd';
import { plainSums } from './plain-sums';
import { isFileData } from '../run/data-shape';
import { plainPlans, type PlainPlan, type PlanningHeader } from './plain-plan';
import type { SimulatedReplica } from './simulated-ring';
import { tensorDifference } from './state-difference';
import { digestOf } from '../../optim/state/testing/digest-of';

/** The oracle's input beside the step records: the order of each ring, and the header that planned each step. */
export class Witness {
  readonly views = new Map<number, View>(); // by generation
  /** The headers by the version of the state after each. A later attempt's header replaces an earlier one's. */
  readonly headers = new Map<number, PlanningHeader>();
  /** The plans by step: the last one before the step was finished. Only shards by measured speed are used. */
  readonly plans = new Map<number, StepPlan>();
  readonly records = new Map<number, StepRecord>();
  /** The last 56 ‖g_j‖ of the run state before a step (S11c). */
  readonly norms = new Map<number, UsualNorms>();
  /** Parameters and gradient sum at a replica when it committed the step. */
  readonly parameters = new Map<number, Float32Array>();
  readonly sums = new Map<number, Float32Array>();

  watch({ member }: SimulatedReplica): void {
    const { replica, trainer } = member;
    trainer.on('decision', ({ decision }) => {
      const { state } = trainer;
      if (!state || (decision.kind !== 'step' && decision.kind !== 'transition')) return;
      const isStep = decision.kind === 'step';
      if (isStep) this.norms.set(state.step + 1, state.usualNorms.slice(-56));
      const version = state.version + 1;
      if (!isStep && (!decision.state.plan || decision.state.plan === state.plan)) {
        this.headers.delete(version);
        return;
      }
      const planned = state.step + (isStep ? 2 : 1);
      this.headers.set(version, {
        plans: isStep && decision.next === null ? undefined : planned,
        finishes: isStep ? state.step + 1 : undefined,
        records: trainer.status.records,
        ring: member.membership.view!.ring,
        settings: state,
      });
    });
    member.membership.on('installed', (view) => void this.views.set(view.generation, view));
    member.on('change', () => {
      const state = replica.held?.state;
      if (state?.plan) this.plans.set(state.step + 1, state.plan);
    });
    member.on('step', (record) => {
      this.records.set(record.step, record);
      if (replica.held?.state.step !== record.step) return;
      this.parameters.set(record.step, replica.held.tensors.parameters.slice());
      this.sums.set(record.step, replica.participation.stored!.sum.slice());
    });
  }
}

export interface Replay {
  readonly state: TrainState;
  readonly root: string;
  /** Digest root after each step. */
  readonly parameters: readonly Float32Array[];
}

export interface ReplayMutation {
  /** Divide by this instead of Σ n_j. */
  readonly divisor?: (record: StepRecord, plan: PlainPlan) => number;
  readonly isUnclipped?: boolean;
}

export async function replay(
  config: RunConfig,
  witness: Witness,
  steps: number,
  mutation: ReplayMutation = {},
  given?: Dataset,
): Promise<Replay> {
  if (isFileData(config.data)) throw new Error('tests use built-in data');
  const dataset = given ?? loadDataset(config.data, config.seed);
  const engine = createCpuEngine(config.model, config.microBatch);
  engine.setBase(baseOf(config.model));
  const { train } = splitDataset(dataset, config.validationExamples, config.seed);
  const shape = shapeFor(config.optimizer);
  const named = config.buckets.codec.kind === 'power-sgd' ? [...shape.vectors, 'Q'] : shape.vectors;
  let state = createState({ ...shape, vectors: named }, engine.parameterCount);
  state.parameters.set(engine.initialParameters(config.seed));
  const inner = new Map<string, TrainState>();
  const streams = new PlainStreams();
  let sync: PlainPlan['sync'] = { kind: 'every-step' };
  const parameters: Float32Array[] = [];
  const plans = plainPlans({
    config,
    headers: [...witness.headers].sort(([a], [b]) => a - b).map(([, header]) => header),
    contributions: (step) => witness.records.get(step)?.contributions,
    measuredSizes: (step) => witness.plans.get(step)?.shards.map(({ count }) => count) ?? [],
    parameters: engine.parameterCount,
  });
  const gathered = new PlainGathered();
  const { codec: chosen } = config.buckets;
  const factors =
    chosen.kind === 'power-sgd' ? new PlainPowerSgd(engine.slots, chosen.rank, config.seed) : undefined;
  for (let step = 1; step <= steps; step++) {
    const record = witness.records.get(step)!;
    const plan = plans.get(step);
    if (!plan) throw new Error(`step ${step}: no header that planned it was seen`);
    const view = witness.views.get(record.generation)!;
    if (JSON.stringify(plan.sync) !== JSON.stringify(sync)) {
      state = inMode(state, optimizerOf(config, sync), optimizerOf(config, plan.sync));
      sync = plan.sync;
      inner.clear();
      streams.clear();
    }
    const optimizer = optimizerOf(config, sync);
    const gradientOfMember =
      (member: string) => async (parameters: Float32Array, positions: readonly number[]) => {
        const sampler = memberSampler(config, dataset, train, member);
        const spans = positions.map((position) => [position, 1] as const);
        engine.setParameters(parameters);
        const sum = await gradientOf(engine, trainingRows({ dataset, sampler }, config, config.seed, spans));
        return { sum, count: positions.length * dataset.terms };
      };
    const fragments = sync.kind === 'streaming' ? fragmentsOf(engine.slots, sync) : undefined;
    const gradients: Float32Array[] = []; // by rank of the view
    for (const member of view.members) {
      const gradientAt = gradientOfMember(member);
      const shard = plan.shards.find((one) => one.member === member)?.positions ?? [];
      const listed = record.contributions[member] ?? 0;
      let given: { sum: Float32Array; count: number };
      if (sync.kind === 'every-step' || listed === 0)
        given = await gradientAt(state.parameters, listed > 0 ? shard : []);
      else if (sync.kind === 'streaming')
        given = await streams.pseudoGradient({
          ...{
            config,
            step,
            member,
            sync,
            fragments: fragments!,
            planned: shard,
            tensors: tensorsOf(engine),
          },
          ...{ gradient: gradientAt, rate: plan.innerRate, outer: state.parameters },
          consumed: listed / dataset.terms,
        });
      else {
        const own = inner.get(member) ?? createTrainState(config.optimizer, engine.parameterCount);
        inner.set(member, own);
        given = await plainPseudoGradient({
          ...{ config, planned: shard, tensors: tensorsOf(engine), gradient: gradientAt, state: own },
          ...{ innerSteps: sync.innerSteps, rate: plan.innerRate, outer: state.parameters },
          consumed: listed / dataset.terms,
        });
      }
      if (given.count !== listed)
        throw new Error(
          `step ${step}: ${member} is listed with ${listed} loss terms, of ${shard.length} planned`,
        );
      gradients.push(given.sum);
    }
    const sum = new Float32Array(engine.parameterCount);
    const byPosition = view.ring.map((rank) => gradients[rank]);
    const fragment = fragments?.[(step - 1) % fragments.length];
    const buckets = assignBuckets(engine.slots, plan.buckets, fragment);
    const before = createTrainState(optimizer, engine.parameterCount);
    if (fragment) copyTrainState(state, before);
    const total = Object.values(record.contributions).reduce((a, b) => a + b, 0);
    const { codec } = plan.buckets;
    // While a dispute is open or a link is missing a sum goes around the ring (S21b, C12c).
    const { topology: chosen } = plan.buckets;
    // Two levels among the machines that the record names.
    const isGrouped = chosen === 'two-levels' && record.topology.startsWith('two-levels:');
    const topology = record.topology === 'ring' ? 'ring' : isGrouped ? (record.topology as TreePath) : chosen;
    // Gathered messages are added in one order, whichever way they took.
    if (record.topology !== topology && !['gathered', 'gathered-around'].includes(record.topology))
      throw new Error(`step ${step} went by ${record.topology}, and ${topology} was chosen`);
    const alone = view.members.length === 1;
    const isBounded = plan.buckets.boundedParts === true && !alone;
    const held = factors && state.vectors.at(-1)!.slice();
    if ((codec.kind === 'f32' && !isBounded) || alone)
      for (const { start, end } of buckets) plainSums(topology, byPosition, sum, start, end);
    else if (factors) {
      const ranks = isBounded ? listedRanks(view, record) : view.ring;
      const parts = ranks.map((rank) => {
        const member = view.members[rank];
        const terms = record.contributions[member] ?? 0;
        const bounded = isBounded ? { terms, norms: witness.norms.get(step) ?? [] } : undefined;
        return { member, gradient: gradients[rank], isListed: terms > 0, bounded };
      });
      const add = (messages: readonly Float32Array[]): Float32Array => {
        if (isBounded) return plainRankSum(messages);
        const total = new Float32Array(messages[0].length);
        plainSums(topology, messages, total, 0, total.length);
        return total;
      };
      sum.set(factors.sum(parts, held!, step - 1, total, add));
    } else {
      const listed = listedRanks(view, record).map((rank) => {
        const member = view.members[rank];
        const boundedTerms = isBounded ? record.contributions[member] : undefined;
        return { member, gradient: gradients[rank], boundedTerms };
      });
      const norms = witness.norms.get(step) ?? [];
      gathered.add(codec as CodecSetting, listed, buckets, norms, total, sum, sync.kind !== 'every-step');
    }
    if (factors) state.vectors.at(-1)!.set(factors.next(sum, held!, step));
    const exampleCount = mutation.divisor?.(record, plan) ?? total;
    const norm = Math.sqrt(squaredNormOf(sum)) / exampleCount;
    const isClipped =
      sync.kind === 'every-step' && config.clipNorm > 0 && norm > config.clipNorm && !mutation.isUnclipped;
    oracleUpdate(optimizer, state, sum, {
      learningRate: plan.learningRate,
      exampleCount,
      ...(isClipped ? { clipScale: Math.fround(config.clipNorm / norm) } : {}),
      tensors: tensorsOf(engine),
    });
    if (fragment) keepOutside(fragment, before, state);
    parameters.push(state.parameters.slice());
  }
  return { state, root: digestOf(state), parameters };
}

function listedRanks({ members }: View, { contributions }: StepRecord): number[] {
  return members.flatMap((member, rank) => ((contributions[member] ?? 0) > 0 ? [rank] : []));
}

/** A step of Streaming DiLoCo changes its fragment only. */
function keepOutside(fragment: Fragment, before: TrainState, after: TrainState): void {
  const isInside = (p: number): boolean => fragment.some(({ start, end }) => start <= p && p < end);
  for (let p = 0; p < before.parameters.length; p++) {
    if (isInside(p)) continue;
    after.parameters[p] = before.parameters[p];
    for (const [i, vector] of after.vectors.entries()) vector[p] = before.vectors[i][p];
  }
}

/** The update of the ring's sums. */
function optimizerOf({ optimizer }: RunConfig, sync: PlainPlan['sync']): OptimizerConfig {
  if (sync.kind === 'every-step') return optimizer;
  const { outer } = sync;
  return outer.kind === 'average'
    ? { kind: 'sgd' }
    : { kind: 'momentum', momentum: outer.momentum, nesterov: true };
}

/** The same parameters. Vectors begin at zero, unless both updates are outer ones with a momentum. */
function inMode(state: TrainState, before: OptimizerConfig, now: OptimizerConfig): TrainState {
  const next = createTrainState(now, state.parameters.length);
  next.parameters.set(state.parameters);
  next.step = state.step;
  if (before.kind === 'momentum' && now.kind === 'momentum') next.vectors[0].set(state.vectors[0]);
  return next;
}

/** The first element at which the oracle and a replica's state differ, with both values; undefined: none. */
export function replayDifference(oracle: Replay, held: VersionedState): string | undefined {
  const difference = tensorDifference(oracle.state, held.tensors);
  if (difference !== undefined) return `the oracle and the replica: ${difference}`;
  const digest = stateDigest(oracle.root, held.state);
  return digest === held.digest ? undefined : `digest: ${digest} of what is held, which says ${held.digest}`;
}

/** Which parameters decay, by name: the weights of dense layers and filters, not biases, norms and embedding tables. */
function tensorsOf({ slots }: Engine): TensorRange[] {
  return slots.map(({ name, offset, length }) => ({
    start: offset,
    end: offset + length,
    decays: name.endsWith('.weight'),
  }));
}

export async function gradientOf(
  engine: Engine,
  batches: Parameters<Engine['gradient']>[0],
): Promise<Float32Array> {
  const into = new Float32Array(engine.parameterCount);
  const whole = [{ index: 0, start: 0, end: into.length }];
  await engine.gradient(batches, whole, into, () => undefined, { overlap: false });
  return into;
}
