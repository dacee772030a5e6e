// What this device computes on, as the person chose it last on any of the screens that ask.
import { useState } from 'react';
import type { EngineWish } from '../../../src/replica/protocol';
import { rememberedEngine, rememberEngine } from './device-memory';

export function useEngineWish(): readonly [wish: EngineWish, choose: (wish: EngineWish) => void] {
  const [wish, setWish] = useState(rememberedEngine);
  const choose = (chosen: EngineWish): void => {
    rememberEngine(chosen);
    setWish(chosen);
  };
  return [wish, choose];
}
