// Softmax cross-entropy's kernel (one workgroup per row) and the one that adds its rows.
import crossEntropyFile from '../../shaders/cross_entropy.wgsl?raw';
import lossSumFile from '../../shaders/loss_sum.wgsl?raw';
import { grid, type Lowered, type Target } from './lowering';
import type { CrossEntropyCall, LossSumCall } from './op-call';

export function lowerCrossEntropy(call: CrossEntropyCall, target: Target): Lowered {
  // A GPU runs at least 32 lanes together anyway; on a processor every lane and barrier costs.
  let threads = target.isSoftware ? 4 : 32;
  while (threads < 128 && threads * 8 < call.classes) threads *= 2;
  return {
    calls: [
      {
        kernel: {
          label: `cross_entropy ${call.rows}×${call.classes}`,
          files: [crossEntropyFile],
          entryPoint: 'cross_entropy',
          consts: { THREADS: threads },
          overrides: { ROWS: call.rows, V: call.classes },
          access: ['read', 'read', 'write', 'write'],
        },
        operands: [call.logits, call.targets, call.gradient, call.rowStats],
        workgroups: grid(call.rows, target),
      },
    ],
    scratch: 0,
  };
}

export function lowerLossSum(call: LossSumCall): Lowered {
  return {
    calls: [
      {
        kernel: {
          label: `loss_sum ${call.rows}`,
          files: [lossSumFile],
          entryPoint: 'loss_sum',
          consts: { THREADS: 64 },
          overrides: { ROWS: call.rows },
          access: ['read', 'write'],
        },
        operands: [call.rowStats, call.sums],
        workgroups: [1, 1, 1],
      },
    ],
    scratch: 0,
  };
}
