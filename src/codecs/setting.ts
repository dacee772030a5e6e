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

export const codecKinds = codecSchema.options.map(({ entries }) => entries.kind.literal);
export type CodecKind = (typeof codecKinds)[number];
export const compressionKinds = [...codecKinds, 'power-sgd'] as const;
export type CompressionKind = CompressionSetting['kind'];

/** Its parts do not add up on the way, so every member gets all of them (the codec's `route`). */
export function isGathered({ kind }: CompressionSetting): boolean {
  return kind === 'sign' || kind === 'top-k' || kind === 'sparse-loco';
}

/** A codec by its name, with the usual share where it has one. */
export function codecNamed(kind: CodecKind): CodecSetting {
  return kind === 'top-k' || kind === 'sparse-loco' ? { kind, share: 1 / 64 } : { kind };
}

export function compressionNamed(kind: CompressionKind): CompressionSetting {
  return kind === 'power-sgd' ? { kind, rank: 4 } : codecNamed(kind);
}

/** `int8`, with a share `top-k:0.02`, with a rank `power-sgd:2`; undefined: no such compression. */
export function parseCompression(text: string): CompressionSetting | undefined {
  const [name, number] = text.split(':');
  const kind = compressionKinds.find((one) => one === name);
  if (!kind) return undefined;
  const field = kind === 'power-sgd' ? 'rank' : 'share';
  const setting = { ...compressionNamed(kind), ...(number === undefined ? {} : { [field]: Number(number) }) };
  const parsed = v.safeParse(compressionSchema, setting);
  return parsed.success ? parsed.output : undefined;
}
