// out += Σ over spans of the partials in scratch (spans, length), in a fixed order.
import sumFile from '../../../shaders/conv2d_sum.wgsl?raw';
import type { KernelCall } from '../../gpu/kernel-cache';
import { grid, scratchTensor, type Target } from '../lowering';
import type { Tensor } from '../op-call';

/** Elements of a workgroup, and threads for each: neighbours read neighbours, and many spans are read at once. */
const across = 8;
const down = 16;

export function addPartials(out: Tensor, spans: number, length: number, target: Target): KernelCall {
  return {
    kernel: {
      label: 'conv2d, add spans',
      files: [sumFile],
      entryPoint: 'convolution_sum',
      consts: { ACROSS: across, DOWN: down },
      access: ['read', 'write', 'sizes'],
    },
    operands: [scratchTensor, out],
    sizes: [spans, length],
    workgroups: grid(Math.ceil(length / across), target),
  };
}
