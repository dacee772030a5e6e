// Matmul with a fused epilogue: the call. matmul.ref.ts is the specification, choice.ts chooses among kernels,
// kernels.ts has their launches, simd-matmul.ts those of the SIMD engine.
import {
  activationBackward,
  activationForward,
  type PointwiseActivation,
} from '../activation/activation.ref';
import type { MatrixStorage } from '../layer';
import { opCall, type OpCall, type Storage, type Tensor } from '../op-call';
import { chooseMatmul } from './choice';
import { matmulWith } from './kernels';
import { matmulReference, type MatmulLayout } from './matmul.ref';
import { matmulOnSimd } from './simd-matmul';

/** activation(product + bias). */
interface BiasEpilogue {
  readonly bias: Tensor; // (N)
  readonly activation: 'none' | 'relu' | 'tanh';
}

/** out = gelu(before), where before = product + bias is an output too: GELU's backward needs it. */
interface GeluEpilogue {
  readonly bias: Tensor; // (N)
  readonly activation: 'gelu';
  readonly before: Tensor; // (M, N), 'real'
}

/** product · f′, where out is dL/dz and f was applied to z. `saved` is f(z) for relu and tanh, z for gelu. */
interface SlopeEpilogue {
  readonly slopeOf: PointwiseActivation;
  readonly saved: Tensor; // (M, N)
}

export interface MatmulShape {
  readonly layout: MatmulLayout;
  readonly a: Tensor;
  readonly b: Tensor;
  /** Storage of b: 'real' by default. A product of layout tn has no b in f16. */
  readonly bStorage?: MatrixStorage;
  readonly out: Tensor; // (M, N)
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** out +=: for parameter gradients; with a bias and no activation also for residual streams. */
  readonly accumulate?: boolean;
  readonly epilogue?: BiasEpilogue | GeluEpilogue | SlopeEpilogue;
  /** Storage of out: by default 'f32' if it accumulates, else 'real'. All operands but b are 'real'. */
  readonly outStorage?: Extract<Storage, 'real' | 'f32'>;
}

export function matmul(shape: MatmulShape): OpCall {
  const { layout, a, b, out, m, n, k, accumulate = false, epilogue } = shape;
  const extra = epilogue ? ['bias' in epilogue ? epilogue.bias : epilogue.saved] : [];
  const before = epilogue && 'before' in epilogue ? [epilogue.before] : [];
  const isPlain = !accumulate && !epilogue;
  const hasOtherRows = epilogue !== undefined && ('saved' in epilogue || 'before' in epilogue);
  return opCall({
    op: `matmul-${layout}`,
    reads: [a, b, ...extra],
    writes: accumulate ? [] : [...before, out],
    updates: accumulate ? [out] : [],
    flops: 2 * m * n * k,
    withSlope: isPlain
      ? ({ slopeOf, saved, dx }) => matmul({ ...shape, out: dx, epilogue: { slopeOf, saved } })
      : undefined,
    forRows:
      layout !== 'tn' && !accumulate && !hasOtherRows
        ? ({ rows, x, y }) => matmul({ ...shape, a: x, out: y, m: rows })
        : undefined,
    lower: (target) => matmulWith(chooseMatmul(layout, m, n, k, target), shape, target),
    lowerToSimd: () => matmulOnSimd(shape),
    reference({ reals }) {
      const c = reals(out);
      if (epilogue && 'before' in epilogue) {
        const z = reals(epilogue.before);
        matmulReference(layout, reals(a), reals(b), z, m, n, k, false, reals(epilogue.bias));
        activationForward('gelu', z, c, m * n);
        return;
      }
      const bias = epilogue && 'bias' in epilogue ? reals(epilogue.bias) : undefined;
      matmulReference(layout, reals(a), reals(b), c, m, n, k, accumulate, bias);
      if (!epilogue) return;
      if ('saved' in epilogue) activationBackward(epilogue.slopeOf, reals(epilogue.saved), c, c, m * n);
      else if (epilogue.activation !== 'none') activationForward(epilogue.activation, c, c, m * n);
    },
  });
}
