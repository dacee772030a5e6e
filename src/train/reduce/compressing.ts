// How the sums of a step travel: the plan's codec, and the exponent of its f16 numbers, or PowerSGD with the Q of the
// replicated state. The same at every member (E22, E26).
import { assert } from '../../base/assert';
import { largestExponent } from '../../codecs/codec';
import { plainKernels } from '../../codecs/plain/plain-kernels';
import type { PowerSgdPlan } from '../../codecs/power-sgd/plan';
import { codecOf } from '../../codecs/registry';
import { isFactored, rulesOf, type CompressionSetting } from '../../codecs/setting';
import type { Bucket } from '../../model/engine';
import type { RunState, StepPlan } from '../run/run-state';
import { isLocal } from '../run/sync';
import { usualNorm } from '../run/usual-norms';
import type { Compressing } from './residual';

/** 2^s is a 256th of the usual length of the sum: f16 then holds values of up to 256 such lengths, and of down to 2⁻³². */
const headroomBits = 8;

/** Undefined: the sums travel as f32. `factors`: of the run state, where it names a Q. */
export function compressingOf(
  { usualNorms, sync }: RunState,
  { plan, totalCount }: { readonly plan: StepPlan; readonly totalCount: number },
  worldSize: number,
  factors: { readonly plan: PowerSgdPlan; readonly right: Float32Array } | undefined,
): Compressing | undefined {
  const { codec } = plan.buckets;
  if (codec.kind === 'f32' || worldSize === 1) return undefined;
  if (isFactored(codec)) {
    assert(factors, 'a run state with PowerSGD names its Q');
    return { kind: 'factors', ...factors };
  }
  const exponent = exponentFor((usualNorm(usualNorms) ?? 0) * totalCount);
  const decay = isLocal(sync) ? (rulesOf(codec.kind).localDecay ?? 1) : 1;
  return { kind: 'codec', codec: codecOf(codec), exponent, decay };
}

/** The bytes of each bucket, without frame headers; undefined: the two messages of PowerSGD are no buckets. */
export function encodedBytes(
  setting: CompressionSetting,
  buckets: readonly Bucket[],
): readonly number[] | undefined {
  if (isFactored(setting)) return undefined;
  const codec = codecOf(setting, plainKernels);
  return buckets.map(({ start, end }) => codec.encodedBytes(end - start));
}

/** ⌊log₂ length⌋ − 8 within a codec's range; 0 where the length is not known. */
export function exponentFor(length: number): number {
  if (!(length > 0)) return 0;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, length);
  const power = (view.getUint16(0) >> 4) - 1023;
  return Math.min(Math.max(power - headroomBits, -largestExponent), largestExponent);
}
