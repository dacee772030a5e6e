// The same engine with other functions. What it says of itself stays live: its device's name changes while it runs.
import type { Engine } from './engine';

/** `engine`: an object of functions, not of a class. */
export function withCalls(engine: Engine, calls: Partial<Engine>): Engine {
  const both = { ...Object.getOwnPropertyDescriptors(engine), ...Object.getOwnPropertyDescriptors(calls) };
  return Object.defineProperties({}, both) as Engine;
}
