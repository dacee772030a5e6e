// A language model one token at a time. Every layer computes one position; attention keeps the keys and values of the
// positions before it (a KV cache), so that a token costs one position instead of a whole window. It works on
// parameters of its own, not on an engine.
import { assert } from '../../base/assert';
import { compile } from '../plan/plan';
import type { Layer, ModelSpec } from '../spec';
import { attentionStep, type AttentionWatch } from './attention-step';
import {
  activated,
  chain,
  dense,
  layerNorm,
  residual,
  tableProducts,
  type ParameterNamed,
  type PositionStep,
} from './position-steps';

export interface Decoder {
  /** The most positions that it holds. */
  readonly context: number;
  readonly vocabulary: number;
  /** Positions read since the last `clear`. */
  readonly length: number;
  /** Reads one token. The logits (vocabulary) of the token after it stay valid until the next call. */
  read(token: number): Float32Array;
  /** Forgets all positions. */
  clear(): void;
}

interface Building {
  readonly parameter: ParameterNamed;
  readonly context: number;
  readonly watch: AttentionWatch | undefined;
}

/** undefined: the model takes no text, or a layer of it needs all positions at once. `watch` receives the weights of
 *  each attention. */
export function createDecoder(
  model: ModelSpec,
  parameters: Float32Array,
  watch?: AttentionWatch,
): Decoder | undefined {
  const [first, ...rest] = model.layers;
  if (first.kind !== 'embedding' || !rest.every(isPositionwise)) return undefined;
  const { slots, parameterCount } = compile(model, 1);
  assert(parameters.length === parameterCount, 'the parameters are a flat vector of all of them');
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  const parameter: ParameterNamed = (name) => {
    const slot = byName.get(name);
    assert(slot, `the model has a parameter ${name}`);
    return parameters.subarray(slot.offset, slot.offset + slot.length);
  };
  const [context] = model.inputShape;
  const { channels, vocabulary } = first;
  const [tokens, positions] = [parameter('layers.0.tokens'), parameter('layers.0.positions')];
  const building = { parameter, context, watch };
  const step = chain(rest.map((layer, at) => stepOf(layer, `layers.${at + 1}`, building)));
  const embedded = new Float32Array(channels);
  let length = 0;
  return {
    context,
    vocabulary,
    get length() {
      return length;
    },
    read(token) {
      assert(length < context, `the decoder holds at most ${context} positions`);
      assert(token >= 0 && token < vocabulary, `token ${token} is in a vocabulary of ${vocabulary}`);
      for (let c = 0; c < channels; c++)
        embedded[c] = tokens[token * channels + c] + positions[length * channels + c];
      return step(embedded, length++);
    },
    clear() {
      length = 0;
    },
  };
}

function isPositionwise(layer: Layer): boolean {
  switch (layer.kind) {
    case 'dense':
      return layer.isPositionwise === true;
    case 'residual':
    case 'block':
      return layer.layers.every(isPositionwise);
    case 'layer-norm':
    case 'attention':
    case 'dropout':
    case 'tied-head':
      return true;
    case 'embedding':
    case 'conv2d':
    case 'max-pool':
    case 'average-pool':
    case 'group-norm':
      return false;
    default:
      return layer satisfies never;
  }
}

function stepOf(layer: Layer, path: string, building: Building): PositionStep {
  const { parameter, context, watch } = building;
  switch (layer.kind) {
    case 'dense':
      return activated(layer.activation, dense(parameter(`${path}.weight`), parameter(`${path}.bias`)));
    case 'layer-norm':
      return layerNorm(parameter(`${path}.scale`), parameter(`${path}.offset`));
    case 'attention':
      return attentionStep(path, layer.heads, { parameter, context, watch });
    case 'tied-head':
      return tableProducts(parameter(layer.to ?? 'layers.0.tokens'));
    case 'residual':
    case 'block': {
      const inner = chain(layer.layers.map((one, at) => stepOf(one, `${path}.${at}`, building)));
      return layer.kind === 'residual' ? residual(inner) : inner;
    }
    default:
      assert(layer.kind === 'dropout', `a decoder reads no layer ${layer.kind}`);
      return (x) => x; // it is off
  }
}
