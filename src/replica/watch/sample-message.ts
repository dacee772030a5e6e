// The model’s view of a few examples as it travels from a member to those who watch (R19g), in place of a picture: small
// numbers as bytes, so that one message holds all of it. A member made it, so it is validated here at the edge. Pure.
import * as v from 'valibot';
import { roomFor } from '../../net/room/sealed-text';
import { maxPictureText } from '../../net/room/room-messages';
import { fromBase64Url, toBase64Url } from '../../net/room/room-key';
import type { Sample } from '../protocol';

/** The sides of a grid and of an image, in cells. */
const [mostGrid, mostSide] = [48, 64];
const mostPoints = 240;
const mostDigits = 24;
/** Amounts of an example (amounts.ts). */
const mostFigures = 8;
const mostPrompt = 240;
const mostContinuation = 960;
/** Bytes of pixels that fit, two pixels a byte, beside the rest. */
const pixelRoom = Math.floor(((roomFor(maxPictureText) - 600) * 3) / 4);

const step = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const sideTo = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(most));
const bytes = (most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(Math.ceil((most * 4) / 3)),
    v.transform((text) => fromBase64Url(text)),
    v.instance(Uint8Array),
    v.check(({ length }) => length <= most),
  );
const kind = v.literal('sample');
const real = v.pipe(v.number(), v.finite());

const sampleMessage = v.variant('of', [
  v.pipe(
    v.strictObject({
      kind,
      step,
      of: v.literal('boundary'),
      side: sideTo(mostGrid),
      extent: v.pipe(v.number(), v.minValue(1e-6), v.maxValue(1e6)),
      /** 255: surely class 1. */
      chances: bytes(mostGrid * mostGrid),
      /** x and y of each: 0 is −extent, 255 is extent. */
      points: bytes(2 * mostPoints),
      labels: bytes(mostPoints),
    }),
    v.check(({ side, chances }) => chances.length === side * side),
    v.check(({ points, labels }) => points.length === 2 * labels.length && labels.every((one) => one < 2)),
  ),
  v.pipe(
    v.strictObject({
      kind,
      step,
      of: v.literal('digits'),
      side: sideTo(mostSide),
      /** Two pixels a byte. */
      pixels: bytes(pixelRoom),
      labels: bytes(mostDigits),
      predicted: bytes(mostDigits),
      /** 255: sure. */
      sure: bytes(mostDigits),
    }),
    v.check(
      ({ side, pixels, labels, predicted, sure }) =>
        labels.length > 0 &&
        predicted.length === labels.length &&
        sure.length === labels.length &&
        pixels.length === pixelBytes(labels.length, side),
    ),
  ),
  v.pipe(
    v.strictObject({
      kind,
      step,
      of: v.literal('amounts'),
      /** 0 and 255 of both lists, in the amount's unit. */
      low: real,
      high: real,
      actual: bytes(mostPoints),
      predicted: bytes(mostPoints),
      figures: v.pipe(v.array(v.strictTuple([real, real, real])), v.minLength(1), v.maxLength(mostFigures)),
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    }),
    v.check(({ low, high, actual, predicted }) => low < high && actual.length === predicted.length),
  ),
  v.strictObject({
    kind,
    step,
    of: v.literal('text'),
    prompt: v.pipe(v.string(), v.maxLength(mostPrompt)),
    continuation: v.pipe(v.string(), v.maxLength(mostContinuation)),
  }),
  v.strictObject({ kind, step, of: v.literal('none'), why: v.picklist(['own-data', 'not-drawable']) }),
]);
export type SampleMessage = v.InferInput<typeof sampleMessage>;

/** The examples are a person’s own, and stay with the members; or they are nothing that can be drawn. */
type NoSample = 'own-data' | 'not-drawable';

/** What an observer shows of the model after `step` committed steps. */
export interface SeenSample {
  readonly step: number;
  readonly sample: Sample | NoSample;
}

