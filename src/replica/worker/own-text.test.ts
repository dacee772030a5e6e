// Members who keep their data to themselves all read their texts with the tokens that the run names: the same number
// must mean the same to all.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { readCharacters, vocabularySize, type Vocabulary } from '../../data/vocabulary';
import { windowCount } from '../../data/window-count';
import { recipeOf } from '../../data/recipe-tokens';
import { createCpuEngine } from '../../model/cpu/cpu-engine';

import { gptPreset, gptSizes } from '../../model/presets';
import { parseRunConfig, type RunConfig } from '../../train/run/run-config';
import { testConfig } from '../../train/testing/real-ring';
import { FileStore } from '../files/file-store';
import { prepare } from './prepare';

const { context } = gptSizes.tiny;
const roomTokens = vocabularyOf(' abcdefgh');
const byPairs: Vocabulary = { kind: 'byte-pairs', merges: [[97, 98]] };

function vocabularyOf(characters: string): Vocabulary {
  const read = readCharacters(characters);
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  return read.value;
}

function roomOf(vocabulary: Vocabulary): RunConfig {
  const classes = vocabularySize(vocabulary);
  const config = parseRunConfig({
    ...testConfig,
    model: gptPreset({ ...gptSizes.tiny, vocabulary: classes, dropout: 0, tied: true }),
    data: {
      ...{ kind: 'text', name: 'letters', sha256: 'a'.repeat(64), own: true },
      ...{ characters: 5_000, tokens: 5_000, examples: windowCount(5_000, context), context },
      ...{ vocabulary: classes, recipe: recipeOf(vocabulary) },
    },
    validationExamples: 4,
  });
  if (!config.ok) throw new Error(inEnglish(config.error.says));
  return config.value;
}

async function preparedWith(room: RunConfig, text: string) {
  const store = new FileStore();
  const added = await store.addText(new Blob([text]));
  expect(added).toMatchObject({ ok: true });
  const engine = createCpuEngine(room.model, room.microBatch);
  return prepare(room, store, { choose: async () => ({ engine }) });
}

test.each([roomTokens, byPairs])('a text of fewer characters is read with the room’s %j', async (tokens) => {
  const { dataset } = await preparedWith(roomOf(tokens), 'abc '.repeat(2_000));
  expect(dataset.text?.vocabulary).toEqual(tokens);
  expect(dataset.classes).toBe(vocabularySize(tokens));
});

test('a text with a character that the room has no token for asks for another file, and says why', async () => {
  await expect(preparedWith(roomOf(roomTokens), 'abc z'.repeat(2_000))).rejects.toMatchObject({
    phase: { kind: 'needs-file', what: 'text' },
  });
});
