// How each parameter lies in a file: its PyTorch name and shape, and the order of its axes. The same layout holds for
// the optimizer's vectors. Convolutions are OIHW and linear layers (out, in), as torch.nn has them. After an image the
// inputs of a linear layer are in the order (C, H, W), which nn.Flatten gives. In a GPT-2 the names are Transformers',
// and its Conv1D weights stay (in, out). Adapters have PEFT's names, and are linear layers in every model: (rank, in) and
// (out, rank).
import { sizeOf } from '../../ops/layer';
import type { ModelSpec } from '../../model/spec';
import { compile } from '../../model/plan/plan';
import { gpt2Of } from './gpt2';
import { placeLayers, type PlacedLayer } from '../../model/plan/place-layers';

export interface TensorLayout {
  /** The name in the file: 'layers.0.weight', 'transformer.wte.weight'. */
  readonly name: string;
  /** The shape in the file. */
  readonly shape: readonly number[];
  /** First element in the flat vector. */
  readonly offset: number;
  readonly length: number;
  /** The axes in the flat vector, each as fine as the permutation needs. */
  readonly axes: readonly number[];
  /** The file's axes, as indices of `axes`. */
  readonly order: readonly number[];
}

/** PEFT puts it before the names of the model's modules. */
const peftPrefix = 'base_model.model.';

/** One per parameter slot, in the order of the slots. */
export function tensorLayouts(model: ModelSpec): readonly TensorLayout[] {
  const gpt2 = gpt2Of(model);
  const leaves = leavesOf(placeLayers(model));
  return compile(model, 1).slots.map(({ name, shape, offset, length }) => {
    const leaf = leaves.find(({ path }) => name.startsWith(`${path}.`))!;
    const part = name.slice(leaf.path.length + 1);
    const adapter = /^(.*)\.([ab])$/.exec(name);
    if (adapter) {
      const [, weight, which] = adapter;
      const axes = which === 'a' ? axesOf(leaf, part.slice(0, -2), shape) : { axes: shape, order: [1, 0] };
      const module = (gpt2?.names.get(weight) ?? weight).replace(/\.weight$/, '');
      const file = `${peftPrefix}${module}.lora_${which.toUpperCase()}.weight`;
      return { name: file, shape: fileShape(shape, axes), offset, length, ...axes };
    }
    const hfName = gpt2?.names.get(name);
    // Transformers' head is an nn.Linear; its other weights are Conv1D.
    const isAsIs = hfName !== undefined && hfName !== 'lm_head.weight';
    const axes = isAsIs ? { axes: shape, order: shape.map((_, axis) => axis) } : axesOf(leaf, part, shape);
    return {
      name: hfName ?? `${leaf.path}.${torchPart(leaf, part)}`,
      shape: isAsIs ? shape : fileShape(shape, axes),
      offset,
      length,
      ...axes,
    };
  });
}

function leavesOf(layers: readonly PlacedLayer[]): readonly PlacedLayer[] {
  return layers.flatMap((placed) => (placed.inside.length > 0 ? leavesOf(placed.inside) : [placed]));
}

/** 'scale' → 'weight', 'tokens' → 'tokens.weight', 'qkv.bias' → 'qkv.bias'. */
function torchPart({ layer }: PlacedLayer, part: string): string {
  switch (layer.kind) {
    case 'group-norm':
    case 'layer-norm':
      return part === 'scale' ? 'weight' : 'bias';
    case 'embedding':
      return `${part}.weight`;
    default:
      return part;
  }
}

interface Axes {
  readonly axes: readonly number[];
  readonly order: readonly number[];
}

function axesOf({ layer, inputShape }: PlacedLayer, part: string, shape: readonly number[]): Axes {
  const isWeight = part === 'weight' || part.endsWith('.weight');
  if (isWeight && layer.kind === 'conv2d') return { axes: shape, order: [3, 2, 0, 1] };
  if (isWeight && layer.kind === 'dense' && !layer.isPositionwise && inputShape.length === 3)
    return { axes: [...inputShape, shape[1]], order: [3, 2, 0, 1] };
  if (isWeight && (layer.kind === 'dense' || layer.kind === 'attention'))
    return { axes: shape, order: [1, 0] };
  return { axes: shape, order: shape.map((_, axis) => axis) };
}

/** A linear layer after an image has two axes in the file, whatever its permutation. */
function fileShape(shape: readonly number[], { axes, order }: Axes): readonly number[] {
  const permuted = order.map((axis) => axes[axis]);
  return permuted.length === shape.length ? permuted : [permuted[0], sizeOf(permuted.slice(1))];
}
