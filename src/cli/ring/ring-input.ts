// The run that a ring of tabs will train: by the options, as a saved run's file says, from the weights of a GPT, or on the
// features of a saved run; and the files of data that each tab is given.
import { inEnglish } from '../english/in-english';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import type { DataChoice, RunConfig } from '../../replica/protocol';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { mostFileBytes } from '../../train/checkpoint/safetensors-file';
import type { GivenFiles } from '../../replica/provide-files';
import { isFileData, isOwnData } from '../../train/run/data-shape';
import { readFileWithin, readIdxFiles, readTextFile } from './file-choice';
import type { WholeRecipe } from '../../data/recipe';
import { recipeWith } from '../../data/recipe-tokens';
import { readImport } from './import-choice';
import { readFeatureBase, readFeatures } from './features-input';
import { readBaseOf, readInit } from './init-input';
import { readLayersFile } from './model-file';
import { builtInData, ringConfig } from './ring-config';
import type { RingOptions } from './ring-options';
import { unexpected } from '../../base/sayings';
import { ownMismatch } from '../../data/own-data';

export interface RingInput {
  readonly config: RunConfig;
  readonly files: GivenFiles | undefined;
  /** The weights that the run does not train: the first tab alone is given them, and the others get them from it. */
  readonly base: Blob | undefined;
  /** The files of the tabs after the first, in turn; empty: all have `files`. */
  readonly own: readonly GivenFiles[];
  readonly resumed: { readonly bytes: Uint8Array<ArrayBuffer>; readonly step: number } | undefined;
  /** What a person should know. Sentences. */
  readonly notes: readonly string[];
}

interface Given {
  readonly data: DataChoice | undefined;
  readonly files: GivenFiles | undefined;
}

export async function readInput(options: RingOptions): Promise<Result<RingInput>> {
  if (options.resume) return resumedInput(options.resume, options);
  if (options.init !== undefined) return readInit(options.init, options);
  if (options.features !== undefined)
    return readFeatures(options.features, options, (recipe) => readFiles(options, { recipe, isCut: false }));
  const given = await readFiles(options);
  if (!given.ok) return given;
  const { data, files } = given.value;
  const layers = options.model?.family === 'file' ? await readLayersFile(options.model.file) : ok(undefined);
  if (!layers.ok) return layers;
  const config = ringConfig(options, data!, options.own.length > 0, layers.value);
  if (!config.ok) return config;
  const own = await readOwn(options.own, config.value);
  return own.ok
    ? ok({ config: config.value, files, base: undefined, own: own.value, resumed: undefined, notes: [] })
    : own;
}

/** `saved`: of a saved run: its recipe, instead of a wish. */
async function readFiles(
  options: RingOptions,
  saved?: { readonly recipe: WholeRecipe | undefined; readonly isCut: boolean },
): Promise<Result<Given>> {
  if (options.data.kind === 'text') return readTextFile(options.data.file);
  if (options.data.kind === 'files') return readIdxFiles(options.data.images, options.data.labels);
  if (options.data.kind === 'import') {
    const read = await readImport([options.data.path], saved?.recipe ?? options.data.wish, {
      isCut: saved?.isCut ?? false,
    });
    if (read.ok) for (const note of read.value.notes) console.error(note);
    return read;
  }
  return ok({ data: builtInData(options), files: undefined });
}

async function resumedInput(
  { file, steps }: NonNullable<RingOptions['resume']>,
  options: RingOptions,
): Promise<Result<RingInput>> {
  const found = await readFileWithin(file, mostFileBytes);
  if (!found.ok) return found;
  const bytes = found.value;
  const read = await readCheckpoint(new Blob([bytes]));
  if (!read.ok) return fail(read.error.code, `${file}: ${inEnglish(read.error.says)}`);
  const { held, vocabulary } = read.value;
  const { state } = held;
  const config = { ...state.config, steps: steps ?? state.config.steps };
  if (state.step >= config.steps)
    return fail(
      'finished',
      `${file} is at step ${groupDigits(state.step)}, where the run ends: give --steps above it`,
    );
  const recipe = 'recipe' in config.data ? recipeWith(config.data.recipe, vocabulary) : undefined;
  const isCut = config.data.kind === 'text' && config.data.cutFrom !== undefined;
  const given = await readFiles(options, { recipe, isCut });
  if (!given.ok) return given;
  const { data, files } = given.value;
  const missing = missingData(config, files && data);
  if (missing !== undefined) return fail('needs-file', missing);
  const base = await readBase(config, options);
  if (!base.ok) return base;
  const own = await readOwn(options.own, config);
  return own.ok
    ? ok({ config, files, base: base.value, own: own.value, resumed: { bytes, step: state.step }, notes: [] })
    : own;
}

async function readBase(
  config: RunConfig,
  { init, features, base: under }: RingOptions,
): Promise<Result<Blob | undefined>> {
  if (config.model.frozenLayers !== undefined)
    return readFeatureBase(config, features === undefined ? [] : [features, ...under], '--features');
  return features === undefined
    ? readBaseOf(config, init)
    : fail('bad-option', 'the saved run has no layers of another one: leave --features out');
}

/** Which file of data the saved run needs; undefined: it is there, or the data are built in. */
function missingData({ data }: RunConfig, given: DataChoice | undefined): string | undefined {
  if (!isFileData(data)) return undefined;
  const option = data.recipe ? '--data' : data.kind === 'text' ? '--text' : '--images and --labels';
  if (isOwnData(data) && given) return undefined; // by shape, on every tab
  const needs = `the saved run trains on “${data.name}”, whose hash begins ${data.sha256.slice(0, 8)}`;
  if (!given) return `${needs}: give it by ${option}`;
  const sha256 = isFileData(given) ? given.sha256 : '';
  return sha256 === data.sha256 ? undefined : `${needs}; the given file’s begins ${sha256.slice(0, 8)}`;
}

/** The files of the other tabs, which must be of the first one's shape (E29). */
async function readOwn(paths: readonly string[], { data }: RunConfig): Promise<Result<GivenFiles[]>> {
  const all: GivenFiles[] = [];
  for (const path of paths) {
    const read = await readImport([path], 'recipe' in data ? data.recipe : undefined);
    if (!read.ok) return fail(read.error.code, `${path}: ${inEnglish(read.error.says)}`);
    const { data: found, files } = read.value;
    const misfit =
      found.kind !== data.kind
        ? unexpected('it is of another kind than the first tab’s file')
        : data.kind === 'idx' && found.kind === 'idx' && ownMismatch(data, found);
    if (misfit) return fail('not-a-dataset', `${path}: ${inEnglish(misfit)}`);
    all.push(files);
  }
  return ok(all);
}
