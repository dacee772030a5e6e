// Text by the model in training: a prompt continued token by token. Each token costs a forward pass of a whole
// micro-batch, of which one row is used. The passes alternate with the gradients, so that training waits for at
// most one. The text is shown as it grows.
import type { Dataset } from '../../data/dataset';
import { textOf, tokensOf, vocabularySize, type Vocabulary } from '../../data/vocabulary';
import type { Engine } from '../../model/engine';
import type { Sample } from '../protocol';

export type Predictor = Pick<Engine, 'microBatch' | 'terms' | 'predict'>;

export interface TextRequest {
  /** Empty: the beginning of the held-out text. */
  readonly prompt: string;
  /** 0: always the likeliest token. */
  readonly temperature: number;
  readonly tokens: number;
}

/** `random` is uniform over 0 … 1. Rejects with EngineError. */
export async function continueText(
  engine: Predictor,
  vocabulary: Vocabulary,
  { prompt, temperature, tokens: length }: TextRequest,
  random: () => number,
  onProgress: (sample: Extract<Sample, { kind: 'text' }>) => void,
): Promise<Extract<Sample, { kind: 'text' }>> {
  const { known } = tokensOf(prompt, vocabulary);
  const size = vocabularySize(vocabulary);
  const start = known.length > 0 ? known : [0];
  const tokens = [...start];
  const { microBatch, terms } = engine;
  const batch = {
    inputs: new Float32Array(microBatch * terms),
    labels: new Uint32Array(microBatch * terms),
    weights: new Float32Array(microBatch * terms),
  };
  const sample = () =>
    ({
      kind: 'text',
      prompt: textOf(start, vocabulary),
      continuation: textOf(tokens.slice(start.length), vocabulary),
      temperature,
    }) as const;
  for (let i = 0; i < length; i++) {
    const seen = tokens.slice(-terms);
    batch.inputs.set(seen); // attention is causal: positions after the last one seen do not affect it
    const logits = await engine.predict(batch);
    const classes = logits.length / (microBatch * terms);
    const at = (seen.length - 1) * classes;
    tokens.push(draw(logits.subarray(at, at + Math.min(classes, size)), temperature, random));
    onProgress(sample());
  }
  return sample();
}

/** The first tokens of a held-out window: a prompt that the model has not been trained on. */
export function heldOutPrompt(dataset: Dataset, index: number, length: number): string {
  const inputs = new Float32Array(dataset.terms);
  dataset.read(index, inputs, 0, new Uint32Array(dataset.terms), 0);
  return textOf(inputs.subarray(0, length), dataset.text!.vocabulary);
}

/** An index with probability ∝ exp(logit / temperature). */
function draw(logits: Float32Array, temperature: number, random: () => number): number {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  if (temperature === 0) return logits.indexOf(largest);
  const chances = Float64Array.from(logits, (logit) => Math.exp((logit - largest) / temperature));
  let rest = random() * chances.reduce((sum, chance) => sum + chance, 0);
  const index = chances.findIndex((chance) => (rest -= chance) < 0);
  return index < 0 ? logits.indexOf(largest) : index;
}
