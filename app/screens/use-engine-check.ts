// The engines of this device, timed once per run of the check.
import { useEffect, useState } from 'react';
import { loadTestBench, type EngineCheck } from '../bridge/session/engine-room';

export function useEngineCheck(run: number): EngineCheck | 'measuring' | 'not loaded' {
  const [check, setCheck] = useState<EngineCheck | 'measuring' | 'not loaded'>('measuring');
  useEffect(() => {
    let isCurrent = true;
    setCheck('measuring');
    loadTestBench()
      .then(({ checkEngines }) => checkEngines())
      .catch(() => 'not loaded' as const)
      .then((found) => isCurrent && setCheck(found))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [run]);
  return check;
}
