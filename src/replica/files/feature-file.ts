// A run of new classes, begun on the features of a saved run.
import { fail, type Result } from '../../base/result';
import {
  beginOnFeatures,
  type BegunRun,
  wholeModelIn,
} from '../../train/checkpoint/import/begin-on-features';
import type { RunConfig } from '../../train/run/run-config';
import { keptNamed } from './shared-shelf';

/** A saved run, and the file that it names where it trains a part of its model and that was given. */
export interface FeatureSource {
  readonly checkpoint: Blob;
  readonly base?: Blob | undefined;
}

/** `config`: of the whole model with its new last layer. */
export async function beginWithFeatures(
  { checkpoint, base }: FeatureSource,
  config: RunConfig,
  frozenLayers: number,
): Promise<Result<BegunRun, 'bad-file'>> {
  const whole = await wholeModelIn(checkpoint, (file) => (base ? Promise.resolve(base) : keptNamed(file)));
  if (!whole.ok) return fail('bad-file', whole.error.says);
  const begun = await beginOnFeatures(whole.value, config, frozenLayers, Date.now());
  return begun.ok ? begun : fail('bad-file', begun.error.says);
}
