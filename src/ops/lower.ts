// Any call → its kernel launches. The WebGPU twin of run-reference.ts.
import { lowerActivation } from './activation';
import { lowerColumnSum } from './column-sum';
import { lowerCrossEntropy, lowerLossSum } from './cross-entropy';
import type { Lowered, Target } from './lowering';
import { lowerMatmul } from './matmul';
import type { OpCall } from './op-call';

export function lower(call: OpCall, target: Target): Lowered {
  switch (call.op) {
    case 'matmul':
      return lowerMatmul(call, target);
    case 'column-sum':
      return lowerColumnSum(call);
    case 'activation-forward':
    case 'activation-backward':
      return lowerActivation(call, target);
    case 'cross-entropy':
      return lowerCrossEntropy(call, target);
    case 'loss-sum':
      return lowerLossSum(call);
    default:
      return call satisfies never;
  }
}
