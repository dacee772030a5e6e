// Which codec a run uses, as data. It comes from the host through peers, so it is validated.
import * as v from 'valibot';

const range = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));

export const codecSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('f32') }),
  v.strictObject({ kind: v.literal('fp16') }),
  v.strictObject({ kind: v.literal('bf16') }),
  v.strictObject({ kind: v.literal('int8') }),
  v.strictObject({ kind: v.literal('int4') }),
  v.strictObject({ kind: v.literal('sign') }),
  /** At least one element of a block of 4,096. Above a quarter int8 sends fewer bytes. */
  v.strictObject({ kind: v.literal('top-k'), share: range(2 ** -12, 0.25) }),
  /** The paper's range. */
  v.strictObject({ kind: v.literal('sparse-loco'), share: range(0.01, 0.03) }),
]);
export type CodecSetting = v.InferOutput<typeof codecSchema>;

/** Low-rank factors of whole tensors: no codec of elements (power-sgd/). */
export const powerSgdSchema = v.strictObject({
  kind: v.literal('power-sgd'),
  rank: v.pipe(range(1, 32), v.integer()),
});
export type PowerSgdSetting = v.InferOutput<typeof powerSgdSchema>;

export const compressionSchema = v.union([codecSchema, powerSgdSchema]);
export type CompressionSetting = v.InferOutput<typeof compressionSchema>;
