// Hashes of the built-in datasets, checked in Node and in the browser. An engine that drew one pixel differently
// would be refused by its ring. Change them only together with the drawing; runs from before the change then cannot
// resume.
import type { BuiltInData } from '../load-dataset';

export const goldenSeed = 7;

export const goldenHashes: readonly (readonly [BuiltInData, string])[] = [
  [{ kind: 'points', set: 'moons', examples: 500, noise: 0.1 }, 'f1bd2e222b870596'],
  [{ kind: 'points', set: 'spirals', examples: 500, noise: 0.02 }, '696fe041d8bc003f'],
  [{ kind: 'points', set: 'circles', examples: 500, noise: 0.05 }, 'e24788f3c09a3c6c'],
  [{ kind: 'points', set: 'xor', examples: 500, noise: 0 }, '791115a57472d58a'],
  [{ kind: 'digits', examples: 300 }, 'f87785b466596190'],
  [{ kind: 'stories', examples: 200, context: 32 }, 'b6b5fd15a0925a6b'],
  [{ kind: 'homes', examples: 300, noise: 0.1 }, 'ad56796a281a7e3c'],
];
