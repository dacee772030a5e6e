// The KV-cached forward against the full forward of the plain-loop engine.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { createCpuEngine } from '../cpu/cpu-engine';
import { cnnPreset, cnnSizes, gptPreset, gptSizes } from '../presets';
import type { ModelSpec } from '../spec';
import { testGpt } from '../testing/models';
import { createDecoder } from './decoder';
import { readAll } from './write-tokens';

const random = prng('decoder');
const mini = gptPreset({ ...gptSizes.mini, context: 24, vocabulary: 44, dropout: 0.2, tied: true });
const untied = gptPreset({ ...gptSizes.tiny, vocabulary: 17, dropout: 0, tied: false });

/** Parameters far from the initial ones, so that no part is near zero. */
function spread(model: ModelSpec, by: number): Float32Array {
  const engine = createCpuEngine(model, 1);
  return engine.initialParameters(3).map((value) => value + by * random.normal());
}

test.each([
  ['the mini GPT', mini, 0.05],
  ['an untied head', untied, 0.1],
  ['the GPT of the tests', testGpt.spec, 0.2],
])('%s: the logits after each token are those of the full forward', async (_, model, by) => {
  const engine = createCpuEngine(model, 1);
  const parameters = spread(model, by);
  engine.setParameters(parameters);
  const decoder = createDecoder(model, parameters)!;
  const { context, vocabulary } = decoder;
  const tokens = Array.from({ length: context }, () => random.below(vocabulary));
  const whole = await engine.predict({
    inputs: Float32Array.from(tokens),
    labels: new Uint32Array(context),
    weights: new Float32Array(context),
  });
  const largest = Math.max(...whole.map(Math.abs));
  expect(largest).toBeGreaterThan(0.1);
  let difference = 0;
  for (const [t, token] of tokens.entries())
    decoder.read(token).forEach((logit, i) => {
      difference = Math.max(difference, Math.abs(logit - whole[t * vocabulary + i]));
    });
  expect(difference).toBeLessThan(1e-5);
  // Cleared, it gives the same again; other tokens after the same beginning change nothing before them.
  const again = readAll(decoder, tokens.slice(0, 5)).slice();
  expect(again).toEqual(whole.slice(4 * vocabulary, 5 * vocabulary));
});

test('attention weights of each head sum to 1 over the positions read', () => {
  const model = testGpt.spec;
  const seen: string[] = [];
  const decoder = createDecoder(model, spread(model, 0.2), (path, head, position, weights) => {
    expect(weights).toHaveLength(position + 1);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    seen.push(`${path} ${head} ${position}`);
  })!;
  readAll(decoder, [1, 2]);
  expect(seen).toEqual([0, 1].flatMap((t) => ['layers.2.0.1', 'layers.3.0.1'].flatMap((path) => [0, 1].map((head) => `${path} ${head} ${t}`)))); // prettier-ignore
});

test('a model that takes no text, or needs all positions at once, has no decoder', () => {
  const cnn = cnnPreset([28, 28, 1], 10, cnnSizes.small);
  expect(createDecoder(cnn, spread(cnn, 0))).toBeUndefined();
  const layers = [testGpt.spec.layers[0], { kind: 'dense', units: 5, activation: 'none' }] as const;
  const flattened = { ...testGpt.spec, layers };
  expect(createDecoder(flattened, new Float32Array())).toBeUndefined();
});

test('more positions than the context, and tokens outside the vocabulary, are refused', () => {
  const decoder = createDecoder(untied, spread(untied, 0))!;
  expect(() => decoder.read(17)).toThrow('token 17 is in a vocabulary of 17');
  for (let t = 0; t < decoder.context; t++) decoder.read(0);
  expect(() => decoder.read(0)).toThrow('the decoder holds at most 32 positions');
});
