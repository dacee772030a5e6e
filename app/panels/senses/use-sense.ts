// A camera or a microphone in a part of this page: off when the part goes.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Sense } from './captured';
import { SenseSwitch, type SenseState, type WhyOff } from './sense-switch';

export interface SenseHandle {
  readonly sense: Sense;
  readonly state: SenseState;
  turnOn(deviceId?: string): void;
  turnOff(why?: WhyOff): void;
}

export function useSense(sense: Sense): SenseHandle {
  const [state, setState] = useState<SenseState>({ kind: 'off' });
  const held = useRef<SenseSwitch>(undefined);
  useEffect(() => {
    held.current = new SenseSwitch(sense, setState);
    return () => held.current?.end();
  }, [sense]);
  const turnOn = useCallback((deviceId?: string) => held.current?.turnOn(deviceId), []);
  const turnOff = useCallback((why?: WhyOff) => held.current?.turnOff(why), []);
  return { sense, state, turnOn, turnOff };
}
