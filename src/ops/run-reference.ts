// Executes a plan's call by the references: the CPU backend in f32, the oracle in f64.
import { activationBackward, activationForward } from './activation.ref';
import { columnSum } from './column-sum.ref';
import { crossEntropy, lossSum } from './cross-entropy.ref';
import { matmul } from './matmul.ref';
import type { OpCall, Tensor } from './op-call';
import type { Reals } from './reals';

/** The tensors of one plan. Targets are two arrays here. */
export interface ReferenceTensors {
  reals(name: Tensor): Reals;
  targets(name: Tensor): { readonly labels: Uint32Array; readonly weights: Reals };
}

export function runReference(call: OpCall, tensors: ReferenceTensors): void {
  const { reals } = tensors;
  switch (call.op) {
    case 'matmul': {
      const { epilogue, out, m, n } = call;
      const bias = epilogue && reals(epilogue.bias);
      matmul(call.layout, reals(call.a), reals(call.b), reals(out), m, n, call.k, call.accumulate, bias);
      if (epilogue && epilogue.activation !== 'none')
        activationForward(epilogue.activation, reals(out), reals(out), m * n);
      return;
    }
    case 'column-sum':
      return columnSum(reals(call.x), reals(call.out), call.rows, call.columns);
    case 'activation-forward':
      return activationForward(call.activation, reals(call.x), reals(call.y), call.length);
    case 'activation-backward':
      return activationBackward(call.activation, reals(call.saved), reals(call.gradient), call.length);
    case 'cross-entropy': {
      const { labels, weights } = tensors.targets(call.targets);
      const { rows, classes } = call;
      const gradient = reals(call.gradient);
      return crossEntropy(reals(call.logits), labels, weights, gradient, reals(call.rowStats), rows, classes);
    }
    case 'loss-sum':
      return lossSum(reals(call.rowStats), reals(call.sums), call.rows);
    default:
      call satisfies never;
  }
}
