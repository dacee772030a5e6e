// How kernels of the GPU read a matrix: its elements as other tensors have them, or f16 in whole words, which every device
// can unpack.
import halfFile from '../../shaders/matrix_half.wgsl?raw';
import halfWideFile from '../../shaders/matrix_half_wide.wgsl?raw';
import realFile from '../../shaders/matrix_real.wgsl?raw';
import type { KernelSpec } from '../gpu/kernel-cache';
import type { MatrixStorage } from './layer';
import { wide, type Target } from './lowering';

interface MatrixReader {
  readonly file: string;
  readonly Matrix: NonNullable<KernelSpec['aliases']>[string];
}

/** A matrix in f16 needs no reader of its own in mixed precision, which holds every tensor so. */
export function matrixReader(storage: MatrixStorage, { real }: Target, isWide: boolean): MatrixReader {
  if (storage === 'real' || real === 'f16') return { file: realFile, Matrix: wide(real, isWide) };
  return isWide ? { file: halfWideFile, Matrix: 'vec2u' } : { file: halfFile, Matrix: 'u32' };
}
