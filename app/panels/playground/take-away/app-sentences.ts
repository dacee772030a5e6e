// The sentences that an app takes along, in the language of this page.
import { t } from '@lingui/core/macro';
import type { AppWords } from '../../../take-away/app-words';
import {
  alteredWords,
  endedWords,
  failedWords,
  hiddenWords,
  noCamerasWords,
  refusedBySystemWords,
  refusedWords,
  silentWords,
  takenWords,
} from '../../camera/camera-words';

export function appSentences(): AppWords {
  return {
    cameraOn: t`Turn the camera on`,
    cameraOff: t`Turn the camera off`,
    asking: t`Your browser asks you whether this page may use the camera.`,
    noCameras: noCamerasWords(),
    altered: alteredWords(),
    hidden: hiddenWords(),
    ended: endedWords(),
    silent: silentWords(),
    refused: refusedWords(),
    refusedBySystem: refusedBySystemWords(),
    notFound: t`No camera was found. Connect one, or choose a picture file.`,
    taken: takenWords(),
    failed: failedWords('{reason}'),
    pictureFile: t`Or a picture file`,
    notAPicture: t`This file is no picture that the browser can read.`,
    cameraPicture: t`What the camera sees`,
    seen: t`What the model sees`,
    draw: t`Draw here, with a mouse, a finger or a pen.`,
    clear: t`Clear`,
    sure: t`${{ sure: '{sure}' }} sure`,
    answer: t`What the model reads`,
    likely: t`How likely each class is`,
    unknownValue: t`unknown`,
    noNumber: t`This is no number: to the model it is unknown.`,
    prompt: t`Prompt`,
    write: t`Write`,
    stop: t`Stop`,
    writes: t`What the model writes`,
    unknownCharacters: t`It does not know “${{ characters: '{characters}' }}”.`,
    broken: t`The model in this file cannot be used: ${{ reason: '{reason}' }}. Save the app again.`,
  };
}
