// The low-rank change of a weight (LoRA, Hu et al. 2021): x·W becomes x·W + scale · (x·A)·B. W stays as it is; A and B are
// trained. B is zero at the start, so that the model begins as it was. A begins with the deviation of PEFT's uniform
// numbers, 1 / √(3 · inputs).
import { matmul } from '../matmul/matmul';
import type { Adapter, Builder } from '../layer';
import type { Tensor } from '../op-call';
import { scaleBy } from '../scale/scale';

interface Sizes {
  readonly rows: number;
  readonly inputs: number;
  readonly units: number;
}

export interface LowRank {
  /** Emits out (rows, units) = scale · (x·A)·B. */
  forward(out: Tensor): void;
  /** Emits the gradients of A and B from dz (rows, units), and adds its part to dx (rows, inputs). */
  backward(dz: Tensor, dx: Tensor | undefined): void;
}

/** `x`: (rows, inputs). Declares A and B as 'weight.a' and 'weight.b'. */
export function lowRank(
  { rank, scale }: Adapter,
  x: Tensor,
  { rows, inputs, units }: Sizes,
  builder: Builder,
): LowRank {
  const deviation = 1 / Math.sqrt(3 * inputs);
  const a = builder.parameter('weight.a', [inputs, rank], {
    initialiser: { kind: 'normal', deviation },
    decays: true,
    adapts: true,
  });
  const b = builder.parameter('weight.b', [rank, units], {
    initialiser: { kind: 'constant', value: 0 },
    decays: true,
    adapts: true,
  });
  const length = rows * rank;
  /** scale · x·A */
  const inner = builder.activation('weight.inner', length);
  return {
    forward(out) {
      builder.emit(matmul({ layout: 'nn', a: x, b: a, out: inner, m: rows, n: rank, k: inputs }));
      builder.emit(scaleBy({ x: inner, factor: scale, length }));
      builder.emit(matmul({ layout: 'nn', a: inner, b, out, m: rows, n: units, k: rank }));
    },
    backward(dz, dx) {
      const [dA, dB] = [builder.parameterGradient(a), builder.parameterGradient(b)];
      builder.emit(
        matmul({ layout: 'tn', a: inner, b: dz, out: dB, m: rank, n: units, k: rows, accumulate: true }),
      );
      const dInner = builder.activation('weight.inner.grad', length);
      builder.emit(matmul({ layout: 'nt', a: dz, b, out: dInner, m: rows, n: rank, k: units }));
      builder.emit(scaleBy({ x: dInner, factor: scale, length }));
      builder.emit(
        matmul({ layout: 'tn', a: x, b: dInner, out: dA, m: inputs, n: rank, k: rows, accumulate: true }),
      );
      if (!dx) return;
      const adds = { accumulate: true, outStorage: 'real' } as const;
      builder.emit(matmul({ layout: 'nt', a: dInner, b: a, out: dx, m: rows, n: inputs, k: rank, ...adds }));
    },
  };
}
