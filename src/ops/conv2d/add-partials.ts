// out += Σ over spans of the partials in scratch (spans, length), in the order of the spans.
import sumFile from '../../../shaders/conv2d_sum.wgsl?raw';
import type { KernelCall } from '../../gpu/kernel-cache';
import { grid, scratchTensor, type Target } from '../lowering';
import type { Tensor } from '../op-call';

const threads = 16;

export function addPartials(out: Tensor, spans: number, length: number, target: Target): KernelCall {
  return {
    kernel: {
      label: 'conv2d, add spans',
      files: [sumFile],
      entryPoint: 'convolution_sum',
      consts: { THREADS: threads },
      overrides: {},
      access: ['read', 'write', 'sizes'],
    },
    operands: [scratchTensor, out],
    sizes: [spans, length],
    workgroups: grid(Math.ceil(length / threads), target),
  };
}
