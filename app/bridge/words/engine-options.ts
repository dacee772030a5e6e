// Which engine a person who knows better may choose. Apart from engine-words.ts, whose sentences Join need not load.
import { t } from '@lingui/core/macro';
import type { EngineWish } from '../../../src/replica/protocol';

export const engineOptions = (): readonly (readonly [EngineWish, string])[] => [
  ['auto', t`Whichever is faster here`],
  ['webgpu', t`WebGPU`],
  ['cpu', t`The CPU`],
];
