// Every layer type that a model's list of layers may name. A new one is a line in each of the two lists.
import * as v from 'valibot';
import type { LayerType } from './layer';
import { averagePoolLayer, type AveragePoolLayer } from './average-pool/average-pool';
import { conv2dLayer, type Conv2dLayer } from './conv2d/conv2d';
import { denseLayer, type DenseLayer } from './dense/dense';
import { groupNormLayer, type GroupNormLayer } from './group-norm/group-norm';
import { maxPoolLayer, type MaxPoolLayer } from './max-pool/max-pool';
import { blockLayer, type BlockLayer } from './block/block';
import { attentionLayer, type AttentionLayer } from './attention/attention';
import { dropoutLayer, type DropoutLayer } from './dropout/dropout';
import { embeddingLayer, type EmbeddingLayer } from './embedding/embedding';
import { layerNormLayer, type LayerNormLayer } from './layer-norm/layer-norm';
import { tiedHeadLayer, type TiedHeadLayer } from './tied-head/tied-head';
import { residualLayer, type ResidualLayer } from './residual/residual';

export type Layer =
  | DenseLayer
  | EmbeddingLayer
  | LayerNormLayer
  | AttentionLayer
  | DropoutLayer
  | TiedHeadLayer
  | ResidualLayer
  | BlockLayer
  | Conv2dLayer
  | MaxPoolLayer
  | AveragePoolLayer
  | GroupNormLayer;

export const layerTypes: { readonly [Kind in Layer['kind']]: LayerType<Extract<Layer, { kind: Kind }>> } = {
  dense: denseLayer,
  conv2d: conv2dLayer,
  'max-pool': maxPoolLayer,
  'average-pool': averagePoolLayer,
  'group-norm': groupNormLayer,
  embedding: embeddingLayer,
  'layer-norm': layerNormLayer,
  attention: attentionLayer,
  dropout: dropoutLayer,
  'tied-head': tiedHeadLayer,
  residual: residualLayer,
  block: blockLayer,
};

/** Checks configurations that come from other peers. */
export const layerSchema: v.GenericSchema<unknown, Layer> = v.lazy((input) => {
  const kind = (input as { kind?: unknown } | null | undefined)?.kind;
  const type = Object.entries(layerTypes).find(([name]) => name === kind)?.[1];
  return (type?.schema ?? unknownLayer) as v.GenericSchema<unknown, Layer>;
});

const unknownLayer = v.pipe(
  v.unknown(),
  v.check(() => false, `a layer's kind is one of ${Object.keys(layerTypes).join(', ')}`),
);
