// A small model with the same kinds of calls as the room's: the same layers, strides, paddings and activations, but
// few channels and a small, ragged image. Kernels come in variants for multiples of four, so a width keeps its
// remainder by four. Variants for large shapes are not reached; true-shapes.ts checks those.
import { sizeOf } from '../../ops/layer';
import type { OpCall } from '../../ops/op-call';
import { compile, type Plan } from '../plan/plan';
import { hasBase, type Adapters, type Layer, type ModelSpec } from '../spec';

/** Rows of the reduced micro-batch: ragged for every tile. The last row is padding. */
export const reducedRows = 3;
/** Kept as they are. Twelve is no multiple of 8, 16 or 32, the sides of the tiles. */
const smallWidth = 12;
/** Characters of a text. */
const smallContext = 9;
/** The side of an image. It is made larger where a window would not fit. */
const smallSide = 7;
/** Equal neighbours add no kind of call beyond two: the first has no gradient below it, the last meets another layer. */
const equalNeighbours = 2;

/** Logits of a few rows: a frozen last layer is asked in pieces, as that of a large vocabulary is computed. */
const reducedLogitsBytes = 512;

export function reducedSpec(spec: ModelSpec): ModelSpec {
  const reduced = (inputShape: readonly number[]): ModelSpec => {
    const small = reducedLayers(spec.layers, inputShape[2] ?? 1).layers;
    const kept = withoutRepeats(small, spec);
    const layers = kept.map((at) => small[at]);
    const { adapters, frozenLayers } = spec;
    return {
      ...spec,
      name: `${spec.name}, reduced`,
      inputShape,
      layers,
      ...(adapters && { adapters: reducedAdapters(adapters, kept) }),
      ...(frozenLayers && { frozenLayers: kept.filter((at) => at < frozenLayers).length }),
    };
  };
  const small = inputShapes(spec).map(reduced).find(compiles);
  return small ?? spec;
}

/** The plan whose calls the known answers ask. */
export function reducedPlan(spec: ModelSpec): Plan {
  const logitsBytes = hasBase(spec) ? reducedLogitsBytes : undefined;
  return compile(reducedSpec(spec), reducedRows, { checkpoints: false, logitsBytes });
}

export function reducedCalls(spec: ModelSpec): readonly OpCall[] {
  const { forward, backward } = reducedPlan(spec);
  return [...forward, ...backward];
}

function compiles(spec: ModelSpec): boolean {
  try {
    compile(spec, reducedRows);
    return true;
  } catch {
    return false; // the image is smaller than a window
  }
}

/** The shapes from the smallest to the true one. */
function inputShapes({ inputShape: shape, layers: [first] }: ModelSpec): (readonly number[])[] {
  if (first.kind === 'embedding') return [[Math.min(shape[0], smallContext)]];
  if (first.kind === 'dense')
    return first.isPositionwise
      ? [[Math.min(shape[0], smallContext), ...shape.slice(1).map(reducedWidth)]]
      : [[reducedWidth(sizeOf(shape))]];
  const [height, width, ...channels] = shape;
  const small = channels.map(reducedWidth);
  const sides = Array.from({ length: Math.max(height, width) }, (_, more) => smallSide + more);
  return sides.map((side) => [Math.min(side, height), Math.min(side + 2, width), ...small]);
}

/** Equal widths stay equal, and the remainder by four stays. */
export function reducedWidth(width: number): number {
  return width <= smallWidth ? width : width % 4 === 0 ? smallWidth : 8 + (width % 4);
}

/** `channels` are those that the layers are given, already reduced. */
function reducedLayers(
  layers: readonly Layer[],
  channels: number,
): { readonly layers: Layer[]; readonly channels: number } {
  let width = channels;
  const small = layers.map((layer): Layer => {
    switch (layer.kind) {
      case 'dense':
        width = reducedWidth(layer.units);
        return { ...layer, units: width };
      case 'conv2d':
        width = reducedWidth(layer.filters);
        return { ...layer, filters: width };
      case 'embedding':
        width = reducedWidth(layer.channels);
        return { ...layer, channels: width, vocabulary: reducedWidth(layer.vocabulary) };
      case 'attention':
        // A head is a multiple of four channels wide.
        return width === smallWidth ? { ...layer, heads: layer.heads === 1 ? 1 : 3 } : layer;
      case 'group-norm':
        return { ...layer, groups: largestDivisor(width, layer.groups) };
      case 'residual':
      case 'block': {
        const inside = reducedLayers(layer.layers, width);
        width = inside.channels;
        return { ...layer, layers: inside.layers };
      }
      case 'layer-norm':
      case 'dropout':
      case 'tied-head':
      case 'max-pool':
      case 'average-pool':
        return layer;
      default:
        return layer satisfies never;
    }
  });
  return { layers: small, channels: width };
}

/** A tied head names its table by the layer's number, so layers before the table would have to stay. The table is the
 *  first layer of a text model. */
function withoutRepeats(layers: readonly Layer[], { adapters, frozenLayers = 0 }: ModelSpec): number[] {
  const texts = layers.map((layer, at) =>
    JSON.stringify([layer, adaptersWithin(at, adapters), at < frozenLayers]),
  );
  return [...texts.keys()].filter((at) => {
    const before = texts.slice(Math.max(0, at - equalNeighbours), at);
    return before.length < equalNeighbours || before.some((text) => text !== texts[at]);
  });
}

/** The names, without the layer's own, of the weights within a layer that have adapters. */
function adaptersWithin(at: number, adapters: Adapters | undefined): string[] {
  const own = `layers.${at}.`;
  return (adapters?.weights ?? []).flatMap((name) => (name.startsWith(own) ? [name.slice(own.length)] : []));
}

/** Those of the layers that are kept, under their new numbers. */
function reducedAdapters(adapters: Adapters, kept: readonly number[]): Adapters {
  const weights = kept.flatMap((from, to) =>
    adaptersWithin(from, adapters).map((name) => `layers.${to}.${name}`),
  );
  return { ...adapters, rank: reducedWidth(adapters.rank), weights };
}

function largestDivisor(width: number, atMost: number): number {
  for (let groups = Math.min(width, atMost); groups > 1; groups--) if (width % groups === 0) return groups;
  return 1;
}
