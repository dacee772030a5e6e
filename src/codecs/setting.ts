// Which codec a run uses, as data. It comes from the host through peers, so it is validated.
import * as v from 'valibot';
import type { CodecRules } from './codec-rules';
import { codecTable } from './codec-table';

type Table = typeof codecTable;
export type CodecKind = keyof Table;
export type CodecSetting = { [Kind in CodecKind]: v.InferOutput<Table[Kind]['schema']> }[CodecKind];

export const codecKinds = Object.keys(codecTable) as readonly CodecKind[];
export const codecSchema = v.variant(
  'kind',
  Object.values(codecTable).map(({ schema }) => schema),
);

/** Low-rank factors of whole tensors: no codec of elements (power-sgd/). */
const factors = 'power-sgd';
const powerSgdSchema = v.strictObject({
  kind: v.literal(factors),
  rank: v.pipe(v.number(), v.minValue(1), v.maxValue(32), v.integer()),
});

export const compressionSchema = v.union([codecSchema, powerSgdSchema]);
export type CompressionSetting = v.InferOutput<typeof compressionSchema>;

export const compressionKinds: readonly CompressionKind[] = [...codecKinds, factors];
export type CompressionKind = CompressionSetting['kind'];

/** What the codec's file states. */
export function rulesOf(kind: CodecKind): CodecRules {
  return codecTable[kind];
}

/** Sums travel as factors of whole tensors, in two messages, and not in buckets of elements. */
export function isFactored(
  setting: CompressionSetting,
): setting is Extract<CompressionSetting, { kind: typeof factors }> {
  return needsWholeTensors(setting.kind);
}

export function needsWholeTensors(kind: CompressionKind): kind is typeof factors {
  return kind === factors;
}

/** The codec’s parts do not add up on the way, so every member gets all of them. */
export function isGathered(setting: CompressionSetting): boolean {
  return !isFactored(setting) && rulesOf(setting.kind).route === 'gather';
}

/** A codec by its name, with the usual share where it has one. */
export function codecNamed(kind: CodecKind): CodecSetting {
  return codecTable[kind].usual;
}

export function compressionNamed(kind: CompressionKind): CompressionSetting {
  return needsWholeTensors(kind) ? { kind, rank: 4 } : codecNamed(kind);
}

/** The share of kept elements, or the rank; undefined: the codec has no choice of its own. */
export function codecNumber(setting: CompressionSetting): number | undefined {
  if ('share' in setting) return setting.share;
  return 'rank' in setting ? setting.rank : undefined;
}

/** `int8`, with a share `top-k:0.02`, with a rank `power-sgd:2`; undefined: no such compression. */
export function parseCompression(text: string): CompressionSetting | undefined {
  const [name, number] = text.split(':');
  const kind = compressionKinds.find((one) => one === name);
  if (!kind) return undefined;
  const usual = compressionNamed(kind);
  const field = Object.keys(usual).find((key) => key !== 'kind');
  if (number !== undefined && !field) return undefined;
  const setting = number === undefined ? usual : { ...usual, [field!]: Number(number) };
  const parsed = v.safeParse(compressionSchema, setting);
  return parsed.success ? parsed.output : undefined;
}
