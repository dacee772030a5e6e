// The engine that the person chose last. All screens that ask share it.
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
