// Which elements travel together in one all-reduce. Buckets are filled in reverse parameter order, because the backward
// pass finishes the last layer first. A bucket is a run of whole tensors, or a piece of one tensor larger than the cap.
// The first bucket is small, so that communication starts early (PyTorch DDP: 1 MiB, then 25 MiB).
import type { Bucket, ParameterSlot } from '../../model/engine';
import type { Fragment } from '../run/fragments';
import type { BucketSettings } from '../run/live-settings';

/** Disjoint buckets in backward order (bucket 0 holds the last parameters). They cover 0 … Σ length, or the fragment of the
 *  step, range by range (E27). */
export function assignBuckets(
  slots: readonly ParameterSlot[],
  settings: BucketSettings,
  fragment?: Fragment,
): Bucket[] {
  if (!fragment) return bucketsOf(slots, settings);
  return [...fragment]
    .reverse()
    .flatMap(({ start, end }) =>
      bucketsOf(
        slots.flatMap((slot) => within(slot, start, end)),
        settings,
      ),
    )
    .map((bucket, index) => ({ ...bucket, index }));
}

/** The part of a slot in [start, end), if any. */
function within(slot: ParameterSlot, start: number, end: number): readonly ParameterSlot[] {
  const offset = Math.max(slot.offset, start);
  const length = Math.min(slot.offset + slot.length, end) - offset;
  return length > 0 ? [{ ...slot, offset, length }] : [];
}

/** A frame names its bucket in 16 bits (C14). Two buckets in a row are together larger than the cap. */
const fewestOfAll = 2 ** -15;

/** `slots` follow each other without gaps. */
function bucketsOf(slots: readonly ParameterSlot[], settings: BucketSettings): Bucket[] {
  const last = slots.at(-1);
  const total = last ? last.offset + last.length : 0;
  if (settings.mode === 'single')
    return total === 0 ? [] : [{ index: 0, start: slots[0].offset, end: total }];
  const buckets: Bucket[] = [];
  let start = total;
  let end = total;
  const close = (): void => {
    if (end > start) buckets.push({ index: buckets.length, start, end });
    end = start;
  };
  for (const slot of [...slots].reverse()) {
    if (settings.mode === 'per-tensor') {
      start = slot.offset;
      close();
      continue;
    }
    const capElements = (): number =>
      Math.max(
        Math.ceil(total * fewestOfAll) + 1,
        Math.floor((buckets.length === 0 ? settings.firstBytes : settings.capBytes) / 4),
      );
    let remaining = slot.length;
    while (remaining > 0) {
      const room = capElements() - (end - start);
      if (room < remaining && end > start) {
        close();
        continue;
      }
      const taken = Math.min(remaining, room);
      start -= taken;
      remaining -= taken;
      if (end - start >= capElements()) close();
    }
  }
  close();
  return buckets;
}
