// A GPT-2 that another program wrote, before and when it begins a run.
import type { Saying } from '../../base/sayings';
import { ok, type Result, fail } from '../../base/result';
import type { WholeRecipe } from '../../data/recipe';
import { wholeRecipeOf } from '../../data/recipe-tokens';
import { type Vocabulary, vocabularySize } from '../../data/vocabulary';
import { beginFromGpt } from '../../train/checkpoint/import/begin-from-gpt';
import { openForeignGpt } from '../../train/checkpoint/import/foreign-gpt';
import type { GptFiles } from '../../train/checkpoint/import/gpt-files';
import type { GptShape } from '../../train/checkpoint/import/gpt-config';
import type { RunConfig } from '../../train/run/run-config';

export type { GptFiles };

export interface GptFacts {
  readonly shape: GptShape;
  readonly tokens: { readonly kind: Vocabulary['kind']; readonly count: number };
  /** Texts are read with it, so that their tokens are the model's. */
  readonly recipe: WholeRecipe;
  /** What a person should know. */
  readonly notes: readonly Saying[];
}

/** The header of its weights is read, and their tensors are all there. */
export async function gptFactsIn(files: GptFiles): Promise<Result<GptFacts, 'bad-file'>> {
  const opened = await openForeignGpt(files);
  if (!opened.ok) return fail('bad-file', opened.error.says);
  const { shape, vocabulary, notes } = opened.value;
  const tokens = { kind: vocabulary.kind, count: vocabularySize(vocabulary) };
  return ok({ shape, tokens, recipe: wholeRecipeOf(vocabulary), notes });
}

/** A checkpoint of the run before its first step. */
export async function beginRun(files: GptFiles, config: RunConfig): Promise<Result<Blob, 'bad-file'>> {
  const opened = await openForeignGpt(files);
  if (!opened.ok) return fail('bad-file', opened.error.says);
  const begun = await beginFromGpt(opened.value, config, Date.now());
  return begun.ok ? begun : fail('bad-file', begun.error.says);
}
