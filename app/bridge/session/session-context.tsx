// The thin React layer over a session: selectors over its store, and the ticker as a version number. A panel drawn without
// a page, as tests do, shows the same.
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Snapshot } from '../../../src/replica/protocol';
import { assert } from '../../../src/base/assert';
import { useIsOnScreen } from './on-screen';
import type { Session, SessionState } from './session';
import type { Ticker } from './ticker';

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
  return useShownPart(whole);
}

/** A part of the snapshot to draw: the panel is drawn again only when that part changes. `select` returns a part as it
 *  is: an object made again would change every time. */
export function useShownPart<T>(select: (shown: Snapshot) => T): T {
  const { store, subscribeShown, slowTicker } = useSession();
  const isOnScreen = useIsOnScreen();
  const read = (): T => {
    const { shown } = store.getState();
    assert(shown, 'panels are drawn once a snapshot has come');
    return select(shown);
  };
  return useSyncExternalStore(isOnScreen ? subscribeShown : slowTicker.subscribe, read, read);
}

const whole = (shown: Snapshot): Snapshot => shown;

/** Draws again with the numbers and curves of the series: at the ticker's pace, and more slowly out of view. */
export function useTick(): number {
  const { ticker, slowTicker } = useSession();
  return useVersion(useIsOnScreen() ? ticker : slowTicker);
}

/** Draws at half the pace of `useTick`, and when the phase changes: for charts of what changes slowly. */
export function useHalfTick(): void {
  const { ticker, slowTicker } = useSession();
  const { subscribe, version } = useIsOnScreen() ? ticker : slowTicker;
  const halved = (): number => version() >> 1;
  useSyncExternalStore(subscribe, halved, halved);
  useShownPart(phaseKind);
}

const phaseKind = (shown: Snapshot): string => shown.phase.kind;

function useVersion({ subscribe, version }: Ticker): number {
  return useSyncExternalStore(subscribe, version, version);
}
