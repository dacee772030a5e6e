// Why there is no camera, in sentences: what happened, and what a person can do.
import { cameraText } from '../../../text/camera';

export const insecureWords = (): string => cameraText.pageCameOver;
export const noCamerasWords = (): string => cameraText.browserGivesNo;
export const hiddenWords = (): string => cameraText.cameraTurnedOff;
export const endedWords = (): string => cameraText.cameraWentAway;
export const silentWords = (): string => cameraText.cameraSendsNo;

/** `error`: what getUserMedia rejects with. */
export function cameraProblem(error: unknown): string {
  const { name = '', message = '' } = error instanceof Error ? error : {};
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return /system/i.test(message) ? cameraText.systemDoesNot : cameraText.pageMayNot;
    case 'NotFoundError':
    case 'OverconstrainedError':
      return cameraText.noCameraFound;
    case 'NotReadableError':
    case 'AbortError':
      return cameraText.cameraCouldNot;
    default:
      return cameraText.cameraCouldNotStarted((message || name || cameraText.browserGaveNo).slice(0, 200));
  }
}
