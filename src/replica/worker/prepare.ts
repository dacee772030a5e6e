// The way from a configuration to an engine and a dataset on this device.
import { engineDetail } from '../../model/engine-detail';
import { logged, say, type Saying } from '../../base/sayings';
import { loadDatasetWithPauses, type BuiltInData } from '../../data/load-dataset';
import type { Dataset } from '../../data/dataset';
import { tokenizerIn } from '../../data/recipe';
import { vocabularyIn } from '../../data/recipe-tokens';
import { type Vocabulary, vocabularySize } from '../../data/vocabulary';
import { yieldToLoop } from '../../base/yield-to-loop';
import { ownMismatch, type ExampleShape } from '../../data/own-data';
import { type Engine, EngineError } from '../../model/engine';
import type { DataChoice, RunConfig } from '../protocol';
import { isFileData, isOwnData, type FileData } from '../../train/run/data-shape';
import { runProblem } from '../../train/run/run-problem';
import { PrepareError, type Prepared } from '../../train/context/trainer-options';
import type { FileStore, NamedFileWords } from '../files/file-store';
import type { EngineChooser } from './engine-chooser';
import { giveBase } from './give-base';

export type DrawDataset = (data: BuiltInData, seed: number) => Promise<Dataset>;

/** The dataset is drawn while the engine starts. Rejects with PrepareError (a file is missing, or the data does not match
 *  the run) or EngineError. */
export async function prepare(
  config: RunConfig,
  store: FileStore,
  chooser: Pick<EngineChooser, 'choose'>,
  draw: DrawDataset = (data, seed) => loadDatasetWithPauses(data, seed, yieldToLoop),
): Promise<Prepared> {
  const { data, seed } = config;
  if (isFileData(data)) {
    const dataset = await fileDataset(data, store);
    assertMatches(config, data, dataset);
    return { ...(await chosen(config, store, chooser)), dataset };
  }
  refuse(runProblem(config));
  // The engine first asks for its device or its threads.
  const drawing = yieldToLoop().then(() => draw(data, seed));
  const choosing = chosen(config, store, chooser, drawing);
  choosing.catch(() => undefined); // awaited below, after the dataset
  try {
    const dataset = await drawing;
    return { ...(await choosing), dataset };
  } catch (error) {
    void choosing.then(
      ({ engine }) => engine.destroy(),
      () => undefined,
    );
    throw error;
  }
}

async function chosen(
  config: RunConfig,
  store: FileStore,
  chooser: Pick<EngineChooser, 'choose'>,
  quiet?: Promise<unknown>,
): Promise<Omit<Prepared, 'dataset'>> {
  let engine: Engine | undefined;
  try {
    const made = await chooser.choose(config, quiet);
    engine = made.engine;
    await giveBase(config, store, engine);
    return made;
  } catch (error) {
    engine?.destroy();
    if (!(error instanceof EngineError) || error.code !== 'wrong-answers') throw error;
    const { code, message } = error;
    throw new PrepareError({ kind: 'failed', error: { code, says: engineDetail(error) } }, message); // starting again would not help
  }
}

function assertMatches(config: RunConfig, data: FileData, dataset: Dataset): void {
  if (isOwnData(data)) return refuse(runProblem(config));
  const { examples } = data;
  refuse(runProblem({ ...config, data: withRealShape(data, dataset) }));
  if (dataset.length === examples) return;
  const says = say('examples-differ', { here: dataset.length, room: examples });
  throw new PrepareError({ kind: 'failed', error: { code: 'wrong-config', says } }, logged(says));
}

function refuse(problem: Saying | undefined): void {
  if (!problem) return;
  const error = { code: 'wrong-config', says: problem } as const;
  throw new PrepareError({ kind: 'failed', error }, logged(problem));
}

/** A file's real shape on this device, whatever the room claims. */
function withRealShape(data: FileData, { inputShape, classes }: Dataset): DataChoice {
  switch (data.kind) {
    case 'idx':
      return { ...data, inputShape, classes };
    case 'table':
      return { ...data, inputs: inputShape.reduce((product, size) => product * size), classes };
    case 'text':
      return { ...data, vocabulary: classes };
    default:
      return data satisfies never;
  }
}

async function fileDataset(data: FileData, store: FileStore): Promise<Dataset> {
  const { name, recipe, origin } = data;
  const own = data.kind === 'table' || !data.own ? undefined : ownShapeOf(data);
  const sha256 = own ? (store.last(data.kind) ?? '') : data.sha256;
  const tokenizer = await tokenizerFor(data, store);
  const tokens = data.kind === 'text' ? await namedTokens(data, tokenizer) : undefined;
  const dataset =
    data.kind === 'text' ? await store.text(sha256, data.context, name, tokens) : store.examples(sha256);
  const misfit = own && dataset && data.kind === 'idx' ? ownMismatch(withoutNames(own), dataset) : undefined;
  if (dataset && misfit === undefined) return dataset;
  const problem =
    misfit !== undefined
      ? say('examples-do-not-fit', { detail: misfit })
      : store.problem !== undefined || own || store.isEmpty
        ? store.problem
        : say('other-file');
  const cut = data.kind === 'text' && data.cutFrom !== undefined ? data : undefined;
  throw new PrepareError(
    {
      kind: 'needs-file',
      what: data.kind,
      name,
      sha256: data.sha256,
      ...(cut && { bytes: cut.bytes, cutFrom: cut.cutFrom }),
      ...(data.kind === 'text' ? { context: data.context } : {}),
      ...(own ? { own } : {}),
      ...(recipe ? { recipe: tokenizer ? { ...recipe, tokenizerFile: tokenizer } : recipe } : {}),
      ...(origin ? { origin } : {}),
      ...(problem ? { problem } : {}),
    },
    `the room trains on “${name}”, which is not on this device`,
  );
}

function ownShapeOf(data: Extract<DataChoice, { own?: true }>): ExampleShape {
  if (data.kind === 'text') return { inputShape: [data.context], classes: data.vocabulary };
  return { inputShape: data.inputShape, classes: data.classes, classNames: data.classNames };
}

/** Names are compared where files are read (own-data.ts): a dataset has none. */
function withoutNames({ inputShape, classes }: ExampleShape): ExampleShape {
  return { inputShape, classes };
}

const tokenizerWords: NamedFileWords = {
  fetching: (percent) => say('fetching-tokenizer', { percent }),
  didNotCome: (detail) => say('tokenizer-did-not-come', { detail }),
};

/** The tokenizer that the run names, from members where it is not here. */
async function tokenizerFor(data: FileData, { named }: FileStore): Promise<Blob | undefined> {
  const file = data.kind === 'text' ? tokenizerIn(data.recipe) : undefined;
  if (!file) return undefined;
  const got = await named.get(file, tokenizerWords);
  if (!got.ok) refuse(got.error.says);
  return got.ok ? got.value : undefined;
}

async function namedTokens(
  { recipe, vocabulary }: Extract<FileData, { kind: 'text' }>,
  tokenizer: Blob | undefined,
): Promise<Vocabulary | undefined> {
  const read = vocabularyIn(recipe, tokenizer && new Uint8Array(await tokenizer.arrayBuffer()));
  if (!read.ok) refuse(read.error.says);
  const named = read.ok ? read.value : undefined;
  const made = named && vocabularySize(named);
  // The tokens within a configuration are counted where it is checked (run-problem.ts).
  if (made !== undefined && made !== vocabulary) refuse(say('other-byte-pairs', { made, said: vocabulary }));
  return named;
}
