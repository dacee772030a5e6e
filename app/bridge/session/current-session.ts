// The one session of this page. It lives outside the routes, so that moving between screens does not end it. A running
// replica is also reachable as `window.lockstep`.
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { LockstepConsole } from '../../../src/replica/protocol';
import type { Session } from './session';

declare global {
  interface Window {
    lockstep?: LockstepConsole;
  }
}

const current = createStore<{ session: Session | undefined }>(() => ({ session: undefined }));

export function useCurrentSession(): Session | undefined {
  return useStore(current, (state) => state.session);
}

export function currentSession(): Session | undefined {
  return current.getState().session;
}

/** Ends the previous session, if any. */
export function setCurrentSession(session: Session | undefined): void {
  const before = current.getState().session;
  if (before === session) return;
  before?.end();
  if (session) window.lockstep = session.console();
  else delete window.lockstep;
  current.setState({ session });
}