export function packSample({ step, sample }: SeenSample): SampleMessage {
  if (typeof sample === 'string') return { kind: 'sample', step, of: 'none', why: sample };
  switch (sample.kind) {
    case 'boundary': {
      const { side, extent, probability, points, labels } = sample;
      const shown = labels.subarray(0, mostPoints);
      const places = points.subarray(0, 2 * shown.length);
      return {
        kind: 'sample',
        step,
        of: 'boundary',
        side,
        extent: Number(extent.toPrecision(4)),
        chances: sent(probability),
        points: sent(places, (x) => (x + extent) / (2 * extent)),
        labels: toBase64Url(Uint8Array.from(shown)),
      };
    }
    case 'digits': {
      const { side, pixels, labels, predicted, confidence } = sample;
      const count = Math.min(mostDigits, labels.length, Math.floor(pixelRoom / pixelBytes(1, side)));
      return {
        kind: 'sample',
        step,
        of: 'digits',
        side,
        pixels: toBase64Url(inNibbles(pixels.subarray(0, count * side * side))),
        labels: toBase64Url(labels.slice(0, count)),
        predicted: toBase64Url(predicted.slice(0, count)),
        sure: sent(confidence.subarray(0, count)),
      };
    }
    case 'amounts': {
      const { actual, predicted, figures, count } = sample;
      const [low, high] = spanOf(actual, predicted);
      const share = (value: number): number => (value - low) / (high - low);
      const four = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(4)) : 0);
      return {
        kind: 'sample',
        step,
        of: 'amounts',
        low,
        high,
        actual: sent(actual.subarray(0, mostPoints), share),
        predicted: sent(predicted.subarray(0, mostPoints), share),
        figures: figures.slice(0, mostFigures).map(({ mae, rmse, r2 }) => [four(mae), four(rmse), four(r2)]),
        count,
      };
    }
    case 'text': {
      const { prompt, continuation } = sample;
      return {
        kind: 'sample',
        step,
        of: 'text',
        prompt: prompt.slice(-mostPrompt),
        continuation: continuation.slice(0, mostContinuation),
      };
    }
    default:
      return sample satisfies never;
  }
}

/** undefined: another kind of message, or none of ours. */
export function readSample(data: unknown): SeenSample | undefined {
  const parsed = v.safeParse(sampleMessage, data, { abortEarly: true });
  if (!parsed.success) return undefined;
  const message = parsed.output;
  return { step: message.step, sample: sampleIn(message) };
}

function sampleIn(message: v.InferOutput<typeof sampleMessage>): Sample | NoSample {
  switch (message.of) {
    case 'boundary': {
      const { side, extent, chances, points, labels } = message;
      return {
        kind: 'boundary',
        side,
        extent,
        labels,
        probability: Float32Array.from(chances, (byte) => byte / 255),
        points: Float32Array.from(points, (byte) => (byte / 255) * 2 * extent - extent),
      };
    }
    case 'digits': {
      const { side, pixels, labels, predicted, sure } = message;
      return {
        kind: 'digits',
        side,
        labels,
        predicted,
        pixels: fromNibbles(pixels, labels.length * side * side),
        confidence: Float32Array.from(sure, (byte) => byte / 255),
      };
    }
    case 'amounts': {
      const { low, high, actual, predicted, figures, count } = message;
      const values = (list: Uint8Array) =>
        Float32Array.from(list, (byte) => low + (byte / 255) * (high - low));
      return {
        kind: 'amounts',
        actual: values(actual),
        predicted: values(predicted),
        figures: figures.map(([mae, rmse, r2]) => ({ name: '', unit: '', mae, rmse, r2 })),
        count,
      };
    }
    case 'text': {
      const { prompt, continuation } = message;
      return { kind: 'text', prompt, continuation, temperature: 0 };
    }
    case 'none':
      return message.why;
    default:
      return message satisfies never;
  }
}

/** The span of all finite values, never empty. Columns' names stay with the members. */
function spanOf(...lists: readonly Float32Array[]): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists)
    for (const value of list)
      if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low < high ? [low, high] : [Number.isFinite(low) ? low : 0, (Number.isFinite(low) ? low : 0) + 1];
}

/** Numbers of 0 … 1 as bytes; one that is none is 0. */
function sent(values: Float32Array, share = (value: number): number => value): string {
  return toBase64Url(Uint8Array.from(values, (value) => scaled(share(value), 255)));
}

function scaled(share: number, most: number): number {
  return Math.round(most * Math.min(1, Math.max(0, share || 0)));
}

function pixelBytes(count: number, side: number): number {
  return Math.ceil((count * side * side) / 2);
}

function inNibbles(pixels: Float32Array): Uint8Array {
  return Uint8Array.from({ length: Math.ceil(pixels.length / 2) }, (_, at) => {
    const [first, second = 0] = pixels.subarray(2 * at, 2 * at + 2);
    return 16 * scaled(first, 15) + scaled(second, 15);
  });
}

function fromNibbles(bytes: Uint8Array, count: number): Float32Array {
  return Float32Array.from(
    { length: count },
    (_, at) => ((bytes[at >> 1] >> (at % 2 === 0 ? 4 : 0)) & 15) / 15,
  );
}
