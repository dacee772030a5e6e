// The base of a saved run on this device: kept from a room that had it, or made again of the model that the run began with.
import { fail, ok, type Result } from '../../base/result';
import { say } from '../../base/sayings';
import { yieldToLoop } from '../../base/yield-to-loop';
import { nameOfFile } from '../../data/name-of-file';
import type { NamedFile } from '../../data/named-file';
import { baseFileOf } from '../../train/checkpoint/base-file';
import { baseOfFeatures, wholeModelIn } from '../../train/checkpoint/import/begin-on-features';
import type { GptFiles } from '../../train/checkpoint/import/gpt-files';
import { openCheckpoint } from '../../train/checkpoint/read-checkpoint';
import type { RunConfig } from '../../train/run/run-config';
import { type GptSource, openGpt } from './gpt-file';
import { keptNamed } from './shared-shelf';

export type BasedRun = Pick<RunConfig, 'model'> & { readonly base: NamedFile };

/** The files of a GPT of others; or saved runs, of which one is the model that is asked for, and may itself stand on another
 *  one of them. */
export type BaseSource = GptFiles | { readonly checkpoints: readonly Blob[] };

/** Saved runs that are read for one base. */
const mostCheckpoints = 5;

/** Undefined, where no source is given: the file is not kept here. */
export async function findBase(
  run: BasedRun,
  source: BaseSource | undefined,
): Promise<Result<Blob | undefined, 'bad-file'>> {
  if (!source) {
    const kept = await keptNamed(run.base);
    return ok(kept && (await isNamed(kept, run.base)) ? kept : undefined);
  }
  if (!('checkpoints' in source)) return namedBy(await baseOfGpt(source), run);
  const checkpoints = source.checkpoints.slice(0, mostCheckpoints);
  let problem: Result<never, 'bad-file'> | undefined;
  for (const checkpoint of checkpoints) {
    const others = checkpoints.filter((one) => one !== checkpoint);
    const made = await namedBy(await madeOf(checkpoint, others, run), run);
    if (made.ok) return made;
    problem ??= made;
  }
  return problem ?? fail('bad-file', say('files-not-read'));
}

/** Where the run in the checkpoint itself stands on another model, that is kept here, or made of one of `others`. */
async function madeOf(
  checkpoint: Blob,
  others: readonly Blob[],
  { model, base }: BasedRun,
): Promise<Result<Blob, 'bad-file'>> {
  const opened = await openCheckpoint(checkpoint);
  if (!opened.ok) return fail('bad-file', opened.error.says);
  const { config } = opened.value.facts.state;
  if (config.base?.root === base.root) return fail('bad-file', say('run-not-base'));
  if (model.frozenLayers === undefined) return baseOfGpt({ checkpoint });
  const whole = await wholeModelIn(checkpoint, async (named) => {
    const under = { model: config.model, base: named };
    const kept = await findBase(under, undefined);
    const found = kept.ok && kept.value ? kept : await findBase(under, { checkpoints: others });
    return found.ok ? found.value : undefined;
  });
  const made = whole.ok ? baseOfFeatures(whole.value, model) : whole;
  if (made.ok) return made;
  const { says } = made.error;
  return fail('bad-file', says.code === 'base-not-here' ? say('given-lacks-base') : says);
}

async function baseOfGpt(source: GptSource): Promise<Result<Blob, 'bad-file'>> {
  const opened = await openGpt(source);
  if (!opened.ok) return opened;
  const made = await baseFileOf(opened.value);
  return made.ok ? made : fail('bad-file', made.error.says);
}

async function namedBy(
  made: Result<Blob, 'bad-file'>,
  { base }: BasedRun,
): Promise<Result<Blob, 'bad-file'>> {
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

async function isNamed(file: Blob, { root, bytes }: NamedFile): Promise<boolean> {
  return file.size === bytes && (await nameOfFile(file, yieldToLoop)).root === root;
}
