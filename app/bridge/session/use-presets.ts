// The presets. Empty until they are needed and loaded, and when the engine cannot be fetched.
import { useEffect, useState } from 'react';
import { engineRoom, type Preset } from './engine-room';

export function usePresets(isNeeded: boolean): readonly Preset[] {
  const [presets, setPresets] = useState<readonly Preset[]>([]);
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    engineRoom()
      .then((engine) => isCurrent && setPresets(engine.presets))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isNeeded]);
  return presets;
}
