// The base of a saved run on this device: kept from a room that had it, or made again of the model that the run began with.
import { fail, ok, type Result } from '../../base/result';
import { say } from '../../base/sayings';
import { yieldToLoop } from '../../base/yield-to-loop';
import { nameOfFile } from '../../data/name-of-file';
import type { NamedFile } from '../../data/named-file';
import { baseFileOf } from '../../train/checkpoint/base-file';
import { baseOfFeatures, wholeModelIn } from '../../train/checkpoint/import/begin-on-features';
import { openCheckpoint } from '../../train/checkpoint/read-checkpoint';
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
  if ('checkpoint' in source && (await stands(source.checkpoint, base)))
    return fail('bad-file', say('run-not-base'));
  const made = await madeOf(source, model);
  if (!made.ok) return made;
  const { root, bytes } = await nameOfFile(made.value, yieldToLoop);
  if (root === base.root && bytes === base.bytes) return made;
  const digits = (hash: string): string => hash.slice(0, 8);
  return fail(
    'bad-file',
    say('other-base', {
      given: bytes,
      givenHash: digits(root),
      wanted: base.bytes,
      wantedHash: digits(base.root),
    }),
  );
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

/** Whether it is a run on this base, as is the run itself. */
async function stands(checkpoint: Blob, base: NamedFile): Promise<boolean> {
  const opened = await openCheckpoint(checkpoint);
  return opened.ok && opened.value.facts.state.config.base?.root === base.root;
}

async function isNamed(file: Blob, { root, bytes }: NamedFile): Promise<boolean> {
  return file.size === bytes && (await nameOfFile(file, yieldToLoop)).root === root;
}
