// The parameters that are not trained, in one GPU buffer: each begins at an offset that bindings allow, in f16 or f32.
import { fromHalfs } from '../../base/float16';
import type { Target } from '../../ops/lowering';
import type { ParameterSlot } from '../engine';
import type { Plan } from '../plan/plan';
import { elementBytes, slotAlignmentBytes } from './gpu-layout';

export interface BaseLayout {
  /** One per slot, in bytes. */
  readonly places: readonly { readonly offset: number; readonly bytes: number; readonly isHalf: boolean }[];
  readonly bytes: number;
}

export function layOutBase({ tensors }: Pick<Plan, 'tensors'>, target: Target): BaseLayout {
  let end = 0;
  const places = tensors.flatMap(({ role, length, storage }) => {
    if (role.kind !== 'base') return [];
    const ofOne = elementBytes(storage, target);
    const place = { offset: end, bytes: Math.ceil((length * ofOne) / 4) * 4, isHalf: ofOne === 2 };
    end += Math.ceil(place.bytes / slotAlignmentBytes) * slotAlignmentBytes;
    return [place];
  });
  return { places, bytes: end };
}

/** `halves`: the flat base in f16. */
export function writeBase(
  { queue }: GPUDevice,
  buffer: GPUBuffer,
  { places }: BaseLayout,
  slots: readonly ParameterSlot[],
  halves: Uint16Array,
): void {
  for (const [slot, { offset: from, length }] of slots.entries()) {
    const { offset, bytes, isHalf } = places[slot];
    const values = halves.subarray(from, from + length);
    const words = new ArrayBuffer(bytes); // whole ones
    if (isHalf) new Uint16Array(words).set(values);
    else fromHalfs(values, new Float32Array(words));
    queue.writeBuffer(buffer, offset, words);
  }
}
