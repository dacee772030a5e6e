// A GPT before and when it begins a run: one that another program wrote, or a language model in a checkpoint.
import { say, type Saying } from '../../base/sayings';
import { ok, type Result, fail } from '../../base/result';
import { fittingLength } from '../../base/try-vector';
import { yieldToLoop } from '../../base/yield-to-loop';
import { nameOfFile } from '../../data/name-of-file';
import type { WholeRecipe } from '../../data/recipe';
import { wholeRecipeOf } from '../../data/recipe-tokens';
import { type Vocabulary, vocabularySize } from '../../data/vocabulary';
import { compile } from '../../model/plan/plan';
import { gptPreset } from '../../model/presets';
import { baseFileOf } from '../../train/checkpoint/base-file';
import { beginFromGpt } from '../../train/checkpoint/import/begin-from-gpt';
import type { BegunRun } from '../../train/checkpoint/import/begin-on-features';
import { type ForeignGpt, openForeignGpt } from '../../train/checkpoint/import/foreign-gpt';
import type { GptFiles } from '../../train/checkpoint/import/gpt-files';
import type { GptShape } from '../../train/checkpoint/import/gpt-config';
import { ownGpt } from '../../train/checkpoint/import/own-gpt';
import { type OpenedCheckpoint, openCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { mostParameters, mostRank } from '../../train/run/frozen-base';
import type { RunConfig } from '../../train/run/run-config';
import { type AdapterChoice, adaptersOf, withAdapters } from '../adapter-choice';

/** Where the weights are: the files of another program, or a checkpoint. */
export type GptSource = GptFiles | { readonly checkpoint: Blob };

export interface GptFacts {
  readonly shape: GptShape;
  readonly tokens: { readonly kind: Vocabulary['kind']; readonly count: number };
  /** Texts are read with it, so that their tokens are the model's. */
  readonly recipe: WholeRecipe;
  /** What a person should know. */
  readonly notes: readonly Saying[];
  /** The numbers that are trained of it, by way. */
  readonly trained: { readonly whole: number; readonly adaptersOfRankOne: number };
  readonly mostRank: number;
  /** Why it is neither trained here nor stands under adapters; undefined: it fits. */
  readonly problem: Saying | undefined;
}

/** The weights of a run's base in f16: a vector, and the engine's copy. */
const vectorsOfBase = 2;

/** The header of its weights is read, and their tensors are all there. */
export async function gptFactsIn(source: GptSource): Promise<Result<GptFacts, 'bad-file'>> {
  const opened = await openGpt(source);
  return opened.ok ? ok(factsOfGpt(opened.value)) : opened;
}

/** Undefined: the checkpoint has no GPT that could begin another run. */
export function gptFactsOf(checkpoint: OpenedCheckpoint): GptFacts | undefined {
  const gpt = ownGpt(checkpoint);
  return gpt && factsOfGpt(gpt);
}

function factsOfGpt({ shape, vocabulary, notes }: ForeignGpt): GptFacts {
  const count = vocabularySize(vocabulary);
  const model = gptPreset({ ...shape, vocabulary: count });
  const adapters = adaptersOf(model, { rank: 1, alpha: 1, on: 'all' });
  const { slots, parameterCount } = compile(model, 1);
  const adapted = slots.filter(({ name }) => adapters.weights.includes(name));
  return {
    shape,
    tokens: { kind: vocabulary.kind, count },
    recipe: wholeRecipeOf(vocabulary),
    notes,
    trained: {
      whole: parameterCount,
      adaptersOfRankOne: compile({ ...model, adapters }, 1).parameterCount,
    },
    mostRank: Math.min(mostRank, ...adapted.flatMap((slot) => slot.shape)),
    problem: sizeProblem(parameterCount),
  };
}

/** Said before anything is begun, and with a size that would fit. */
function sizeProblem(parameters: number): Saying | undefined {
  if (parameters > mostParameters)
    return say('too-many-parameters', { count: parameters, most: mostParameters });
  const words = Math.ceil(parameters / 2);
  const fits = fittingLength(words, vectorsOfBase);
  return fits < words
    ? say('base-without-memory', { needs: { bytes: 4 * words }, fits: { bytes: 4 * fits } })
    : undefined;
}

/** `config`: of the whole model. With `adapters` its weights become the base of a run that trains these. */
export async function beginRun(
  source: GptSource,
  config: RunConfig,
  adapters: AdapterChoice | undefined,
): Promise<Result<BegunRun, 'bad-file'>> {
  const opened = await openGpt(source);
  if (!opened.ok) return opened;
  const file = adapters && (await baseFileOf(opened.value));
  if (file && !file.ok) return fail('bad-file', file.error.says);
  const base = file?.value;
  const made =
    base && adapters ? withAdapters(config, adapters, await nameOfFile(base, yieldToLoop)) : ok(config);
  if (!made.ok) return fail('bad-file', made.error.says);
  const begun = await beginFromGpt(opened.value, made.value, Date.now());
  return begun.ok ? ok({ run: begun.value, base }) : fail('bad-file', begun.error.says);
}

export async function openGpt(source: GptSource): Promise<Result<ForeignGpt, 'bad-file'>> {
  if (!('checkpoint' in source)) {
    const opened = await openForeignGpt(source);
    return opened.ok ? opened : fail('bad-file', opened.error.says);
  }
  const opened = await openCheckpoint(source.checkpoint);
  if (!opened.ok) return fail('bad-file', opened.error.says);
  const gpt = ownGpt(opened.value);
  return gpt ? ok(gpt) : fail('bad-file', say('no-gpt-in-run'));
}
