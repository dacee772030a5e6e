// While a screen is shown from which a person may enter a ring, the replica's Worker is prepared.
import { useEffect } from 'react';
import { engineRoom } from '../bridge/session/engine-room';

export function usePreparedReplica(): void {
  useEffect(() => {
    let isCurrent = true;
    let release = (): void => undefined;
    engineRoom()
      .then((engine) => {
        if (isCurrent) release = engine.prepareReplica();
      })
      .catch(() => undefined); // entering tries again, and reports what is missing
    return () => {
      isCurrent = false;
      release();
    };
  }, []);
}
