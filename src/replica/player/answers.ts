// What the playground computes for each question but the writing of text.
import { say } from '../../base/sayings';
import { SaidError } from '../../base/said-error';
import { pictureOf, type CameraFrame } from '../../data/import/camera-picture';
import { secondOf } from '../../data/sound/sound';
import { spectrogram } from '../../data/sound/spectrogram';
import { rowInputs } from '../../data/row-inputs';
import { inputsOf } from '../../data/table-columns';
import { tokensOf, tokenTexts } from '../../data/vocabulary';
import { createDecoder } from '../../model/decode/decoder';
import { readAll } from '../../model/decode/write-tokens';
import { compile } from '../../model/plan/plan';
import { planeGrid } from '../plane-grid';
import type { LoadedModel } from './loaded-model';
import { type Sheet, sheetOf, usualSheet } from '../../data/sheet';
import { placeDrawing } from './place-drawing';
import type {
  AttentionMaps,
  Classified,
  Drawing,
  Examined,
  Filters,
  Misread,
  Plane,
} from './player-messages';

const shownMisread = 24;
const shownFilters = 32;
const shownPoints = 240;
/** More tokens are too small to see, and their maps grow with the square. */
const shownTokens = 64;

export async function examine(model: LoadedModel): Promise<Examined> {
  const { heldOut, facts, inputLength } = model;
  const { classes, step } = facts;
  const { inputs, labels, count } = heldOut;
  const confusion = new Uint32Array(classes * classes);
  const misread: Omit<Misread, 'pixels'>[] = [];
  let right = 0;
  let loss = 0;
  const rows = await model.probabilities(inputs);
  for (const [index, probabilities] of rows.entries()) {
    const label = labels[index];
    const predicted = largestOf(probabilities);
    loss -= Math.log(Math.max(probabilities[label], Number.MIN_VALUE));
    if (predicted < classes) confusion[label * classes + predicted]++;
    if (predicted === label) right++;
    else misread.push({ index, label, predicted, probability: probabilities[predicted] });
  }
  misread.sort((a, b) => b.probability - a.probability || a.index - b.index);
  const pixelsOf = (index: number) => inputs.slice(index * inputLength, (index + 1) * inputLength);
  return {
    step,
    classes,
    count,
    right,
    confusion,
    loss: loss / count,
    misread: misread.slice(0, shownMisread).map((one) => ({ ...one, pixels: pixelsOf(one.index) })),
  };
}

export async function classify(model: LoadedModel, drawing: Drawing): Promise<Classified> {
  const { facts, inputLength } = model;
  const { inputShape, classes, step } = facts;
  let pixels: Float32Array;
  let label: number | undefined;
  if (drawing.kind === 'example') {
    const { inputs, labels, count } = model.heldOut;
    const index = drawing.index % count;
    pixels = inputs.slice(index * inputLength, (index + 1) * inputLength);
    label = labels[index];
  } else if (drawing.kind === 'point') pixels = Float32Array.of(drawing.x, drawing.y);
  else if (drawing.kind === 'row') pixels = rowOf(model, drawing.row);
  else if (drawing.kind === 'frame') pixels = photo(drawing.frame, drawing.isMirrored, inputShape);
  else if (drawing.kind === 'sound') pixels = unit(spectrogram(secondOf(drawing.sound)));
  else pixels = placeDrawing(drawing.ink, drawing.side, sheetFor(model));
  const [all] = await model.probabilities(pixels);
  return { step, pixels, shape: inputShape, probabilities: all.slice(0, classes), label };
}

/** Throws where nobody said what the inputs are made from. */
export function rowOf({ facts, inputLength }: LoadedModel, row: readonly string[]): Float32Array {
  const { columns } = facts;
  // Another replica may have written the configuration.
  if (!columns || inputsOf(columns) !== inputLength) throw new SaidError(say('no-columns-known'));
  return rowInputs(columns, row, inputLength);
}

