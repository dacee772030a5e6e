// The kernel of the losses of amounts: an element per term. The sums over them are those of all losses (lossSum).
import amountLossFile from '../../../shaders/amount_loss.wgsl?raw';
import { grid, launches, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { amountLosses, amountLossReference, type AmountLoss } from './amount-loss.ref';

interface AmountLossCall {
  readonly loss: AmountLoss;
  readonly outputs: Tensor; // (rows), real
  /** u32: the bits of the targets (rows) from element `firstTarget` on, then those of the weights (rows). */
  readonly targets: Tensor;
  readonly firstTarget: number;
  readonly gradient: Tensor; // (rows), real
  readonly rowStats: Tensor; // (2, rows), f32
  /** Terms: examples times amounts. */
  readonly rows: number;
}

const threads = 64;

/** Loss and gradient of weight · loss(output − target), per term. */
export function amountLoss(shape: AmountLossCall): OpCall {
  const { loss, outputs, targets, firstTarget, gradient, rowStats, rows } = shape;
  const { most, factor } = amountLosses[loss];
  return opCall({
    op: `${loss}-loss`,
    reads: [outputs, targets],
    writes: [gradient, rowStats],
    lower: (target) => lowerAmountLoss(shape, target),
    lowerToSimd: () =>
      simdKernel('amountLoss', [outputs, targets, gradient, rowStats, firstTarget, rows, most, factor]),
    reference({ reals, integers }) {
      const words = integers(targets);
      const floats = new Float32Array(words.buffer, words.byteOffset + 4 * firstTarget, 2 * rows);
      const [wanted, weights] = [floats.subarray(0, rows), floats.subarray(rows)];
      const form = amountLosses[loss];
      amountLossReference(reals(outputs), wanted, weights, reals(gradient), reals(rowStats), rows, form);
    },
  });
}

function lowerAmountLoss(call: AmountLossCall, target: Target): Lowered {
  const { most, factor } = amountLosses[call.loss];
  return launches({
    kernel: {
      label: `amount_loss ${call.rows}`,
      files: [amountLossFile],
      entryPoint: 'amount_loss',
      consts: { THREADS: threads },
      aliases: { Real: target.real },
      overrides: { ROWS: call.rows, FIRST: call.firstTarget, MOST: most, FACTOR: factor },
      access: ['read', 'read', 'write', 'write'],
    },
    operands: [call.outputs, call.targets, call.gradient, call.rowStats],
    workgroups: grid(Math.ceil(call.rows / threads), target),
  });
}
