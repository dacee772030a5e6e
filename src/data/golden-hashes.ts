// The built-in datasets' hashes, checked in Node and in the browser: an engine that drew one pixel otherwise would
// be refused by its ring. Change them only together with the drawing, and know that old runs then cannot resume.
import type { BuiltInData } from './load-dataset';

export const goldenSeed = 7;

export const goldenHashes: readonly (readonly [BuiltInData, string])[] = [
  [{ kind: 'points', set: 'moons', examples: 500, noise: 0.1 }, '9c3d5d0272d43943'],
  [{ kind: 'points', set: 'spirals', examples: 500, noise: 0.02 }, '0cf7a7ab714ee8c2'],
  [{ kind: 'points', set: 'circles', examples: 500, noise: 0.05 }, '3e3e381fadf8ae34'],
  [{ kind: 'points', set: 'xor', examples: 500, noise: 0 }, 'c1842c15b55b44e9'],
  [{ kind: 'digits', examples: 300 }, '1ba24a6fadc35eb4'],
  [{ kind: 'stories', examples: 200, context: 32 }, '7d0a9b2800eb01b8'],
];
