// Error feedback (Seide et al. 2014; Karimireddy et al. 2019): what a codec drops of these values is added to the next.
// f32, in the order written, each result rounded by itself (f):
//   c = f(values + f(residual · f(decay · unit))), encoded as d, next = f(f(c − d) / unit)
// The residual is never written: it survives until the step is committed, and a retry starts from it again.
import { assert } from '../base/assert';
import type { Result } from '../base/result';
import type { Codec, EncodeCode } from './codec';
import { chosenKernels } from './self-test';

export interface FeedbackUnits {
  /** Units of the values in one of the residual: Σn where values are sums and residuals means, else 1. */
  readonly unit: number;
  /** The part of the residual that is kept: 1, or SparseLoCo's β. */
  readonly decay: number;
}

export const wholeResidual: FeedbackUnits = { unit: 1, decay: 1 };

export interface FeedbackOutput {
  /** What is sent. */
  readonly bytes: Uint8Array;
  /** What every receiver decodes from it. */
  readonly decoded: Float32Array;
  /** The residual once the step is committed. */
  readonly nextResidual: Float32Array;
}

/** Fills `output`. Refused as by `encode`; then `output` is undefined, and the caller keeps the old residual or drops it. */
export function encodeWithFeedback(
  codec: Codec,
  exponent: number,
  values: Float32Array,
  residual: Float32Array,
  output: FeedbackOutput,
  { unit, decay }: FeedbackUnits = wholeResidual,
  kernels = chosenKernels(),
): Result<void, EncodeCode> {
  const { bytes, decoded, nextResidual } = output;
  const { length } = values;
  assert(residual.length === length, `a residual of ${residual.length} elements for ${length} values`);
  assert(nextResidual.length === length, `a next residual of ${nextResidual.length} for ${length} values`);
  assert(decoded.length === length, `${decoded.length} decoded elements for ${length} values`);
  assert(disjoint(residual, nextResidual), 'the next residual is written beside the old one');
  assert(unit > 0 && Math.fround(unit) === unit, `a unit of ${unit} is a positive f32`);
  kernels.addResidual(values, residual, Math.fround(decay * unit), nextResidual);
  const encoded = codec.encode(nextResidual, exponent, bytes);
  if (!encoded.ok) return encoded;
  const own = codec.decode(bytes, exponent, decoded);
  assert(own.ok, `${codec.name} decodes what it encodes`);
  kernels.takeResidual(nextResidual, decoded, unit, nextResidual);
  return encoded;
}

function disjoint(a: Float32Array, b: Float32Array): boolean {
  if (a.buffer !== b.buffer) return true;
  return a.byteOffset + a.byteLength <= b.byteOffset || b.byteOffset + b.byteLength <= a.byteOffset;
}
