// What a model predicts for inputs that a screen shows: forward passes of whole micro-batches, and softmax.
import type { Engine } from '../model/engine';

/** Probabilities of the classes for each row of `inputs` (n, length). */
export async function classProbabilities(
  engine: Pick<Engine, 'microBatch' | 'terms' | 'predict'>,
  inputs: Float32Array,
  length: number,
): Promise<Float64Array[]> {
  const { microBatch, terms } = engine;
  const rows: Float64Array[] = [];
  for (let start = 0; start < inputs.length; start += microBatch * length) {
    const part = inputs.subarray(start, start + microBatch * length);
    const batch = new Float32Array(microBatch * length);
    batch.set(part);
    const logits = await engine.predict({
      inputs: batch,
      labels: new Uint32Array(microBatch * terms),
      weights: new Float32Array(microBatch * terms),
    });
    const classes = logits.length / microBatch;
    for (let row = 0; row < part.length / length; row++)
      rows.push(softmax(logits.subarray(row * classes, (row + 1) * classes)));
  }
  return rows;
}

function softmax(logits: Float32Array): Float64Array {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const exponentials = Float64Array.from(logits, (logit) => Math.exp(logit - largest));
  const sum = exponentials.reduce((total, each) => total + each, 0);
  return exponentials.map((each) => each / sum);
}
