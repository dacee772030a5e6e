// What the file of an outer optimizer states: what the exact update does with the mean of the members' changes, which is its
// gradient (E24). outer-table.ts lists all of them.
import type * as v from 'valibot';
import type { SettingSchema } from '../../../codecs/codec-rules';
import type { OptimizerConfig } from '../../../optim/rules/config';

export interface OuterRules<Schema extends SettingSchema = SettingSchema> {
  readonly schema: Schema;
  /** The setting that the mode's name alone stands for. */
  readonly usual: v.InferOutput<Schema>;
  /** The mode that local steps with it are called. */
  readonly mode: string;
  optimizer(setting: v.InferOutput<Schema>): OptimizerConfig;
  /** The learning rate of the exact update, an f32. */
  rate(setting: v.InferOutput<Schema>): number;
}

export function outerRules<Schema extends SettingSchema, const Mode extends string>(
  rules: OuterRules<Schema> & { readonly mode: Mode },
): OuterRules<Schema> & { readonly mode: Mode } {
  return rules;
}
