// The thin React skin of a session: selectors over its store, and the ticker as a version number.
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Snapshot } from '../../src/replica/protocol';
import { assert } from '../../src/base/assert';
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

/** Whether the panel can be seen: one that cannot keeps what it shows, and costs nothing. */
const OnScreenContext = createContext(true);

export function OnScreen({ isOnScreen, children }: { isOnScreen: boolean; children: ReactNode }) {
  return <OnScreenContext value={isOnScreen}>{children}</OnScreenContext>;
}

const unheard = (): (() => void) => () => undefined;

/** The snapshot to draw. Panels are only mounted once there is one. */
export function useShown(): Snapshot {
  const { store } = useSession();
  const isOnScreen = useContext(OnScreenContext);
  const shown = useSyncExternalStore(isOnScreen ? store.subscribe : unheard, () => store.getState().shown);
  assert(shown, 'panels are drawn once a snapshot has come');
  return shown;
}

/** Draws again when the series moved, at most ten times a second. */
export function useTick(): number {
  const { ticker } = useSession();
  const isOnScreen = useContext(OnScreenContext);
  return useSyncExternalStore(isOnScreen ? ticker.subscribe : unheard, ticker.version);
}
