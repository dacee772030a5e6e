// The replica's Worker is prepared while a screen is shown from which a person may enter a ring.
import { useEffect } from 'react';
import type { HostedRoom } from '../bridge/session/device-memory';
import { engineRoom } from '../bridge/session/engine-room';

/** `hosted`: this device's own room. */
export function usePreparedReplica(hosted?: HostedRoom): void {
  useEffect(() => {
    let isCurrent = true;
    let release = (): void => undefined;
    engineRoom()
      .then((engine) => {
        if (isCurrent) release = engine.prepareReplica(hosted);
      })
      .catch(() => undefined); // entering tries again, and reports what is missing
    return () => {
      isCurrent = false;
      release();
    };
  }, [hosted]);
}
