// The backward pass through a convolution's activation and bias, for the SIMD engine.
import { activationNumber } from '../activation/activation.ref';
import { scratchTensor } from '../lowering';
import type { SimdLowered } from '../simd-lowering';
import type { BiasGradient } from './bias-gradient';

/** Rows per column sum, as in convolution.as. */
const rowsOfSum = 64;

export function biasGradientOnSimd(shape: BiasGradient): SimdLowered {
  const { y, dy, dz, biasGradient, rows, columns } = shape;
  const activation = activationNumber[shape.activation];
  const threadScratchBytes = 4 * columns; // of columnSum
  if (columns < 4)
    return {
      calls: [
        { kernel: 'activationBackward', args: [y, dy, dz, rows * columns, activation] },
        { kernel: 'columnSum', args: [dz, biasGradient, rows, columns] },
      ],
      scratchBytes: 0,
      threadScratchBytes,
    };
  const spans = Math.ceil(rows / rowsOfSum);
  return {
    calls: [
      { kernel: 'slopesAndSums', args: [y, dy, dz, scratchTensor, rows, columns, activation] },
      { kernel: 'columnSum', args: [scratchTensor, biasGradient, spans, columns] },
    ],
    scratchBytes: 4 * spans * columns,
    threadScratchBytes,
  };
}
