// Which picture an observer shows when several members send some: while the speaker of a ring changes, of two rings that
// do not know of each other, or from a member that invents one. Of one ring, the later view counts, and another member of
// it speaks as soon as the one before is late. Otherwise it stays with one sender, and turns to another when that one has
// been silent for a while, or to the larger ring that goes on. Pure.
import { mostRingPlaces } from '../ring-view';
import type { ReceivedView } from './ring-message';

export interface ShownPicture {
  readonly from: string;
  readonly picture: ReceivedView;
  /** When it arrived, on this device's clock. */
  readonly atMs: number;
}

/** Longer than two signs of life: a speaker that is still there is not replaced. */
export const silentMs = 7_000;
/** The delay of a member of the same view, which speaks only where it cannot hear the one before. A ring that trains
 *  sends more often. */
export const lateMs = 1_000;

/** The picture to show when `next` arrives. An older one of the same sender is a repetition. */
export function chosenPicture(shown: ShownPicture | undefined, next: ShownPicture): ShownPicture {
  if (!shown) return next;
  if (shown.from === next.from) return next.picture.sentMs > shown.picture.sentMs ? next : shown;
  const sinceMs = next.atMs - shown.atMs;
  const isSilent = sinceMs > silentMs;
  const { lineage, generation } = next.picture;
  if (lineage !== '' && lineage === shown.picture.lineage) {
    const later = generation - shown.picture.generation;
    return later > 0 || (later === 0 && sinceMs > lateMs) || isSilent ? next : shown;
  }
  return isSilent || weight(next.picture) > weight(shown.picture) ? next : shown;
}

/** The part of a ring that goes on counts more than another one, then the larger one does. */
function weight({ ringPhase, ring }: ReceivedView): number {
  return (ringPhase === 'no-quorum' || ringPhase === 'catching-up' ? 0 : mostRingPlaces) + ring.length;
}
