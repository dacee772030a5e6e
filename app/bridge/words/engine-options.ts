// Which engine a person who knows better may choose. Apart from engine-words.ts, whose sentences Join need not load.
import type { EngineWish } from '../../../src/replica/protocol';
import { homeText } from '../../text/home';

export const engineOptions = (): readonly (readonly [EngineWish, string])[] => [
  ['auto', homeText.whicheverFasterHere],
  ['webgpu', homeText.webgpu],
  ['cpu', homeText.cpu],
];
