import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { createCpuEngine } from '../cpu/cpu-engine';
import { gptPreset, gptSizes } from '../presets';
import { createDecoder } from './decoder';
import { probabilitiesOf } from './token-choice';
import { writeTokens, type WrittenToken } from './write-tokens';

const model = gptPreset({ ...gptSizes.tiny, context: 8, vocabulary: 11, dropout: 0, tied: true });
const engine = createCpuEngine(model, 1);
const parameters = engine.initialParameters(1).map((value) => 20 * value);
engine.setParameters(parameters);

const all = { temperature: 1, topK: 0, topP: 1 };

function write(count: number, choice: typeof all, seed: number, prompt = [1, 2, 3]): WrittenToken[] {
  const random = prng('write', seed);
  const writing = writeTokens(createDecoder(model, parameters)!, prompt, choice, () => random.float());
  return Array.from({ length: count }, () => writing.next().value);
}

const tokensOf = (written: readonly WrittenToken[]): number[] => written.map(({ token }) => token);

test('a seed gives the same text again, another seed another', () => {
  expect(tokensOf(write(30, all, 1))).toEqual(tokensOf(write(30, all, 1)));
  expect(tokensOf(write(30, all, 1))).not.toEqual(tokensOf(write(30, all, 2)));
});

test('beyond the context it goes on from the last half of it; probabilities are the full forward’s', async () => {
  const prompt = [1, 2, 3];
  const written = write(20, { ...all, temperature: 0.7, topK: 4 }, 5, prompt);
  const window = [...prompt];
  for (const { token, probability, likeliest } of written) {
    const logits = await engine.predict({
      inputs: Float32Array.from({ length: 8 }, (_, i) => window[i] ?? 0),
      labels: new Uint32Array(8),
      weights: new Float32Array(8),
    });
    const expected = probabilitiesOf(logits.subarray((window.length - 1) * 11, window.length * 11));
    expect(probability).toBeCloseTo(expected[token], 6);
    expect(likeliest.map((one) => one.probability)).toEqual([...expected].sort((a, b) => b - a).slice(0, 5));
    // Only the four likeliest could be drawn.
    expect(likeliest.map((one) => one.chance > 0)).toEqual([true, true, true, true, false]);
    expect(likeliest.slice(0, 4).map((one) => one.token)).toContain(token);
    window.push(token);
    if (window.length > 8) window.splice(0, window.length - 4);
  }
});

test('a prompt longer than the context: its end counts', () => {
  const long = [9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8];
  const cold = { ...all, temperature: 0 };
  expect(tokensOf(write(6, cold, 1, long))).toEqual(tokensOf(write(6, cold, 1, long.slice(-8))));
});