/** The picture as an example of the data holds it (labelled-dataset.ts). */
function photo(frame: CameraFrame, isMirrored: boolean, shape: readonly number[]): Float32Array {
  const [side, , channels = 1] = shape;
  return unit(pictureOf(frame, isMirrored, { side, channels: channels === 3 ? 3 : 1 }));
}

/** Bytes as 0 … 1. */
function unit(bytes: Uint8Array): Float32Array {
  return Float32Array.from(bytes, (byte) => byte / 255);
}

const sheets = new WeakMap<object, Sheet>();

function sheetFor({ weights, facts }: LoadedModel): Sheet {
  const [side] = facts.inputShape;
  const { heldOut } = weights;
  if (!heldOut) return weights.sheet ?? usualSheet(side);
  let sheet = sheets.get(heldOut);
  if (!sheet) sheets.set(heldOut, (sheet = sheetOf(heldOut.inputs, side)));
  return sheet;
}

/** Throws where the first layer has no filters on an image. */
export function filters({ weights, facts }: LoadedModel): Filters {
  const { model } = weights.config;
  const [first] = model.layers;
  const slot = compile(model, 1).slots.find(({ name }) => name === 'layers.0.weight');
  const isImage = facts.task === 'image' && (first.kind === 'conv2d' || first.kind === 'dense');
  if (!slot || !isImage) throw new SaidError(say('no-filters'));
  const [imageHeight, imageWidth, channels = 1] = facts.inputShape;
  const [height, width] = first.kind === 'conv2d' ? slot.shape : [imageHeight, imageWidth];
  const of = slot.shape.at(-1)!;
  const count = Math.min(of, shownFilters);
  const size = height * width * channels;
  const flat = weights.parameters.subarray(slot.offset, slot.offset + slot.length); // (…inputs, units)
  const values = new Float32Array(count * size);
  for (let unit = 0; unit < count; unit++)
    for (let i = 0; i < size; i++) values[unit * size + i] = flat[i * of + unit];
  return { step: facts.step, height, width, channels, count, of, values };
}

export async function plane(model: LoadedModel): Promise<Plane> {
  const { inputs, labels } = model.heldOut;
  const count = Math.min(shownPoints, labels.length);
  const points = inputs.slice(0, 2 * count);
  const { grid, side, extent } = planeGrid(points);
  const rows = await model.probabilities(grid);
  return {
    step: model.facts.step,
    side,
    extent,
    points,
    probability: Float32Array.from(rows, (row) => row[1]),
    labels: Uint8Array.from(labels.subarray(0, count)),
  };
}

/** Throws where the text has no character that the model knows. */
export function attentionMaps({ weights, facts }: LoadedModel, text: string): AttentionMaps {
  const { vocabulary } = weights;
  if (!vocabulary) throw new SaidError(say('reads-no-text'));
  const texts = tokenTexts(vocabulary);
  const tokens = tokensOf(text, vocabulary).known.slice(-Math.min(facts.context, shownTokens));
  if (tokens.length === 0) throw new SaidError(say('knows-no-character'));
  const maps = new Map<string, Float32Array[]>();
  const size = tokens.length;
  const decoder = createDecoder(weights.config.model, weights.parameters, (path, head, position, row) => {
    const heads = maps.get(path) ?? [];
    maps.set(path, heads);
    (heads[head] ??= new Float32Array(size * size)).set(row, position * size);
  });
  if (!decoder) throw new SaidError(say('reads-no-text'));
  readAll(decoder, tokens);
  const layers = [...maps.values()];
  return {
    step: facts.step,
    tokens: tokens.map((token) => texts[token]),
    heads: layers[0]?.length ?? 0,
    layers: layers.map((heads) => {
      const all = new Float32Array(heads.length * size * size);
      heads.forEach((map, head) => all.set(map, head * size * size));
      return all;
    }),
  };
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[largest]) largest = i;
  return largest;
}
