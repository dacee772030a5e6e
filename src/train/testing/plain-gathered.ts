// Gathered sums a second time, for the replay oracle (PROTOCOL.md C10, EXACTNESS.md E21, E22): plain loops over whole
// contributions, with a residual per member. Only the codecs themselves are the product's; they have an oracle of their own.
import type { Codec } from '../../codecs/codec';
import { codecOf } from '../../codecs/registry';
import { isGathered, type CodecSetting } from '../../codecs/setting';
import type { MemberId } from '../../membership/view';

/** Elements that are encoded together. */
const piece = 65_536;

export interface PlainPart {
  readonly member: MemberId;
  readonly gradient: Float32Array;
}

export class PlainGathered {
  /** In mean units. */
  readonly #residuals = new Map<MemberId, Float32Array>();

  /** `parts`: of the members with loss terms, by rank. `spans`: the buckets. `norms`: ‖g_j‖ of the run state. Writes the
   *  sum, and keeps what each member loses. */
  add(
    setting: CodecSetting,
    parts: readonly PlainPart[],
    spans: readonly { readonly start: number; readonly end: number }[],
    norms: readonly number[],
    exampleCount: number,
    sum: Float32Array,
  ): void {
    if (!isGathered(setting)) throw new Error(`${setting.kind} is not gathered`);
    const codec = codecOf(setting);
    const exponent = exponentOf(norms, exampleCount);
    parts.forEach(({ member, gradient }, rank) => {
      const before = this.#residuals.get(member);
      const values = gradient.map((g, i) =>
        before ? Math.fround(g + Math.fround(before[i] * exampleCount)) : g,
      );
      const decoded = new Float32Array(values.length);
      for (const { start, end } of spans)
        for (let at = start; at < end; at += piece)
          passOn(codec, exponent, values, decoded, at, Math.min(at + piece, end));
      this.#residuals.set(
        member,
        values.map((value, i) => Math.fround(Math.fround(value - decoded[i]) / exampleCount)),
      );
      for (let i = 0; i < sum.length; i++)
        sum[i] = rank === 0 ? decoded[i] : Math.fround(sum[i] + decoded[i]);
    });
  }
}

function passOn(
  codec: Codec,
  exponent: number,
  values: Float32Array,
  into: Float32Array,
  start: number,
  end: number,
): void {
  const bytes = new Uint8Array(codec.encodedBytes(end - start));
  const isPassed =
    codec.encode(values.subarray(start, end), exponent, bytes).ok &&
    codec.decode(bytes, exponent, into.subarray(start, end)).ok;
  if (!isPassed) throw new Error(`elements ${start} to ${end} cannot be encoded`);
}

/** A 256th of the usual length of the sum, as a power of two. */
function exponentOf(norms: readonly number[], exampleCount: number): number {
  const usual = [...norms].sort((a, b) => a - b)[(norms.length - 1) >> 1] * exampleCount;
  return usual > 0 ? Math.max(-111, Math.min(111, Math.floor(Math.log2(usual)) - 8)) : 0;
}
