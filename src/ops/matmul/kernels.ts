// The launches of each matmul kernel: files, aliases, sizes, workgroups. Sizes are in a uniform buffer, so one pipeline
// serves every shape. Only storage types, the kind of epilogue and the tiles make another pipeline.
import biasFile from '../../../shaders/epilogue_bias.wgsl?raw';
import geluFile from '../../../shaders/epilogue_gelu.wgsl?raw';
import plainFile from '../../../shaders/epilogue_plain.wgsl?raw';
import slopeFile from '../../../shaders/epilogue_slope.wgsl?raw';
import raggedFile from '../../../shaders/matmul_ragged.wgsl?raw';
import splitFile from '../../../shaders/matmul_split.wgsl?raw';
import tiledFile from '../../../shaders/matmul_tiled.wgsl?raw';
import wholeFile from '../../../shaders/matmul_whole.wgsl?raw';
import { assert } from '../../base/assert';
import type { KernelCall, KernelSpec } from '../../gpu/kernel-cache';
import { activationForwardCall } from '../activation/activation';
import { grid, launches, scratchTensor, wide, type Lowered, type Target } from '../lowering';
import { matrixReader } from '../matrix-storage';
import type { MatmulChoice } from './choice';
import type { MatmulShape } from './matmul';

const activationNumber = { none: 0, relu: 1, tanh: 2, gelu: 3 };

/** a, b, bias, before, out. With fewer GELU takes a launch of its own; the kernel that adds splits binds only four. */
const geluBuffers = 5;

/** The launches of one given variant, for the op, the tuner, benchmarks and tests. */
export function matmulWith(choice: MatmulChoice, call: MatmulShape, target: Target): Lowered {
  const { epilogue, accumulate } = call;
  assert(
    !accumulate || !epilogue || ('bias' in epilogue && epilogue.activation === 'none'),
    'only a bias is fused with +=',
  );
  const isCut = choice.splits > 1;
  if (epilogue && 'before' in epilogue && target.maxStorageBuffers < geluBuffers && !isCut) {
    const { bias, before } = epilogue;
    const linear = matmulWith(
      choice,
      { ...call, out: before, epilogue: { bias, activation: 'none' } },
      target,
    );
    const gelu = activationForwardCall({
      activation: 'gelu',
      x: before,
      y: call.out,
      length: call.m * call.n,
    });
    return launches(...linear.calls, ...gelu.lower(target).calls);
  }
  if (!isCut) return launches(tiled(choice, call, target));
  const { epilogue: _, ...plain } = {
    ...call,
    out: scratchTensor,
    outStorage: 'f32',
    accumulate: false,
  } as const;
  const calls = [tiled(choice, plain, target), addSplits(choice, call, target)];
  return { calls, scratch: choice.splits * call.m * call.n };
}

/** What all variants share: the inputs, the epilogue's operands, out, then the sizes; the epilogue's file and types. */
function finish(
  inputs: readonly string[],
  { epilogue, out, accumulate, outStorage = accumulate ? 'f32' : 'real' }: MatmulShape,
  target: Target,
  isWide: boolean,
): Pick<KernelCall, 'operands'> &
  Pick<KernelSpec, 'access' | 'consts'> & {
    readonly file: string;
    readonly aliases: NonNullable<KernelSpec['aliases']>;
    readonly outReal: Target['real'];
    readonly accumulates: number;
    readonly activation: number;
  } {
  const fused = epilogueOf(epilogue, inputs.length, wide(target.real, isWide));
  const read = [...inputs, ...fused.extra];
  const written = [...fused.written, out];
  const length = read.length + written.length;
  return {
    operands: [...read, ...written],
    access: [...read.map(() => 'read' as const), ...written.map(() => 'write' as const), 'sizes'],
    file: fused.file,
    consts: { ...fused.consts, OUT: length - 1, SIZES: length },
    aliases: { ...fused.aliases, Wide: wide('f32', isWide) },
    outReal: outStorage === 'f32' ? 'f32' : target.real,
    accumulates: accumulate ? 1 : 0,
    activation: fused.activation,
  };
}

