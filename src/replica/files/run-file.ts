// What a page needs to know of a saved run before it goes on with it.
import { ok, type Result, fail } from '../../base/result';
import type { WholeRecipe } from '../../data/recipe';
import { recipeWith } from '../../data/recipe-tokens';
import type { CheckpointFacts, SavedEngine } from '../../train/checkpoint/checkpoint-facts';
import { openCheckpoint, readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import type { RunConfig } from '../../train/run/run-config';

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
}

/** The facts from the header alone. */
export async function runFactsIn(file: Blob): Promise<Result<RunFacts, 'bad-file'>> {
  const opened = await openCheckpoint(file);
  return opened.ok ? ok(factsOf(opened.value.facts)) : fail('bad-file', opened.error.says);
}

/** The whole file is read and compared with its digest. */
export async function checkRunFile(file: Blob): Promise<Result<RunFacts, 'bad-file'>> {
  const read = await readCheckpoint(file);
  return read.ok ? ok(factsOf(read.value)) : fail('bad-file', read.error.says);
}

function factsOf({ state, loss, savedAtMs, engine, vocabulary }: CheckpointFacts): RunFacts {
  const { config, step } = state;
  const recipe = 'recipe' in config.data ? recipeWith(config.data.recipe, vocabulary) : undefined;
  return { config, recipe, step, loss, savedAtMs, engine };
}
