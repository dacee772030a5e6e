// `--features FILE`: a run of new classes on the layers of a saved run, on the examples of --data or --images.
import { inEnglish } from '../english/in-english';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import type { Recipe } from '../../data/recipe';
import type { DataChoice, RunConfig } from '../../replica/protocol';
import type { GivenFiles } from '../../replica/provide-files';
import { featuresOf, trainedOnFeatures, withNewHead } from '../../replica/transfer';
import { findBase } from '../../replica/files/find-base';
import { beginOnFeatures, wholeModelIn } from '../../train/checkpoint/import/begin-on-features';
import { openCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { mostFileBytes } from '../../train/checkpoint/safetensors-file';
import { shapeOf } from '../../train/run/data-shape';
import { readFileWithin } from './file-choice';
import { ringConfig } from './ring-config';
import type { RingInput } from './ring-input';
import type { RingOptions } from './ring-options';

interface Examples {
  readonly data: DataChoice | undefined;
  readonly files: GivenFiles | undefined;
}

/** `readExamples`: those of the options, as pictures or sounds of the model's shape. */
export async function readFeatures(
  file: string,
  options: RingOptions,
  readExamples: (recipe: Recipe | undefined) => Promise<Result<Examples>>,
): Promise<Result<RingInput>> {
  const checkpoint = await readRun(file);
  if (!checkpoint.ok) return checkpoint;
  const saved = await configIn(checkpoint.value, file);
  if (!saved.ok) return saved;
  const features = featuresOf(saved.value);
  if (!features)
    return fail(
      'no-features',
      `${file}: new classes need pictures or sounds, and a layer before the last one`,
    );
  const given = await readExamples(features.recipe);
  if (!given.ok) return given;
  const { data, files } = given.value;
  if (data?.kind !== 'idx' && data?.kind !== 'digits')
    return fail('not-a-dataset', 'new classes come as pictures or sounds: give them by --data or --images');
  const made = ringConfig({ ...options, model: { family: 'linear' } }, data);
  if (!made.ok) return made;
  const { classes } = shapeOf(data);
  const { model } = saved.value;
  const frozenLayers = features.frozenLayers[(options.lastLayers ?? 1) - 1] ?? 0;
  const whole = { ...made.value, model: withNewHead(model, classes) };
  const under = saved.value.base && (await readFeatureBase(saved.value, options.base, '--base'));
  if (under && !under.ok) return under;
  const from = await wholeModelIn(checkpoint.value, () => Promise.resolve(under?.value));
  const begun = from.ok ? await beginOnFeatures(from.value, whole, frozenLayers, Date.now()) : from;
  if (!begun.ok) return fail(begun.error.code, `${file}: ${inEnglish(begun.error.says)}`);
  const { run, base } = begun.value;
  const config = await configIn(run, file);
  if (!config.ok) return config;
  const trained = trainedOnFeatures(model, classes, frozenLayers);
  const all = trainedOnFeatures(model, classes, 0);
  const note = `${groupDigits(trained)} of ${groupDigits(all)} numbers are trained and summed in each step, ${groupDigits(4 * trained)} bytes in place of ${groupDigits(4 * all)}`;
  const resumed = { bytes: new Uint8Array(await run.arrayBuffer()), step: 0 };
  return ok({ config: config.value, files, base, own: [], resumed, notes: [note] });
}

/** The layers under a saved run of new classes. `files`: the run whose features it has, then those that this one stands on.
 *  `option`: gives the first. */
export async function readFeatureBase(
  { model, base }: RunConfig,
  files: readonly string[],
  option: '--features' | '--base',
): Promise<Result<Blob>> {
  const checkpoints: Blob[] = [];
  for (const file of files) {
    const read = await readRun(file);
    if (!read.ok) return read;
    checkpoints.push(read.value);
  }
  if (!base || checkpoints.length === 0)
    return fail('needs-file', `the saved run has layers of another one: give its file by ${option}`);
  const found = await findBase({ model, base }, { checkpoints });
  if (!found.ok) return fail(found.error.code, `${files[0]}: ${inEnglish(found.error.says)}`);
  return ok(found.value!);
}

async function readRun(file: string): Promise<Result<Blob>> {
  const found = await readFileWithin(file, mostFileBytes);
  return found.ok ? ok(new Blob([found.value])) : found;
}

async function configIn(run: Blob, file: string): Promise<Result<RunConfig>> {
  const opened = await openCheckpoint(run);
  return opened.ok
    ? ok(opened.value.facts.state.config)
    : fail(opened.error.code, `${file}: ${inEnglish(opened.error.says)}`);
}
