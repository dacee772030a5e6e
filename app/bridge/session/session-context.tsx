// The thin React layer over a session: selectors over its store, and the ticker as a version number.
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Snapshot } from '../../../src/replica/protocol';
import { assert } from '../../../src/base/assert';
import { useIsOnScreen } from './on-screen';
import type { Session, SessionState } from './session';

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  assert(session, 'panels are drawn inside a SessionProvider');
  return session;
}

export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().store, select);
}

/** The snapshot to draw. Panels are mounted only once there is one. */
export function useShown(): Snapshot {
  const { store, slowTicker } = useSession();
  const isOnScreen = useIsOnScreen();
  const shown = useSyncExternalStore(
    isOnScreen ? store.subscribe : slowTicker.subscribe,
    () => store.getState().shown,
  );
  assert(shown, 'panels are drawn once a snapshot has come');
  return shown;
}

/** Draws again when the series changed: at most ten times a second, and once a second out of view. */
export function useTick(): number {
  const { ticker, slowTicker } = useSession();
  const { subscribe, version } = useIsOnScreen() ? ticker : slowTicker;
  return useSyncExternalStore(subscribe, version);
}
