// Writes `model.onnx`: the forward pass of a trained model, with its weights, for any runtime that reads ONNX (operator
// set 20). Its parameters have the names and axes of model.safetensors. An image is (batch, C, H, W), as in PyTorch; the
// batch, and the length of a text up to the context, are the caller's. Dropout is not written.
import type { Activation, ModelSpec } from '../../../../model/spec';
import { compile } from '../../../../model/plan/plan';
import { epsilon as groupEpsilon } from '../../../../ops/group-norm/group-norm.ref';
import { epsilon as layerEpsilon } from '../../../../ops/layer-norm/layer-norm.ref';
import type { Amount } from '../../../../data/amounts';
import { inputsOf, type TableColumn } from '../../../../data/table-columns';
import { toFileOrder } from '../../permute';
import { placeLayers, type PlacedLayer } from '../../../../model/plan/place-layers';
import { tensorLayouts, type TensorLayout } from '../../tensor-layout';
import { paddingOf, pairOf } from '../window';
import { graphBuilder, type GraphBuilder } from './graph-builder';
import { onnxFile, type OnnxValue } from './onnx-file';

/** What turns raw values into inputs, and outputs into amounts. */
interface ScaledBy {
  /** The graph standardises its input, raw values of these. */
  readonly columns?: readonly TableColumn[];
  /** The graph gives these, each in its unit. */
  readonly amounts?: readonly Amount[];
}

/** `facts`: what a reader should know beside the graph. */
export function onnxModel(
  model: ModelSpec,
  parameters: Float32Array,
  facts: Readonly<Record<string, string>> = {},
  { columns, amounts }: ScaledBy = {},
): Uint8Array<ArrayBuffer> {
  const placed = placeLayers(model);
  const input = inputOf(model, placed[0]);
  const graph = graphBuilder();
  const layouts = tensorLayouts(model);
  const slots = compile(model, 1).slots;
  const writer = new LayerWriter(
    graph,
    parameters,
    new Map(slots.map(({ name }, index) => [name, layouts[index]])),
    placed[0].layer.kind === 'embedding' ? input.name : undefined,
  );
  const last = writer.chain(placed, columns ? standardised(graph, input.name, columns) : input.name);
  const name = amounts ? 'amounts' : 'logits';
  const logits: OnnxValue = { name, holds: 'f32', shape: logitsShape(input, placed.at(-1)!) };
  graph.node('Identity', [amounts ? inUnits(graph, last, amounts) : last], {}, logits.name);
  const { nodes, tensors } = graph;
  return onnxFile({ name: model.name, nodes, tensors, inputs: [input], outputs: [logits] }, facts);
}

/** A gap is NaN, and becomes the mean. */
function standardised(graph: GraphBuilder, x: string, columns: readonly TableColumn[]): string {
  const each = (
    number: (column: Extract<TableColumn, { kind: 'number' }>) => number,
    other: number,
  ): Float32Array<ArrayBuffer> =>
    Float32Array.from(
      columns.flatMap((column) =>
        column.kind === 'number' ? [number(column)] : column.values.map(() => other),
      ),
    );
  const shape = [inputsOf(columns)];
  const means = graph.tensor('means', shape, () => each(({ mean }) => mean, 0));
  const deviations = graph.tensor('deviations', shape, () => each(({ deviation }) => deviation, 1));
  const centred = graph.node('Sub', [x, means]);
  const scaled = graph.node('Div', [centred, deviations]);
  return graph.node('Where', [graph.node('IsNaN', [scaled]), graph.float(0), scaled]);
}

function inUnits(graph: GraphBuilder, outputs: string, amounts: readonly Amount[]): string {
  const each = (name: string, of: (amount: Amount) => number): string =>
    graph.tensor(name, [amounts.length], () => Float32Array.from(amounts, of));
  const spread = graph.node('Mul', [outputs, each('amount deviations', ({ deviation }) => deviation)]);
  return graph.node('Add', [spread, each('amount means', ({ mean }) => mean)]);
}

function logitsShape(input: OnnxValue, { outputShape }: PlacedLayer): OnnxValue['shape'] {
  return input.holds === 'i64'
    ? ['batch', 'length', outputShape[outputShape.length - 1]]
    : ['batch', ...outputShape];
}

function inputOf({ inputShape }: ModelSpec, { layer }: PlacedLayer): OnnxValue {
  if (layer.kind === 'embedding') return { name: 'tokens', holds: 'i64', shape: ['batch', 'length'] };
  const [height, width, channels = 1] = inputShape;
  const isImage = isImageShape(inputShape) || imageKinds.has(layer.kind);
  return { name: 'x', holds: 'f32', shape: ['batch', ...(isImage ? [channels, height, width] : inputShape)] };
}

