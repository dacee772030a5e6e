// The kernel of softmax cross-entropy (a workgroup per row) and the kernel that adds its rows.
import crossEntropyFile from '../../../shaders/cross_entropy.wgsl?raw';
import lossSumFile from '../../../shaders/loss_sum.wgsl?raw';
import { grid, launches, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { crossEntropyReference, lossSumReference } from './cross-entropy.ref';

interface CrossEntropy {
  readonly logits: Tensor; // (rows, classes), real
  /** u32: labels (rows) from element `firstLabel` on, the bits of the weights (rows) from `firstWeight` on. */
  readonly targets: Tensor;
  readonly firstLabel: number;
  readonly firstWeight: number;
  readonly gradient: Tensor; // (rows, classes), real
  readonly rowStats: Tensor; // (2, rows), f32: loss, correct
  readonly rows: number;
  readonly classes: number;
}

/** Loss and gradient of weight · cross-entropy(softmax(logits), label), per row. */
export function crossEntropy(shape: CrossEntropy): OpCall {
  const { logits, targets, firstLabel, firstWeight, gradient, rowStats, rows, classes } = shape;
  return opCall({
    op: 'cross-entropy',
    reads: [logits, targets],
    writes: [gradient, rowStats],
    lower: (target) => lowerCrossEntropy(shape, target),
    lowerToSimd: () =>
      simdKernel('crossEntropy', [
        ...[logits, targets, gradient, rowStats],
        ...[firstLabel, firstWeight, rows, classes],
      ]),
    reference({ reals, integers }) {
      const words = integers(targets);
      const labels = words.subarray(firstLabel, firstLabel + rows);
      const weights = new Float32Array(words.buffer, words.byteOffset + 4 * firstWeight, rows);
      crossEntropyReference(reals(logits), labels, weights, reals(gradient), reals(rowStats), rows, classes);
    },
  });
}

interface LossSum {
  readonly rowStats: Tensor;
  readonly sums: Tensor;
  readonly rows: number;
}

/** sums (2), f32, += Σ over rows of rowStats: loss, correct. */
export function lossSum({ rowStats, sums, rows }: LossSum): OpCall {
  return opCall({
    op: 'loss-sum',
    reads: [rowStats],
    updates: [sums],
    lower: () => lowerLossSum({ rowStats, sums, rows }),
    lowerToSimd: () => simdKernel('lossSum', [rowStats, sums, rows]),
    reference: ({ reals }) => lossSumReference(reals(rowStats), reals(sums), rows),
  });
}

function lowerCrossEntropy(call: CrossEntropy, target: Target): Lowered {
  // A GPU runs at least 32 lanes together anyway.
  let threads = 32;
  while (threads < 128 && threads * 8 < call.classes) threads *= 2;
  return launches({
    kernel: {
      label: `cross_entropy ${call.rows}×${call.classes}`,
      files: [crossEntropyFile],
      entryPoint: 'cross_entropy',
      consts: { THREADS: threads },
      aliases: { Real: target.real },
      overrides: { ROWS: call.rows, V: call.classes, FIRST: call.firstLabel, FIRST_WEIGHT: call.firstWeight },
      access: ['read', 'read', 'write', 'write'],
    },
    operands: [call.logits, call.targets, call.gradient, call.rowStats],
    workgroups: grid(call.rows, target),
  });
}

function lowerLossSum({ rowStats, sums, rows }: LossSum): Lowered {
  return launches({
    kernel: {
      label: `loss_sum ${rows}`,
      files: [lossSumFile],
      entryPoint: 'loss_sum',
      consts: { THREADS: 64 },
      overrides: { ROWS: rows },
      access: ['read', 'write'],
    },
    operands: [rowStats, sums],
    workgroups: [1, 1, 1],
  });
}
