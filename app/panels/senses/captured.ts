// The input that a camera or a microphone of this page gives to a model.
import type { CameraFrame } from '../../../src/data/import/camera-picture';
import type { Sound } from '../../../src/data/sound/sound';

/** The two senses of a page, as `ModelFacts` names them. */
export type Sense = 'camera' | 'microphone';

export type Captured =
  /** `isMirrored`: the camera looks at the person. */
  | { readonly kind: 'frame'; readonly frame: CameraFrame; readonly isMirrored: boolean }
  /** The last second. */
  | { readonly kind: 'sound'; readonly sound: Sound };

/** The current input; undefined: there is none yet. */
export type Capture = () => Captured | undefined;
