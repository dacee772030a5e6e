// Matmul with fused bias and activation: shapes, kernels, workgroups. The specification is matmul.ref.ts.
import biasEpilogue from '../../shaders/epilogue_bias.wgsl?raw';
import plainEpilogue from '../../shaders/epilogue_plain.wgsl?raw';
import direct from '../../shaders/matmul_direct.wgsl?raw';
import ragged from '../../shaders/matmul_ragged.wgsl?raw';
import type { KernelCall, KernelSpec } from '../gpu/kernel-cache';
import { chooseMatmul, type MatmulChoice } from './matmul-choice';
import type { Lowered, Target } from './lowering';
import type { BiasEpilogue, MatmulCall } from './op-call';

const activationNumber = { none: 0, relu: 1, tanh: 2 } satisfies Record<BiasEpilogue['activation'], number>;

export function lowerMatmul(call: MatmulCall, target: Target): Lowered {
  return matmulWith(chooseMatmul(call.layout, call.m, call.n, call.k, target), call);
}

/** The launch of one given variant: for the tuner, benchmarks and tests. */
export function matmulWith(choice: MatmulChoice, call: MatmulCall): Lowered {
  const { layout, m, n, k, epilogue } = call;
  const operands = epilogue ? [call.a, call.b, epilogue.bias, call.out] : [call.a, call.b, call.out];
  const kernel = {
    label: `matmul ${layout} ${m}×${n}×${k} ${choice.kind}`,
    access: operands.map((_, index) => (index === operands.length - 1 ? 'write' : 'read')),
  } satisfies Partial<KernelSpec>;
  const consts = {
    WORKGROUP_X: choice.workgroupX,
    WORKGROUP_Y: choice.workgroupY,
    OUT: operands.length - 1,
    ACCUMULATE: call.accumulate,
    ...(epilogue && { ACTIVATION: activationNumber[epilogue.activation] }),
  };
  const epilogueFile = epilogue ? biasEpilogue : plainEpilogue;
  const launch = (rest: Omit<KernelSpec, 'label' | 'access'>, rows: number, columns: number): KernelCall => ({
    kernel: { ...kernel, ...rest },
    operands,
    workgroups: [Math.ceil(n / (columns * choice.workgroupX)), Math.ceil(m / (rows * choice.workgroupY)), 1],
  });
  switch (choice.kind) {
    case 'direct': {
      const files = [epilogueFile, direct];
      const rest = { files, consts, aliases: { Wide: 'vec4f' }, overrides: { M: m, N: n, K: k } } as const;
      return { calls: [launch({ ...rest, entryPoint: `matmul_${layout}` }, 8, 16)], scratch: 0 };
    }
    case 'ragged': {
      const [A_ROW, A_K] = layout === 'tn' ? [1, m] : [k, 1];
      const [B_K, B_COLUMN] = layout === 'nt' ? [1, k] : [n, 1];
      const overrides = { M: m, N: n, K: k, A_ROW, A_K, B_K, B_COLUMN };
      const rest = { files: [epilogueFile, ragged], consts, aliases: { Wide: 'f32' }, overrides } as const;
      return { calls: [launch({ ...rest, entryPoint: 'matmul_ragged' }, 4, 4)], scratch: 0 };
    }
    default:
      return choice satisfies never;
  }
}
