// The engines of this device, timed once per run of the check.
import { useEffect, useState } from 'react';
import { engineRoom, type EngineCheck } from '../bridge/session/engine-room';

export function useEngineCheck(run: number): EngineCheck | 'measuring' {
  const [check, setCheck] = useState<EngineCheck | 'measuring'>('measuring');
  useEffect(() => {
    let isCurrent = true;
    setCheck('measuring');
    engineRoom()
      .then((engine) => engine.checkEngines())
      .catch((): EngineCheck => ({
        ok: false,
        error: { code: 'no-engine', message: 'part of the page did not load' },
      }))
      .then((found) => isCurrent && setCheck(found))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [run]);
  return check;
}
