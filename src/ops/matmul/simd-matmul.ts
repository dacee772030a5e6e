// A product by packed panels, for the SIMD engine: blocks of the depth, and blocks of columns within each, packed and then
// multiplied.
import { activationNumber, type PointwiseActivation } from '../activation/activation.ref';
import { scratchTensor } from '../lowering';
import type { Tensor } from '../op-call';
import { absent, type SimdKernelCall, type SimdLowered } from '../simd-lowering';
import type { MatmulShape } from './matmul';

/** Depth of a block: a panel of B (8 · 512 · 4 B = 16 KiB) fits into a first-level cache with a panel of A. */
const depthOfBlock = 512;

/** The most columns of a block. Its panels (512 · 1,024 · 4 B = 2 MiB) stay in a second-level cache or near it, and those of a
 *  vocabulary never exist at once (103 MB). */
const columnsOfBlock = 1024;

/** What `multiply` keeps for itself: a ragged tile of the output, one of `saved` or `before`, a row of the bias. */
const multiplyThreadScratchBytes = 2 * 192 + 32;

/** Blocks of a depth in order. */
function depthBlocks(k: number): { start: number; depth: number; isFirst: boolean; isLast: boolean }[] {
  return Array.from({ length: Math.ceil(k / depthOfBlock) }, (_, block) => {
    const start = block * depthOfBlock;
    const depth = Math.min(depthOfBlock, k - start);
    return { start, depth, isFirst: block === 0, isLast: start + depth === k };
  });
}

interface ColumnBlock {
  readonly column: number;
  readonly columns: number;
}

/** Blocks of about as many columns each, whole panels of eight. */
function columnBlocks(n: number): ColumnBlock[] {
  const width = 8 * Math.ceil(n / Math.ceil(n / columnsOfBlock) / 8);
  return Array.from({ length: Math.ceil(n / width) }, (_, block) => {
    const column = block * width;
    return { column, columns: Math.min(width, n - column) };
  });
}

/** Bytes of the packed panels of an (m, n) product of depth k: columns in eights, rows in sixes and fours, which take no more
 *  places than fours alone. */
function packedBytes(m: number, n: number, k: number): number {
  return 4 * Math.min(k, depthOfBlock) * (4 * Math.ceil(m / 4) + 8 * Math.ceil(n / 8));
}

interface Epilogue {
  readonly bias?: Tensor;
  readonly activation?: PointwiseActivation;
  /** The product is multiplied by f′ of `saved` where it is given. */
  readonly saved?: Tensor;
  /** Keeps what the activation was applied to. */
  readonly before?: Tensor;
}

/** Multiplies what the kernel before packed into scratch. The epilogue belongs to the last block. */
function multiplyBlock(
  { out, m, n, accumulate }: Pick<MatmulShape, 'out' | 'm' | 'n' | 'accumulate'>,
  { depth, isFirst, isLast }: ReturnType<typeof depthBlocks>[number],
  { column, columns }: ColumnBlock,
  { bias, activation, saved, before }: Epilogue,
): SimdKernelCall {
  const adds = accumulate || !isFirst ? 1 : 0;
  const last = isLast
    ? [bias ?? absent, activation ? activationNumber[activation] : 0, saved ?? absent, before ?? absent]
    : [absent, 0, absent, absent];
  return { kernel: 'multiply', args: [scratchTensor, out, m, n, depth, column, columns, adds, ...last] };
}

export function matmulOnSimd(shape: MatmulShape): SimdLowered {
  const { layout, a, b, bStorage, m, n, k } = shape;
  const aAlong = layout !== 'tn';
  const bAlong = layout === 'nt';
  const bHalf = bStorage === 'half' ? 1 : 0;
  const strides = { a: aAlong ? k : m, b: bAlong ? k : n };
  const [firstColumns, ...blocks] = columnBlocks(n);
  const calls = depthBlocks(k).flatMap((depths): SimdKernelCall[] => {
    const { start, depth } = depths;
    const ofB = [start, depth, bAlong ? 1 : 0, strides.b, bHalf];
    const multiplied = (columns: ColumnBlock): SimdKernelCall =>
      multiplyBlock(shape, depths, columns, epilogueOf(shape));
    return [
      {
        kernel: 'packMatrices',
        args: [
          ...[a, b, scratchTensor, m, firstColumns.columns, start, depth],
          ...[aAlong ? 1 : 0, strides.a, bAlong ? 1 : 0, strides.b, bHalf],
        ],
      },
      multiplied(firstColumns),
      ...blocks.flatMap((block): SimdKernelCall[] => [
        { kernel: 'packMore', args: [b, scratchTensor, m, block.column, block.columns, ...ofB] },
        multiplied(block),
      ]),
    ];
  });
  const scratchBytes = packedBytes(m, firstColumns.columns, k);
  return { calls, scratchBytes, threadScratchBytes: multiplyThreadScratchBytes };
}

function epilogueOf({ epilogue }: MatmulShape): Epilogue {
  if (!epilogue) return {};
  if ('saved' in epilogue) return { activation: epilogue.slopeOf, saved: epilogue.saved };
  if ('before' in epilogue) return epilogue;
  const { bias, activation } = epilogue;
  return activation === 'none' ? { bias } : { bias, activation };
}
