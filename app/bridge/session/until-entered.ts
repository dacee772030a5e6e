// Loading the dashboard takes a core for some hundred milliseconds. A replica that enters its room meanwhile waits for the
// same main thread, which does its signalling.
import type { Session } from './session';

/** Resolves once the replica is in its room, and after `limitMs` in any case. */
export function untilEntered({ store }: Pick<Session, 'store'>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, limitMs);
    const stop = store.subscribe(({ hasEntered }) => {
      if (hasEntered) end();
    });
    if (store.getState().hasEntered) end();
  });
}
