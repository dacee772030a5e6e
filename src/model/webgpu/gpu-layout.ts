// Places the flat parameter vector in one GPU buffer. The flat vector has no gaps, but bindings need 256-byte
// offsets. So on the GPU each slot starts at a multiple of 64 elements of f32, or 128 of f16. The gaps hold zeros and
// are never read.
import type { Target } from '../../ops/lowering';
import type { Storage } from '../../ops/op-call';
import type { ParameterSlot } from '../engine';

export const slotAlignmentBytes = 256; // the largest minStorageBufferOffsetAlignment that WebGPU allows

export interface GpuLayout {
  /** The offset of each slot, in elements. */
  readonly offsets: readonly number[];
  /** The length of the whole buffer, in elements. */
  readonly length: number;
}

/** Bytes of an element on the device. */
export function elementBytes(storage: Storage, { real }: Pick<Target, 'real'>): 2 | 4 {
  return storage === 'half' || (storage === 'real' && real === 'f16') ? 2 : 4;
}

/** The same layout serves parameters of `elementBytes` and gradients of 4 bytes. */
export function gpuLayout(slots: readonly ParameterSlot[], elementBytes: 2 | 4 = 4): GpuLayout {
  const slotAlignment = slotAlignmentBytes / elementBytes;
  let length = 0;
  const offsets = slots.map((slot) => {
    const offset = length;
    length += Math.ceil(slot.length / slotAlignment) * slotAlignment;
    return offset;
  });
  return { offsets, length };
}

/** The padded elements [start, end) that hold the flat elements [start, end). */
export function paddedRange(
  slots: readonly ParameterSlot[],
  layout: GpuLayout,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const place = (element: number): number => {
    const index = slots.findIndex((slot) => element < slot.offset + slot.length);
    return layout.offsets[index] + element - slots[index].offset;
  };
  return { start: place(start), end: place(end - 1) + 1 };
}

/** Copies flat elements [start, end) out of `padded`, which begins at padded element `paddedStart`. */
export function unpack(
  slots: readonly ParameterSlot[],
  layout: GpuLayout,
  { start, end }: { readonly start: number; readonly end: number },
  { padded, paddedStart }: { readonly padded: Float32Array; readonly paddedStart: number },
  into: Float32Array,
): void {
  slots.forEach((slot, index) => {
    const from = Math.max(start, slot.offset);
    const to = Math.min(end, slot.offset + slot.length);
    if (from >= to) return;
    const at = layout.offsets[index] + from - slot.offset - paddedStart;
    into.set(padded.subarray(at, at + to - from), from);
  });
}
