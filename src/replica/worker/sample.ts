// What the model in training predicts for a few inputs, for the screen: a decision boundary for points, amounts beside the true
// ones, predictions for held-out digits, a continued text. Forward passes only, which alternate with the gradients. With local steps they are of
// the outer parameters too, as the loss is.
import type { Indices } from '../../data/indices';
import type { MicroBatch } from '../../model/engine';
import type { Replica } from '../../train/participation/replica';
import { columnsOf, shapeOf } from '../../train/run/data-shape';
import { amountView } from '../amount-view';
import { planeGrid } from '../plane-grid';
import type { Sample } from '../protocol';
import { heldOutOf } from '../weights';
import { continueText, heldOutPrompt, type Predictor } from './sample-text';

const shownPoints = 240;
const shownDigits = 24;
const promptTokens = 16;
const shownTokens = 80;

/** undefined when there is nothing to show: no prepared run, or inputs that are not points, text or square images. */
export async function takeSample(
  replica: Pick<Replica, 'ready' | 'held'>,
  { prompt, temperature = 0.5 }: { readonly prompt?: string; readonly temperature?: number },
  onProgress: (sample: Sample) => void,
): Promise<Sample | undefined> {
  const { ready, held } = replica;
  if (!ready || !held?.state.initialized) return undefined;
  const { dataset, split } = ready;
  const engine = sharedModel(ready, () => (replica.held ?? held).tensors.parameters);
  const shown = split.validation.length > 0 ? split.validation : split.train;
  const { inputShape, text } = dataset;
  if (text) {
    const request = {
      prompt: prompt ?? heldOutPrompt(dataset, shown.at(0)!, promptTokens),
      temperature,
      tokens: shownTokens,
    };
    return continueText(engine, text.vocabulary, request, Math.random, onProgress);
  }
  if (dataset.predicts === 'amounts') return amounts(engine, ready);
  const [first, second, channels = 1] = inputShape;
  if (inputShape.length === 1 && first === 2) return boundary(engine, ready, shown);
  if (inputShape.length >= 2 && first === second && channels === 1)
    return digits(engine, ready, shown, first);
  return undefined;
}

type Ready = NonNullable<Replica['ready']>;

/** The model as all replicas hold it, whatever this one's engine holds now. */
function sharedModel({ engine, predictBy }: Ready, parameters: () => Float32Array): Predictor {
  const { microBatch, terms } = engine;
  return { microBatch, terms, predict: (batch) => predictBy?.(parameters, batch) ?? engine.predict(batch) };
}

async function amounts(
  engine: Predictor,
  { dataset, split, config: { data } }: Ready,
): Promise<Sample | undefined> {
  const { amounts: predicted } = shapeOf(data);
  const held = heldOutOf(dataset, split);
  if (!predicted || !held.amounts || held.count === 0) return undefined;
  const given = { ...held, amounts: held.amounts };
  const length = held.inputs.length / held.count;
  const view = await amountView(given, predicted, columnsOf(data), (inputs) =>
    outputsOf(engine, inputs, length),
  );
  return { kind: 'amounts', ...view };
}

async function boundary(engine: Predictor, { dataset }: Ready, shown: Indices): Promise<Sample> {
  const count = Math.min(shownPoints, shown.length);
  const points = new Float32Array(2 * count);
  const labels = new Uint8Array(count);
  for (let i = 0; i < count; i++) dataset.read(shown.at(i)!, points, 2 * i, labels, i);
  const { grid, side, extent } = planeGrid(points);
  const probabilities = await classProbabilities(engine, grid, 2);
  const probability = Float32Array.from(probabilities, (row) => row[1]);
  return { kind: 'boundary', side, probability, points, labels, extent };
}

async function digits(engine: Predictor, { dataset }: Ready, shown: Indices, side: number): Promise<Sample> {
  const count = Math.min(shownDigits, shown.length);
  const pixels = new Float32Array(count * side * side);
  const labels = new Uint8Array(count);
  for (let i = 0; i < count; i++) dataset.read(shown.at(i)!, pixels, i * side * side, labels, i);
  const probabilities = await classProbabilities(engine, pixels, side * side);
  const predicted = Uint8Array.from(probabilities, (row) => row.indexOf(Math.max(...row)));
  const confidence = Float32Array.from(probabilities, (row) => Math.max(...row));
  return { kind: 'digits', side, pixels, labels, predicted, confidence };
}

/** The outputs of each row of `inputs` (n, length), one after the other. */
async function outputsOf(engine: Predictor, inputs: Float32Array, length: number): Promise<Float32Array> {
  const rows = inputs.length / length;
  const { microBatch } = engine;
  let outputs = new Float32Array();
  for (let row = 0; row < rows; row += microBatch) {
    const part = inputs.subarray(row * length, Math.min(rows, row + microBatch) * length);
    const found = await engine.predict(batchOf(part, length, engine));
    const each = found.length / microBatch;
    if (row === 0) outputs = new Float32Array(rows * each);
    outputs.set(found.subarray(0, (part.length / length) * each), row * each);
  }
  return outputs;
}

function batchOf(part: Float32Array, length: number, { microBatch, terms }: Predictor): MicroBatch {
  const inputs = new Float32Array(microBatch * length);
  inputs.set(part);
  const weights = new Float32Array(microBatch * terms).fill(1, 0, (part.length / length) * terms);
  return { inputs, labels: new Uint32Array(microBatch * terms), weights };
}

/** Softmax per row of `inputs` (n, length). */
async function classProbabilities(
  engine: Predictor,
  inputs: Float32Array,
  length: number,
): Promise<number[][]> {
  const rows: number[][] = [];
  const { microBatch } = engine;
  for (let start = 0; start < inputs.length; start += microBatch * length) {
    const part = inputs.subarray(start, start + microBatch * length);
    const logits = await engine.predict(batchOf(part, length, engine));
    const classes = logits.length / microBatch;
    for (let row = 0; row < part.length / length; row++)
      rows.push(softmax([...logits.subarray(row * classes, (row + 1) * classes)]));
  }
  return rows;
}

function softmax(logits: readonly number[]): number[] {
  const largest = Math.max(...logits);
  const exponentials = logits.map((logit) => Math.exp(logit - largest));
  const sum = exponentials.reduce((total, e) => total + e, 0);
  return exponentials.map((e) => e / sum);
}
