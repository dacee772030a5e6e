// Gathered sums a second time, for the replay oracle (PROTOCOL.md C10, EXACTNESS.md E21, E22): plain loops over whole
// contributions, with a residual per member. Only the codecs themselves are the product's; they have an oracle of their
// own.
import type { Codec } from '../../codecs/codec';
import { codecOf } from '../../codecs/registry';
import { isGathered, type CodecSetting } from '../../codecs/setting';
import type { MemberId } from '../../membership/view';
import { plainKept, plainScale, plainScaled, plainSquares } from './plain-bounded';

/** Elements that are encoded together. */
const wholePiece = 65_536;
/** Where parts are bounded. */
const boundedPiece = 12_288;

export interface PlainPart {
  readonly member: MemberId;
  readonly gradient: Float32Array;
  /** n_j, where parts are bounded. */
  readonly boundedTerms?: number | undefined;
}

export class PlainGathered {
  /** The residuals in mean units. */
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
    isLocal = false,
  ): void {
    const isBounded = parts.some(({ boundedTerms }) => boundedTerms !== undefined);
    if (!isBounded && !isGathered(setting)) throw new Error(`${setting.kind} is not gathered`);
    const piece = isBounded ? boundedPiece : wholePiece;
    const codec = codecOf(setting);
    const unit = Math.fround((isLocal && setting.kind === 'sparse-loco' ? 0.95 : 1) * exampleCount);
    const exponent = exponentOf(norms, exampleCount);
    parts.forEach(({ member, gradient, boundedTerms }, rank) => {
      const before = this.#residuals.get(member);
      const whole = gradient.map((g, i) => (before ? Math.fround(g + Math.fround(before[i] * unit)) : g));
      const pieces = spans.flatMap(({ start, end }) =>
        Array.from({ length: Math.ceil((end - start) / piece) }, (_, k) => {
          const at = start + k * piece;
          return [at, Math.min(at + piece, end)] as const;
        }),
      );
      const passed = (values: Float32Array): Float32Array => {
        const decoded = new Float32Array(values.length);
        for (const [at, end] of pieces) passOn(codec, exponent, values, decoded, at, end);
        return decoded;
      };
      let scale = 1;
      if (boundedTerms !== undefined) {
        const sent = passed(whole);
        const ofSpan = (at: number, end: number): number =>
          pieces.reduce((sum, [a, b]) => (a >= at && b <= end ? sum + plainSquares(sent, a, b) : sum), 0);
        // f32 is measured by the bucket, not by the piece.
        const squares = spans.reduce(
          (sum, { start, end }) =>
            sum + (setting.kind === 'f32' ? plainSquares(sent, start, end) : ofSpan(start, end)),
          0,
        );
        scale = plainScale(norms, boundedTerms, squares);
      }
      const values = plainScaled(whole, scale);
      const decoded = passed(values);
      const dropped = values.map((value, i) => Math.fround(Math.fround(value - decoded[i]) / exampleCount));
      this.#residuals.set(member, plainKept(dropped, scale, before));
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