/** They see a shape (H, W) as an image of one channel. */
const imageKinds: ReadonlySet<string> = new Set(['conv2d', 'max-pool', 'average-pool', 'group-norm']);

/** (H, W, C). */
function isImageShape(shape: readonly number[]): boolean {
  return shape.length === 3;
}

class LayerWriter {
  constructor(
    readonly graph: GraphBuilder,
    readonly parameters: Float32Array,
    readonly layouts: ReadonlyMap<string, TensorLayout>,
    /** The graph's input, where the model reads tokens: its axis 1 is the length. */
    readonly tokens: string | undefined,
  ) {}

  /** Returns the name of the value after the layers. */
  chain(placed: readonly PlacedLayer[], x: string): string {
    return placed.reduce((value, layer) => this.layer(layer, value), x);
  }

  private layer(placed: PlacedLayer, x: string): string {
    const { layer, path, inputShape, inside } = placed;
    const { graph } = this;
    switch (layer.kind) {
      case 'dense': {
        const flat = layer.isPositionwise ? x : graph.node('Flatten', [x], { axis: 1 });
        const multiply = (value: string): string => this.linear(path, value);
        const y =
          layer.isPositionwise && isImageShape(inputShape)
            ? this.channelsLast(flat, multiply)
            : multiply(flat);
        return this.activation(layer.activation, y);
      }
      case 'conv2d':
        return this.activation(layer.activation, this.convolution(placed, x));
      case 'max-pool':
      case 'average-pool': {
        if (layer.size === 'all') return graph.node('GlobalAveragePool', [x]);
        const size = pairOf(layer.size);
        const stride = layer.stride ?? size[0];
        return graph.node(layer.kind === 'max-pool' ? 'MaxPool' : 'AveragePool', [x], {
          kernel_shape: size,
          strides: [stride, stride],
        });
      }
      case 'group-norm':
        return this.groupNorm(path, layer.groups, placed, x);
      case 'layer-norm': {
        const normalize = (value: string): string =>
          graph.node(
            'LayerNormalization',
            [value, this.parameter(`${path}.scale`), this.parameter(`${path}.offset`)],
            { axis: -1, epsilon: { float: layerEpsilon } },
          );
        return isImageShape(inputShape) ? this.channelsLast(x, normalize) : normalize(x);
      }
      case 'embedding': {
        const places = graph.node('Slice', [
          this.parameter(`${path}.positions`),
          graph.integers([0]),
          graph.node('Unsqueeze', [this.length(), graph.integers([0])]),
        ]);
        return graph.node('Add', [graph.node('Gather', [this.parameter(`${path}.tokens`), x]), places]);
      }
      case 'attention':
        return this.attention(path, layer.heads, inputShape.at(-1)!, x);
      case 'dropout':
        return x;
      case 'tied-head':
        return graph.node('MatMul', [x, this.transposed(this.parameter(layer.to ?? 'layers.0.tokens'))]);
      case 'residual':
        return graph.node('Add', [x, this.chain(inside, x)]);
      case 'block':
        return this.chain(inside, x);
      default:
        return layer satisfies never;
    }
  }

  /** The parameter in the file's axes. */
  private parameter(slot: string): string {
    const layout = this.layoutOf(slot);
    return this.graph.tensor(layout.name, layout.shape, () => {
      const values = new Float32Array(layout.length);
      toFileOrder(layout, this.parameters, 0, values);
      return values;
    });
  }

  private layoutOf(slot: string): TensorLayout {
    const layout = this.layouts.get(slot);
    if (layout === undefined) throw new Error(`there is no parameter ${slot}`);
    return layout;
  }

  /** x·W + b on the last axis. A weight lies (in, out) where the file keeps our order, else (out, in). */
  private linear(path: string, x: string): string {
    const weight = this.parameter(`${path}.weight`);
    const { order } = this.layoutOf(`${path}.weight`);
    const isAsIs = order.every((axis, at) => axis === at);
    const product = this.graph.node('MatMul', [x, isAsIs ? weight : this.transposed(weight)]);
    return this.graph.node('Add', [product, this.parameter(`${path}.bias`)]);
  }

  private transposed(matrix: string): string {
    return this.graph.node('Transpose', [matrix], { perm: [1, 0] });
  }

  /** Applies it to (batch, H, W, C) of an image (batch, C, H, W). */
  private channelsLast(x: string, apply: (value: string) => string): string {
    const last = this.graph.node('Transpose', [x], { perm: [0, 2, 3, 1] });
    return this.graph.node('Transpose', [apply(last)], { perm: [0, 3, 1, 2] });
  }

