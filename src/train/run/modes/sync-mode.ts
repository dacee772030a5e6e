// What the file of a sync mode states: how its settings look, and what one step of the ring is in it. mode-table.ts lists
// all of them.
import * as v from 'valibot';
import type { Saying } from '../../../base/sayings';
import type { SettingSchema } from '../../../codecs/codec-rules';
import type { CompressionKind } from '../../../codecs/setting';
import type { Outer, OuterMode } from '../outer/outer-table';

/** The usual configurations by name. SparseLoCo is one with the codec sparse-loco. */
export type SyncName = 'every-step' | OuterMode | 'streaming-diloco' | 'sparse-loco';

/** Fragments of the model: each step of a round sums another one (E27). */
export interface FragmentSetting {
  readonly fragments: number;
  /** sequential: neighbouring layers. strided: every so many-th. */
  readonly pattern: 'sequential' | 'strided';
}

/** Parameters of a member's own, which stay from one step of the ring to the next (E28). */
interface OwnSetting {
  /** Inner steps that go on while a sum travels. */
  readonly delay: number;
  /** The share of a member's own parameters that stays when the sum of their fragment is whole. */
  readonly mixing: number;
}

/** One step of the ring, whatever the mode. */
export interface RingStep {
  /** The inner steps of each member; a gradient that is summed at once counts as one. */
  readonly innerSteps: number;
  /** What the exact update does with the mean of the members' changes; undefined: they sum gradients. */
  readonly outer: Outer | undefined;
  /** Undefined: each step sums the whole model. */
  readonly fragments: FragmentSetting | undefined;
  /** Undefined: the members begin each step at the same parameters. */
  readonly own: OwnSetting | undefined;
}

export interface SyncMode<Schema extends SettingSchema = SettingSchema> {
  readonly schema: Schema;
  step(setting: v.InferOutput<Schema>): RingStep;
  /** The mode’s name with this codec. */
  name(setting: v.InferOutput<Schema>, codec: CompressionKind): SyncName;
  /** Why the settings do not fit each other; undefined: they do. */
  problem?(setting: v.InferOutput<Schema>): Saying | undefined;
  /** Why the mode does not go with this codec; undefined: it does. */
  codecProblem?(codec: CompressionKind): Saying | undefined;
}

export function syncMode<Schema extends SettingSchema>(mode: SyncMode<Schema>): SyncMode<Schema> {
  return mode;
}

export const between = (min: number, max: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(max));

export const whole = (min: number, max: number) => v.pipe(between(min, max), v.integer());
