// Matmul with fused bias and activation: shapes, kernels, workgroups. The specification is matmul.ref.ts.
import biasEpilogue from '../../../shaders/epilogue_bias.wgsl?raw';
import plainEpilogue from '../../../shaders/epilogue_plain.wgsl?raw';
import directFile from '../../../shaders/matmul_direct.wgsl?raw';
import raggedFile from '../../../shaders/matmul_ragged.wgsl?raw';
import splitFile from '../../../shaders/matmul_split.wgsl?raw';
import tiledFile from '../../../shaders/matmul_tiled.wgsl?raw';
import type { KernelCall, KernelSpec } from '../../gpu/kernel-cache';
import { grid, scratchTensor, type Lowered, type Target } from '../lowering';
import { chooseMatmul, type MatmulChoice } from './choice';
import { activationForward } from '../activation/activation.ref';
import type { OpCall, Tensor } from '../op-call';
import { matmulReference, type MatmulLayout } from './matmul.ref';

/** Fused after the product. GELU is never fused: its backward needs the value before it. */
export interface BiasEpilogue {
  readonly bias: Tensor; // (N)
  readonly activation: 'none' | 'relu' | 'tanh';
}

export interface MatmulShape {
  readonly layout: MatmulLayout;
  readonly a: Tensor;
  readonly b: Tensor;
  readonly out: Tensor; // (M, N)
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** out += for parameter gradients. Never with an epilogue. */
  readonly accumulate: boolean;
  readonly epilogue?: BiasEpilogue;
}

const activationNumber = { none: 0, relu: 1, tanh: 2 } satisfies Record<BiasEpilogue['activation'], number>;

type Choice<Kind extends MatmulChoice['kind']> = Extract<MatmulChoice, { readonly kind: Kind }>;

export function matmul(shape: MatmulShape): OpCall {
  const { layout, a, b, out, m, n, k, accumulate, epilogue } = shape;
  return {
    op: `matmul-${layout}`,
    reads: epilogue ? [a, b, epilogue.bias] : [a, b],
    writes: accumulate ? [] : [out],
    updates: accumulate ? [out] : [],
    flops: 2 * m * n * k,
    lower: (target) => matmulWith(chooseMatmul(layout, m, n, k, target), shape, target),
    reference({ reals }) {
      const c = reals(out);
      matmulReference(layout, reals(a), reals(b), c, m, n, k, accumulate, epilogue && reals(epilogue.bias));
      if (epilogue && epilogue.activation !== 'none') activationForward(epilogue.activation, c, c, m * n);
    },
  };
}

/** The launches of one given variant: for the tuner, benchmarks and tests. */
export function matmulWith(choice: MatmulChoice, call: MatmulShape, target: Target): Lowered {
  switch (choice.kind) {
    case 'direct':
      return { calls: [direct(choice, call)], scratch: 0 };
    case 'ragged':
      return { calls: [ragged(choice, call)], scratch: 0 };
    case 'tiled': {
      if (choice.splits === 1) return { calls: [tiled(choice, call)], scratch: 0 };
      const { epilogue: _, ...plain } = { ...call, out: scratchTensor, accumulate: false };
      const calls = [tiled(choice, plain), addSplits(choice.splits, call, target)];
      return { calls, scratch: choice.splits * call.m * call.n };
    }
    default:
      return choice satisfies never;
  }
}

/** What all variants share: inputs, then bias, then out; the epilogue's file and consts. */
function finish(
  inputs: readonly string[],
  { epilogue, out, accumulate }: MatmulShape,
): {
  readonly operands: readonly string[];
  readonly access: KernelSpec['access'];
  readonly file: string;
  readonly consts: Record<string, number | boolean>;
} {
  const read = epilogue ? [...inputs, epilogue.bias] : inputs;
  return {
    operands: [...read, out],
    access: [...read.map(() => 'read' as const), 'write'],
    file: epilogue ? biasEpilogue : plainEpilogue,
    consts: {
      OUT: read.length,
      ACCUMULATE: accumulate,
      ...(epilogue && { BIAS: inputs.length, ACTIVATION: activationNumber[epilogue.activation] }),
    },
  };
}

function direct({ workgroupX, workgroupY }: Choice<'direct'>, call: MatmulShape): KernelCall {
  const { layout, m, n, k } = call;
  const { operands, access, file, consts } = finish([call.a, call.b], call);
  return {
    kernel: {
      label: `matmul ${layout} ${m}×${n}×${k} direct`,
      files: [file, directFile],
      entryPoint: `matmul_${layout}`,
      consts: { ...consts, WORKGROUP_X: workgroupX, WORKGROUP_Y: workgroupY },
      aliases: { Wide: 'vec4f' },
      overrides: { M: m, N: n, K: k },
      access,
    },
    operands,
    workgroups: [Math.ceil(n / (16 * workgroupX)), Math.ceil(m / (8 * workgroupY)), 1],
  };
}

function ragged({ workgroupX, workgroupY }: Choice<'ragged'>, call: MatmulShape): KernelCall {
  const { layout, m, n, k } = call;
  const { operands, access, file, consts } = finish([call.a, call.b], call);
  const [A_ROW, A_K] = layout === 'tn' ? [1, m] : [k, 1];
  const [B_K, B_COLUMN] = layout === 'nt' ? [1, k] : [n, 1];
  return {
    kernel: {
      label: `matmul ${layout} ${m}×${n}×${k} ragged`,
      files: [file, raggedFile],
      entryPoint: 'matmul_ragged',
      consts: { ...consts, WORKGROUP_X: workgroupX, WORKGROUP_Y: workgroupY },
      aliases: { Wide: 'f32' },
      overrides: { M: m, N: n, K: k, A_ROW, A_K, B_K, B_COLUMN },
      access,
    },
    operands,
    workgroups: [Math.ceil(n / (4 * workgroupX)), Math.ceil(m / (4 * workgroupY)), 1],
  };
}

function tiled({ tile, tileK, blocks, splits }: Choice<'tiled'>, call: MatmulShape): KernelCall {
  const { layout, m, n, k } = call;
  const { operands, access, file, consts } = finish([call.a, call.b], call);
  return {
    kernel: {
      label: `matmul ${layout} ${m}×${n}×${k} tiled ${tile}×${tile}×${tileK}, ${splits} splits`,
      files: [file, tiledFile],
      entryPoint: 'matmul_tiled',
      consts: {
        ...consts,
        TILE_M: tile,
        TILE_N: tile,
        TILE_K: tileK,
        ROW_BLOCKS: blocks,
        COLUMN_BLOCKS: blocks,
        A_ALONG_M: layout === 'tn',
        B_ALONG_K: layout === 'nt',
      },
      aliases: { Wide: 'vec4f' },
      overrides: { M: m, N: n, K: k, SPAN: Math.ceil(k / (splits * tileK)) * tileK },
      access,
    },
    operands,
    workgroups: [Math.ceil(n / tile), Math.ceil(m / tile), splits],
  };
}

function addSplits(splits: number, call: MatmulShape, target: Target): KernelCall {
  const { operands, access, file, consts } = finish([scratchTensor], call);
  const threads = 64;
  const length4 = (call.m * call.n) / 4;
  return {
    kernel: {
      label: `matmul ${call.m}×${call.n}, add ${splits} splits`,
      files: [file, splitFile],
      entryPoint: 'matmul_split',
      consts: { ...consts, THREADS: threads },
      aliases: { Wide: 'vec4f' },
      overrides: { SPLITS: splits, LENGTH4: length4, N: call.n },
      access,
    },
    operands,
    workgroups: grid(Math.ceil(length4 / threads), target),
  };
}
