// Whether this is the phone of somebody who only takes part in a room.
import { useStore } from 'zustand';
import type { Session } from '../bridge/session/session';
import { useMedia } from '../ui/use-media';

/** One column, as in ring.module.css. */
export const guestPhoneQuery = '(max-width: 44rem)';

export function useGuestPhone({ place, store }: Session): boolean {
  const isPhone = useMedia(guestPhoneQuery);
  const isHost = useStore(store, ({ forControls }) => forControls?.isHost === true);
  return isPhone && place.kind === 'room' && place.ticket.hostToken === undefined && !isHost;
}
