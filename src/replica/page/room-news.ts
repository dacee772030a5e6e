// What is known of a room before it is entered, for the UI. Loaded when a person has the code of one.
import { realClock } from '../../base/clock';
import { pageBase } from '../../base/page-base';
import { watchRoom as watch, type RoomNews } from '../../net/signalling/look-up';

/** Watches a room from outside, and asks again every few seconds. The returned function ends it. */
export function watchRoom(
  room: { readonly code: string; readonly mark?: string | undefined },
  onNews: (news: RoomNews) => void,
): () => void {
  return watch(pageBase(), room, realClock, onNews);
}
