// Every layer type there is: what a model's list of layers may name. Adding one is a line in each of the two lists.
import * as v from 'valibot';
import type { LayerType } from './layer';
import { denseLayer, type DenseLayer } from './dense/dense';
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
  | BlockLayer;

export const layerTypes: { readonly [Kind in Layer['kind']]: LayerType<Extract<Layer, { kind: Kind }>> } = {
  dense: denseLayer,
  embedding: embeddingLayer,
  'layer-norm': layerNormLayer,
  attention: attentionLayer,
  dropout: dropoutLayer,
  'tied-head': tiedHeadLayer,
  residual: residualLayer,
  block: blockLayer,
};

/** For configurations that come from other peers. */
export const layerSchema: v.GenericSchema<unknown, Layer> = v.lazy((input) => {
  const kind = (input as { kind?: unknown } | null | undefined)?.kind;
  const type = Object.entries(layerTypes).find(([name]) => name === kind)?.[1];
  return (type?.schema ?? unknownLayer) as v.GenericSchema<unknown, Layer>;
});

const unknownLayer = v.pipe(
  v.unknown(),
  v.check(() => false, `a layer's kind is one of ${Object.keys(layerTypes).join(', ')}`),
);
