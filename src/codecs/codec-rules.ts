// What a codec's file states: its setting as data, how its parts become a sum, and the codec itself. codec-table.ts lists
// all of them.
import * as v from 'valibot';
import type { Codec } from './codec';
import type { CodecKernels } from './kernels';

/** How encoded contributions become one sum.
 *  owner: along the plan's trees. A chunk's owner adds what the others sent it to its own part, encodes the sum once and
 *  adopts its decoded value (collective.ts).
 *  gather: every member receives every contribution, decodes it and adds by rank (gathered-sum.ts). */
type Route = 'owner' | 'gather';

/** A setting with its kind, and what else that kind has. */
export type SettingSchema = v.StrictObjectSchema<
  { readonly kind: v.LiteralSchema<string, undefined> } & v.ObjectEntries,
  undefined
>;

export interface CodecRules<Schema extends SettingSchema = SettingSchema> {
  /** The codec’s kind, and at most one number, which command lines take after the name. */
  readonly schema: Schema;
  /** The setting that its name alone stands for. */
  readonly usual: v.InferOutput<Schema>;
  readonly route: Route;
  /** How often the residual counts with local steps (E21); 1 when absent. */
  readonly localDecay?: number;
  make(setting: v.InferOutput<Schema>, kernels: CodecKernels): Codec;
}

export function codecRules<Schema extends SettingSchema>(rules: CodecRules<Schema>): CodecRules<Schema> {
  return rules;
}

/** The rules of a codec whose setting is its kind alone. */
export function rulesOfKind<Kind extends string>(
  kind: Kind,
  route: Route,
  make: (kernels: CodecKernels) => Codec,
) {
  const schema = v.strictObject({ kind: v.literal(kind) });
  const usual = { kind } as v.InferOutput<typeof schema>;
  return codecRules({ schema, usual, route, make: (_, kernels) => make(kernels) });
}

/** The schema of a setting with the share of elements that it keeps. */
export function kindAndShare<Kind extends string>(kind: Kind, least: number, most: number) {
  const share = v.pipe(v.number(), v.minValue(least), v.maxValue(most));
  return v.strictObject({ kind: v.literal(kind), share });
}