  private activation(activation: Activation, x: string): string {
    switch (activation) {
      case 'none':
        return x;
      case 'relu':
        return this.graph.node('Relu', [x]);
      case 'tanh':
        return this.graph.node('Tanh', [x]);
      case 'gelu':
        return this.graph.node('Gelu', [x], { approximate: 'tanh' });
      default:
        return activation satisfies never;
    }
  }

  private convolution({ layer, path, inputShape, outputShape }: PlacedLayer, x: string): string {
    if (layer.kind !== 'conv2d') throw new Error(`${path} is no convolution`);
    const kernel = pairOf(layer.size);
    const stride = layer.stride ?? 1;
    const [top, bottom] = paddingOf(inputShape[0], outputShape[0], kernel[0], stride, layer.padding);
    const [left, right] = paddingOf(inputShape[1], outputShape[1], kernel[1], stride, layer.padding);
    const operands = [x, this.parameter(`${path}.weight`), this.parameter(`${path}.bias`)];
    return this.graph.node('Conv', operands, {
      kernel_shape: kernel,
      strides: [stride, stride],
      pads: [top, left, bottom, right],
    });
  }

  /** A group as one channel of an InstanceNormalization: GroupNormalization has a scale per group before operator set
   *  21. */
  private groupNorm(path: string, groups: number, { inputShape }: PlacedLayer, x: string): string {
    const { graph } = this;
    const isVector = inputShape.length === 1;
    const [height, width, channels = 1] = isVector ? [1, 1, inputShape[0]] : inputShape;
    const alike = (value: number): string =>
      graph.tensor(`${groups} times ${value}`, [groups], () => new Float32Array(groups).fill(value));
    const grouped = graph.node('Reshape', [x, graph.integers([0, groups, -1])]);
    const normal = graph.node('InstanceNormalization', [grouped, alike(1), alike(0)], {
      epsilon: { float: groupEpsilon },
    });
    const whole = isVector ? [0, channels] : [0, channels, height, width];
    const y = graph.node('Reshape', [normal, graph.integers(whole)]);
    const perChannel = (part: string): string => {
      const values = this.parameter(`${path}.${part}`);
      return isVector ? values : graph.node('Unsqueeze', [values, graph.integers([1, 2])]);
    };
    return graph.node('Add', [graph.node('Mul', [y, perChannel('scale')]), perChannel('offset')]);
  }

  /** softmax(q·kᵀ/√D + mask)·v per head, as ops/attention/attention.ref.ts. */
  private attention(path: string, heads: number, channels: number, x: string): string {
    const { graph } = this;
    const size = channels / heads;
    const qkv = this.linear(`${path}.qkv`, x);
    const part = (index: number, perm: readonly number[]): string => {
      const bounds = [index * channels, (index + 1) * channels].map((at) => graph.integers([at]));
      const slice = graph.node('Slice', [qkv, ...bounds, graph.integers([2])]);
      const split = graph.node('Reshape', [slice, graph.integers([0, 0, heads, size])]);
      return graph.node('Transpose', [split], { perm });
    };
    const scores = graph.node('MatMul', [part(0, [0, 2, 1, 3]), part(1, [0, 2, 3, 1])]);
    const scaled = graph.node('Mul', [scores, graph.float(1 / Math.sqrt(size))]);
    const masked = graph.node('Where', [this.mask(), scaled, graph.float(-Infinity)]);
    const mixed = graph.node('MatMul', [
      graph.node('Softmax', [masked], { axis: -1 }),
      part(2, [0, 2, 1, 3]),
    ]);
    const joined = graph.node('Transpose', [mixed], { perm: [0, 2, 1, 3] });
    return this.linear(`${path}.out`, graph.node('Reshape', [joined, graph.integers([0, 0, channels])]));
  }

  /** (T, T): true where position i may look at position j ≤ i. */
  private mask(): string {
    const { graph } = this;
    this.maskName ??= (() => {
      const places = graph.node('Range', [graph.integer(0), this.length(), graph.integer(1)]);
      const asColumn = graph.node('Unsqueeze', [places, graph.integers([1])]);
      return graph.node('GreaterOrEqual', [asColumn, places]);
    })();
    return this.maskName;
  }

  private maskName: string | undefined;

  /** The number of tokens in a row, a scalar. */
  private length(): string {
    if (this.tokens === undefined) throw new Error('only a model of tokens has a length');
    const shape = this.graph.node('Shape', [this.tokens]);
    return this.graph.node('Gather', [shape, this.graph.integer(1)], { axis: 0 });
  }
}
