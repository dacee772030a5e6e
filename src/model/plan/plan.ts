// A compiled model: tensors and calls in order, forward then backward, for one micro-batch. The plan is static and the
// same for both backends; each backend decides where the tensors live. Parameter gradients accumulate over
// micro-batches. Activation gradients are assigned.
import { assert } from '../../base/assert';
import { say } from '../../base/sayings';
import { amountLoss } from '../../ops/amount-loss/amount-loss';
import { crossEntropy, lossSum } from '../../ops/cross-entropy/cross-entropy';
import { sizeOf, type Initialiser } from '../../ops/layer';
import { layerTypes } from '../../ops/layers';
import { tensorsOf, type OpCall, type Tensor } from '../../ops/op-call';
import { EngineError, type ParameterSlot } from '../engine';
import { fuseSlopes } from './fuse-slopes';
import { withLoss, type LossPiece, type LossRows } from './loss-pieces';
import { PlanBuilder } from './plan-builder';
import { gradientOf, type PlanTensor } from './plan-tensor';
import type { CompileOptions, ModelSpec } from '../spec';

export interface Plan {
  readonly microBatch: number;
  /** Elements of one example. */
  readonly inputs: number;
  /** The kind of input: numbers, or token ids below `vocabulary`. */
  readonly holds: 'reals' | 'tokens';
  readonly vocabulary: number | undefined;
  readonly predicts: 'classes' | 'amounts';
  /** Loss terms of one example. */
  readonly terms: number;
  /** Outputs of a term: 1 for an amount. */
  readonly classes: number;
  readonly slots: readonly ParameterSlot[];
  /** The initialiser of each slot. */
  readonly initialisers: readonly Initialiser[];
  readonly parameterCount: number;
  readonly base: readonly ParameterSlot[];
  readonly tensors: readonly PlanTensor[];
  /** They end with the loss and its gradient. */
  readonly forward: readonly OpCall[];
  readonly backward: readonly OpCall[];
  /** The number of backward calls, for each slot, after which its gradient is complete. */
  readonly completeAfter: readonly number[];
  /** All loss terms of a micro-batch, in order. One piece, unless the last layer is frozen and large (loss-pieces.ts). */
  readonly pieces: readonly LossPiece[];
}

/** Throws EngineError 'bad-model' when the layers do not fit together. The message names the layer. */
export function compile(
  spec: ModelSpec,
  microBatch: number,
  { checkpoints, logitsBytes }: CompileOptions = { checkpoints: false },
): Plan {
  assert(Number.isInteger(microBatch) && microBatch > 0, 'a micro-batch has at least one row');
  if (spec.layers.length === 0) throw new EngineError('bad-model', 'no layers', say('layers-none'));
  const builder = new PlanBuilder(microBatch, checkpoints, spec);
  const inputs = sizeOf(spec.inputShape);
  const holds = layerTypes[spec.layers[0].kind].takes ?? 'reals';
  const x = builder.host('inputs', microBatch * inputs, holds === 'tokens' ? 'f32' : 'real', {
    kind: 'inputs',
  });
  const { y, backward } = builder.buildModel(spec.layers, { tensor: x, shape: spec.inputShape, holds });

  builder.assertAdapted();

  const { loss } = spec;
  const predicts = loss === 'softmax-cross-entropy' ? 'classes' : 'amounts';
  const classes = predicts === 'amounts' ? 1 : y.shape[y.shape.length - 1];
  const terms = sizeOf(y.shape) / classes;
  const rows = microBatch * terms;
  builder.host(builder.targets, microBatch + 2 * rows, 'u32', { kind: 'targets' });
  const sums = builder.host('sums', 2, 'f32', { kind: 'sums' });
  const gradient = builder.activation('logits.grad', rows * classes);
  const body = builder.takeCalls();
  backward(gradient, undefined);
  const head = {
    forward: body,
    backward: withoutDeadCalls(builder.takeCalls(), new Set(builder.persistent())),
    logits: y.tensor,
    gradient,
    rows,
    classes,
    lossCalls: ({ copy, firstRow, ...piece }: LossRows): OpCall[] => {
      const rowStats = builder.activation(`row-stats${copy}`, 2 * piece.rows, 'f32');
      const common = { ...piece, targets: builder.targets, rowStats };
      const at = { firstLabel: microBatch + firstRow, firstWeight: microBatch + rows + firstRow };
      return [
        loss === 'softmax-cross-entropy'
          ? crossEntropy({ ...common, ...at, classes })
          : amountLoss({ ...common, loss, outputs: piece.logits, firstTarget: microBatch }),
        lossSum({ rowStats, sums, rows: piece.rows }),
      ];
    },
  };
  const cut = withLoss(head, builder, logitsBytes);
  const { forward, pieces } = cut;
  const calls = fuseSlopes(cut.backward);
  const used = new Set([...forward, ...calls].flatMap(tensorsOf));
  return {
    microBatch,
    inputs,
    holds,
    predicts,
    vocabulary: builder.vocabulary,
    terms,
    classes,
    slots: builder.slots,
    initialisers: builder.initialisers,
    parameterCount: builder.parameterCount,
    base: builder.base,
    tensors: builder.tensors.filter(({ name, role }) => role.kind !== 'activation' || used.has(name)),
    forward,
    backward: calls,
    completeAfter: builder.slots.map(
      ({ name }) => calls.findLastIndex((call) => call.updates.includes(gradientOf(name))) + 1,
    ),
    pieces,
  };
}

/** Multiplications and additions of a micro-batch. */
export function flopsOf({ forward, backward }: Plan): number {
  return [...forward, ...backward].reduce((sum, { flops }) => sum + flops, 0);
}

/** Removes dead calls. A block recomputed for its backward also recomputes its output, which nothing reads. Walks
 *  backwards and keeps each call that updates or writes a tensor that is read later or is in `kept`. */
export function withoutDeadCalls(calls: readonly OpCall[], kept: ReadonlySet<Tensor>): OpCall[] {
  const needed = new Set(kept);
  const alive: OpCall[] = [];
  for (const call of calls.toReversed()) {
    if (![...call.writes, ...call.updates].some((tensor) => needed.has(tensor))) continue;
    for (const tensor of call.writes) if (!kept.has(tensor)) needed.delete(tensor);
    for (const tensor of [...call.reads, ...call.updates]) needed.add(tensor);
    alive.push(call);
  }
  return alive.reverse();
}
