import { expect, test } from 'vitest';
import { storyDataset } from '../../data/stories';
import { vocabularySize } from '../../data/vocabulary';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { gptPreset, gptSizes } from '../../model/presets';
import { continueText, heldOutPrompt } from './sample-text';

const data = storyDataset(20, 8, 1);
const { vocabulary } = data.text!;
const model = gptPreset({
  ...gptSizes.tiny,
  context: 8,
  vocabulary: vocabularySize(vocabulary),
  dropout: 0.2,
  tied: true,
});

test('a prompt is continued beyond the context, in the same way when chance is off', async () => {
  const engine = createCpuEngine(model, 2);
  engine.setParameters(engine.initialParameters(1).map((p) => 20 * p));
  const grown: string[] = [];
  const write = (temperature: number, random: () => number) =>
    continueText(engine, vocabulary, { prompt: 'ann€', temperature, tokens: 20 }, random, (sample) =>
      grown.push(sample.continuation),
    );
  const first = await write(0, Math.random);
  expect(first.prompt).toBe('ann'); // the model knows no €
  expect([...first.continuation]).toHaveLength(20);
  expect(grown.map((text) => text.length)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(await write(0, Math.random)).toEqual(first);
  expect((await write(5, () => 0.99)).continuation).not.toBe(first.continuation);
  engine.destroy();
});

test('a held-out prompt is the beginning of its window', () => {
  expect(heldOutPrompt(data, 3, 5)).toHaveLength(5);
});
