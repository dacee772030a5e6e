// What a page needs to know of a saved run before it goes on with it.
import { ok, type Result, fail } from '../../base/result';
import type { WholeRecipe } from '../../data/recipe';
import { recipeWith } from '../../data/recipe-tokens';
import type { CheckpointFacts, SavedEngine } from '../../train/checkpoint/checkpoint-facts';
import { openCheckpoint, readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import type { RunConfig } from '../../train/run/run-config';
import { type GptFacts, gptFactsOf } from './gpt-file';

export interface RunFacts {
  readonly config: RunConfig;
  /** The recipe of its data, with the tokenizer that it names. */
  readonly recipe: WholeRecipe | undefined;
  /** Finished steps. */
  readonly step: number;
  /** The loss of the last committed step before it was saved. */
  readonly loss: number | undefined;
  readonly savedAtMs: number;
  readonly engine: SavedEngine | undefined;
  /** A language model that can begin another run: known once the whole file was read. */
  readonly gpt?: GptFacts | undefined;
}

/** The facts from the header alone. */
export async function runFactsIn(file: Blob): Promise<Result<RunFacts, 'bad-file'>> {
  const opened = await openCheckpoint(file);
  return opened.ok ? ok(factsOf(opened.value.facts)) : fail('bad-file', opened.error.says);
}

/** The whole file is read and compared with its digest. */
export async function checkRunFile(file: Blob): Promise<Result<RunFacts, 'bad-file'>> {
  const read = await readCheckpoint(file);
  const opened = read.ok ? await openCheckpoint(file) : read;
  if (!opened.ok) return fail('bad-file', opened.error.says);
  return ok({ ...factsOf(opened.value.facts), gpt: gptFactsOf(opened.value) });
}

function factsOf({ state, loss, savedAtMs, engine, vocabulary }: CheckpointFacts): RunFacts {
  const { config, step } = state;
  const recipe = 'recipe' in config.data ? recipeWith(config.data.recipe, vocabulary) : undefined;
  return { config, recipe, step, loss, savedAtMs, engine };
}
