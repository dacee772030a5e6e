// The groups of the kernel lab: every call of small models that together use all layer types, and separate products. A
// new layer type appears in the lab when a model here lists it; nothing is written per op.
import { initialParameters } from '../../../src/model/plan/initial-parameters';
import { compile, type Plan } from '../../../src/model/plan/plan';
import {
  cnnPreset,
  cnnSizes,
  gptPreset,
  layersPreset,
  mlpPreset,
  residualLayers,
} from '../../../src/model/presets';
import { ReferenceModel } from '../../../src/model/cpu/reference-model';
import type { ModelSpec } from '../../../src/model/spec';
import type { MatmulLayout } from '../../../src/ops/matmul/matmul.ref';
import { allowedTiles, type MatmulChoice, type ShapeClass } from '../../../src/ops/matmul/choice';
import { matmulWith } from '../../../src/ops/matmul/kernels';
import { matmul, type MatmulShape } from '../../../src/ops/matmul/matmul';
import type { Lowered, Target } from '../../../src/ops/lowering';
import type { OpCall, ReferenceTensors, Storage } from '../../../src/ops/op-call';
import { randomReals } from '../../../src/ops/testing/random-reals';
import { randomBatch } from '../../../src/model/plan/random-batch';

export interface LabTensor {
  readonly name: string;
  readonly length: number; // elements
  readonly storage: Storage;
}

export interface LabGroup {
  readonly name: string;
  /** Sorted so that the inputs of each call are computed before it. */
  readonly calls: readonly OpCall[];
  readonly tensors: readonly LabTensor[];
  /** Values in f64, with everything that the first call reads. */
  reference(): ReferenceTensors;
  /** Kernels of a call besides those that the op chooses by itself. */
  variants?(call: OpCall, target: Target): readonly (readonly [name: string, lowered: Lowered])[];
}

const images = [28, 28, 1];
const tinyImages = [9, 7, 1];
const gpt = { vocabulary: 65, dropout: 0.1 };

/** Names come first: a group is made when it is chosen. */
export const labGroups: readonly { readonly name: string; make(): LabGroup }[] = [
  ...[256, 512, 1024].map((size) => ({ name: `matmul ${size}³`, make: () => products(size, size, size) })),
  { name: 'matmul 65 × 131 × 77', make: () => products(65, 131, 77) },
  model('MLP, 32 rows', mlpPreset(images, 10, [512, 512], 'relu'), 32),
  model('MLP, ragged, GELU', mlpPreset([13], 3, [33, 7], 'gelu'), 11),
  model('CNN, 8 images', cnnPreset(images, 10, cnnSizes.medium), 8),
  model('CNN, ragged', cnnPreset(tinyImages, 3, { filters: [5, 6], units: 9 }), 3),
  model(
    'Residual CNN, 4 images',
    layersPreset(images, 10, residualLayers({ widths: [16, 32], blocks: 1, groups: 8 })),
    4,
  ),
  model(
    'Residual CNN, ragged',
    layersPreset(tinyImages, 3, residualLayers({ widths: [6, 10], blocks: 1, groups: 2 })),
    3,
  ),
  model('GPT block, 2 × 128', gptPreset({ ...gpt, ...blockOf(128, 128, 4), tied: false }), 2),
  model('GPT block, ragged', gptPreset({ ...gpt, ...blockOf(19, 24, 3), tied: true }), 3),
];

function blockOf(context: number, channels: number, heads: number) {
  return { context, channels, heads, layers: 1 };
}

function model(name: string, spec: ModelSpec, rows: number) {
  return {
    name,
    make(): LabGroup {
      const plan: Plan = compile(spec, rows);
      return {
        name,
        calls: [...plan.forward, ...plan.backward],
        tensors: plan.tensors,
        reference() {
          const tensors = new ReferenceModel(plan, Float64Array);
          tensors.parameters.set(initialParameters(plan, 1));
          tensors.load(randomBatch(plan, name, 1, rows));
          return tensors;
        },
      };
    },
  };
}

/** One product in each layout, with every kernel for it. */
function products(m: number, n: number, k: number): LabGroup {
  const shapes = (['nn', 'nt', 'tn'] satisfies MatmulLayout[]).map((layout): MatmulShape => ({
    layout,
    a: 'a',
    b: 'b',
    out: `out ${layout}`,
    m,
    n,
    k,
    accumulate: false,
  }));
  const calls = shapes.map(matmul);
  const tensors: LabTensor[] = [
    { name: 'a', length: m * k, storage: 'real' },
    { name: 'b', length: k * n, storage: 'real' },
    ...shapes.map(({ out }): LabTensor => ({ name: out, length: m * n, storage: 'real' })),
  ];
  return {
    name: `matmul ${m}×${n}×${k}`,
    calls,
    tensors,
    reference() {
      const values = new Map(
        tensors.map(({ name, length }) => [name, Float64Array.from(randomReals(length, 'kernel lab', name))]),
      );
      return { reals: (name) => values.get(name)!, integers: () => new Uint32Array() };
    },
    variants(call, target) {
      const shape = shapes[calls.indexOf(call)];
      return matmulChoices(shape, target).map((choice) => [
        choiceName(choice),
        matmulWith(choice, shape, target),
      ]);
    },
  };
}

function matmulChoices({ layout, m, n, k }: MatmulShape, target: Target): MatmulChoice[] {
  const isWhole = n % 4 === 0 && (layout === 'tn' ? m % 4 === 0 : k % 4 === 0);
  const memory = isWhole ? 'whole' : 'ragged';
  const tiles = (['large', 'medium', 'small'] satisfies ShapeClass[]).flatMap((shapeClass) =>
    allowedTiles(shapeClass, target),
  );
  return tiles.map((tile): MatmulChoice => ({ ...tile, splits: 1, memory }));
}

function choiceName({ tileM, tileN, tileK, rowBlocks, columnBlocks }: MatmulChoice): string {
  return `tiles ${tileM}×${tileN}×${tileK}, ${4 * rowBlocks}×${4 * columnBlocks} each`;
}
