// A GPT begins a run of adapters: its weights become the base, in f16, and the run's first state changes nothing of it.
import { expect, test } from 'vitest';
import { inEnglish } from '../../cli/english/in-english';
import { fromHalfs, toHalfs } from '../../base/float16';
import type { Result } from '../../base/result';
import { recipeOf } from '../../data/recipe-tokens';
import type { Vocabulary } from '../../data/vocabulary';
import { windowCount } from '../../data/window-count';
import { gptPreset, gptSizes } from '../../model/presets';
import { wholeModel } from '../../train/checkpoint/export/merged-run';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { around, fileBytes, heldState, withinHalf } from '../../train/checkpoint/testing/held-state';
import { parseRunConfig, type RunConfig } from '../../train/run/run-config';
import { testConfig } from '../../train/testing/real-ring';
import { findBase } from './find-base';
import { beginRun, gptFactsIn } from './gpt-file';
import { checkRunFile, runFactsIn } from './run-file';

const characters = Array.from({ length: 44 }, (_, i) => String.fromCodePoint(97 + i));
const vocabulary: Vocabulary = { kind: 'characters', characters };
const { context } = gptSizes.tiny;
const adapters = { rank: 4, alpha: 8, on: 'all' } as const;

function runOf(dropout: number): RunConfig {
  const config = parseRunConfig({
    ...testConfig,
    model: gptPreset({ ...gptSizes.tiny, vocabulary: characters.length, dropout, tied: true }),
    data: {
      kind: 'text',
      name: 'rhyme',
      sha256: 'a'.repeat(64),
      characters: 5000,
      tokens: 5000,
      examples: windowCount(5000, context),
      context,
      vocabulary: characters.length,
      recipe: recipeOf(vocabulary),
    },
    validationExamples: 4,
  });
  return given(config);
}

const config = runOf(0.1);
const held = withinHalf(heldState(config));
const checkpoint = new Blob([fileBytes(held, { ...around, vocabulary })]);

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.says));
  return result.value;
}

test('a language model in a checkpoint becomes the base of adapters, each number rounded to f16', async () => {
  const { run, base } = given(await beginRun({ checkpoint }, config, adapters));
  const begun = given(await readCheckpoint(run));
  const { state, tensors } = begun.held;
  expect(state).toMatchObject({ step: 0, initialized: true });
  expect(begun.vocabulary).toEqual(vocabulary);
  const facts = given(await gptFactsIn({ checkpoint }));
  expect(tensors.parameters).toHaveLength(4 * facts.trained.adaptersOfRankOne);
  expect(facts.trained.whole).toBe(held.tensors.parameters.length);
  // The outputs of adapters are zeros at first, and their inputs are not.
  expect(tensors.parameters.some((value) => value !== 0)).toBe(true);
  const whole = given(
    await wholeModel(state.config, tensors.parameters, () => Promise.resolve(base)),
  ).parameters;
  const rounded = fromHalfs(toHalfs(held.tensors.parameters));
  expect(new Uint32Array(whole.buffer)).toEqual(new Uint32Array(rounded.buffer));
  expect(rounded).not.toEqual(held.tensors.parameters);
});

test('the highest rank is one that a run may have, and one more is refused', async () => {
  const { mostRank } = given(await gptFactsIn({ checkpoint }));
  const begin = (rank: number) => beginRun({ checkpoint }, config, { ...adapters, rank });
  expect((await begin(mostRank)).ok).toBe(true);
  expect((await begin(mostRank + 1)).ok).toBe(false);
});

test('the base is found again in the file that the run began with, and in no other', async () => {
  const { run } = given(await beginRun({ checkpoint }, config, adapters));
  const { model, base } = given(await runFactsIn(run)).config;
  const named = { model, base: base! };
  expect(given(await findBase(named, { checkpoints: [checkpoint] }))?.size).toBe(base!.bytes);
  const other = withinHalf(heldState(config));
  other.tensors.parameters[0] += 1;
  const others = new Blob([fileBytes(other, { ...around, vocabulary })]);
  const wrong = await findBase(named, { checkpoints: [others] });
  expect(wrong.ok ? undefined : wrong.error.says).toMatchObject({
    code: 'other-base',
    values: { wanted: base!.bytes, wantedHash: base!.root.slice(0, 8), given: base!.bytes },
  });
  const itself = await findBase(named, { checkpoints: [run] });
  expect(itself.ok ? undefined : itself.error.says.code).toBe('run-not-base');
  expect(given(await findBase(named, undefined))).toBeUndefined();
});

test('a saved run of adapters begins no other run, and one of the whole model does', async () => {
  const { run } = given(await beginRun({ checkpoint }, config, adapters));
  expect(given(await checkRunFile(run)).gpt).toBeUndefined();
  expect(given(await checkRunFile(checkpoint)).gpt?.shape).toEqual({
    ...gptSizes.tiny,
    dropout: 0.1,
    tied: true,
  });
  const refused = await beginRun({ checkpoint: run }, config, adapters);
  expect(refused.ok ? undefined : refused.error.says.code).toBe('no-gpt-in-run');
});
