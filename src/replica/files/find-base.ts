// The base of a saved run on this device: kept from a room that had it, or made again of the model that the run began with.
import { fail, ok, type Result } from '../../base/result';
import { say } from '../../base/sayings';
import { yieldToLoop } from '../../base/yield-to-loop';
import { nameOfFile } from '../../data/name-of-file';
import type { NamedFile } from '../../data/named-file';
import { baseFileOf } from '../../train/checkpoint/base-file';
import { baseOfFeatures, wholeModelIn } from '../../train/checkpoint/import/begin-on-features';
import type { RunConfig } from '../../train/run/run-config';
import { type GptSource, openGpt } from './gpt-file';
import { keptNamed } from './shared-shelf';

export type BasedRun = Pick<RunConfig, 'model'> & { readonly base: NamedFile };

/** Undefined, where no source is given: the file is not kept here. */
export async function findBase(
  { model, base }: BasedRun,
  source: GptSource | undefined,
): Promise<Result<Blob | undefined, 'bad-file'>> {
  if (!source) {
    const kept = await keptNamed(base);
    return ok(kept && (await isNamed(kept, base)) ? kept : undefined);
  }
  const made = await madeOf(source, model);
  if (!made.ok) return made;
  return (await isNamed(made.value, base)) ? made : fail('bad-file', say('other-base'));
}

async function madeOf(source: GptSource, model: BasedRun['model']): Promise<Result<Blob, 'bad-file'>> {
  if ('checkpoint' in source && model.frozenLayers !== undefined) {
    const whole = await wholeModelIn(source.checkpoint, keptNamed);
    const made = whole.ok ? baseOfFeatures(whole.value, model) : whole;
    return made.ok ? made : fail('bad-file', made.error.says);
  }
  const opened = await openGpt(source);
  if (!opened.ok) return opened;
  const made = await baseFileOf(opened.value);
  return made.ok ? made : fail('bad-file', made.error.says);
}

async function isNamed(file: Blob, { root, bytes }: NamedFile): Promise<boolean> {
  return file.size === bytes && (await nameOfFile(file, yieldToLoop)).root === root;
}
