// An example that a person took with the camera or the microphone of this device: the picture that a model gets of it, and
// the file that it is kept as. Such files in a folder per class are read as any are.
import { secondOf, type Sound } from '../sound/sound';
import { spectrogram } from '../sound/spectrogram';
import { wavFile } from '../sound/wav';
import { pictureOf, type CameraFrame } from './camera-picture';
import { pictureFile } from './picture-file';

export interface TakenExample {
  readonly pixels: Uint8Array; // (32, 32, channels), 0 … 255
  readonly channels: 1 | 3;
  /** PNG or WAV. */
  readonly file: Uint8Array<ArrayBuffer>;
}

/** A frame of a camera. `isMirrored`: left and right change places. */
export function pictureTaken(frame: CameraFrame, isMirrored: boolean): TakenExample {
  const pixels = pictureOf(frame, isMirrored);
  return { pixels, channels: 3, file: pictureFile(pixels) };
}

/** A second of a microphone. */
export function soundTaken(sound: Sound): TakenExample {
  const second = secondOf(sound);
  return { pixels: spectrogram(second), channels: 1, file: wavFile(second) };
}