interface Epilogue extends Pick<KernelSpec, 'consts'> {
  readonly file: string;
  readonly extra: readonly string[];
  /** The tensors written besides out. */
  readonly written: readonly string[];
  readonly aliases: NonNullable<KernelSpec['aliases']>;
  readonly activation: number;
}

function epilogueOf(
  epilogue: MatmulShape['epilogue'],
  binding: number,
  type: ReturnType<typeof wide>,
): Epilogue {
  if (!epilogue) return { file: plainFile, extra: [], written: [], consts: {}, aliases: {}, activation: 0 };
  if ('before' in epilogue)
    return {
      file: geluFile,
      extra: [epilogue.bias],
      written: [epilogue.before],
      consts: { BIAS: binding, BEFORE: binding + 1 },
      aliases: { WideBias: type, WideBefore: type },
      activation: 0,
    };
  if ('bias' in epilogue)
    return {
      file: biasFile,
      extra: [epilogue.bias],
      written: [],
      consts: { BIAS: binding },
      aliases: { WideBias: type },
      activation: activationNumber[epilogue.activation],
    };
  return {
    file: slopeFile,
    extra: [epilogue.saved],
    written: [],
    consts: { SAVED: binding },
    aliases: { WideSaved: type },
    activation: activationNumber[epilogue.slopeOf],
  };
}

function tiled(choice: MatmulChoice, call: MatmulShape, target: Target): KernelCall {
  const { tileM, tileN, tileK, rowBlocks, columnBlocks, splits, memory } = choice;
  const { layout, m, n, k } = call;
  const isWide = memory === 'whole';
  const finished = finish([call.a, call.b], call, target, isWide);
  const span = Math.ceil(k / (splits * tileK)) * tileK;
  const matrix = matrixReader(call.bStorage ?? 'real', target, isWide);
  return {
    kernel: {
      label: `matmul ${layout} tiled ${tileM}×${tileN}×${tileK} ${memory}`,
      files: [finished.file, matrix.file, tiledFile, isWide ? wholeFile : raggedFile],
      entryPoint: 'matmul_tiled',
      consts: {
        ...finished.consts,
        TILE_M: tileM,
        TILE_N: tileN,
        TILE_K: tileK,
        ROW_BLOCKS: rowBlocks,
        COLUMN_BLOCKS: columnBlocks,
        A_ALONG_M: layout === 'tn',
        B_ALONG_K: layout === 'nt',
      },
      aliases: {
        ...finished.aliases,
        WideA: wide(target.real, isWide),
        Matrix: matrix.Matrix,
        WideC: wide(finished.outReal, isWide),
      },
      access: finished.access,
    },
    operands: finished.operands,
    sizes: [m, n, k, span, finished.accumulates, finished.activation],
    workgroups: [Math.ceil(n / tileN), Math.ceil(m / tileM), splits],
  };
}

function addSplits({ splits, memory }: MatmulChoice, call: MatmulShape, target: Target): KernelCall {
  const isWide = memory === 'whole';
  const finished = finish([scratchTensor], call, target, isWide);
  const threads = 64;
  const columns = isWide ? call.n / 4 : call.n;
  const length = call.m * columns;
  return {
    kernel: {
      label: 'matmul, add splits',
      files: [finished.file, splitFile],
      entryPoint: 'matmul_split',
      consts: { ...finished.consts, THREADS: threads },
      aliases: { ...finished.aliases, WideC: wide(finished.outReal, isWide) },
      access: finished.access,
    },
    operands: finished.operands,
    sizes: [splits, length, columns, finished.accumulates, finished.activation],
    workgroups: grid(Math.ceil(length / threads), target),
  };
}
