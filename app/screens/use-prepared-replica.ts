// The replica's Worker is prepared while a screen is shown from which a person may enter a ring.
import { useEffect } from 'react';
import type { HostedRoom } from '../bridge/session/device-memory';
import { beginWith } from '../bridge/session/begin-with';
import { engineRoom } from '../bridge/session/engine-room';

/** `hosted`: this device's own room. */
export function usePreparedReplica(hosted?: HostedRoom): void {
  // Where the engine is missing, entering tries again, and reports it.
  useEffect(() => beginWith(engineRoom(), (engine) => engine.prepareReplica(hosted)), [hosted]);
}
