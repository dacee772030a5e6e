// Whether this is the phone of somebody who only takes part in a room.
import { useStore } from 'zustand';
import type { Session } from '../bridge/session/session';
import { useMedia } from '../ui/use-media';

export function useGuestPhone({ place, store }: Session): boolean {
  // One column, as in ring.module.css.
  const isPhone = useMedia('(max-width: 44rem)');
  const isHost = useStore(store, ({ forControls }) => forControls?.isHost === true);
  return isPhone && place.kind === 'room' && place.ticket.hostToken === undefined && !isHost;
}
