// The sentences about a missing camera: what happened, and what a person can do.
import { t } from '@lingui/core/macro';
import { cameraFault } from './camera-fault';

export const insecureWords = (): string =>
  t`This page came over plain HTTP. Browsers give the camera to secure pages only: open this page over HTTPS, or on the machine that serves it under localhost.`;
export const noCamerasWords = (): string =>
  t`This browser gives no page a camera. A current Chrome, Edge, Firefox or Safari does.`;
/** Fingerprinting protection: pictures would be noise. */
export const alteredWords = (): string =>
  t`This browser alters the pixels that a page reads, to protect you from being recognized: a model would learn noise. Turn that protection off for this page (Firefox: “resist fingerprinting”; Brave: its shield, beside the address), or use another browser. Then turn the camera on again.`;
export const hiddenWords = (): string =>
  t`The camera was turned off because this page was hidden. Turn it on again.`;
export const endedWords = (): string =>
  t`The camera went away: it was unplugged, or the browser or the system took it back. Turn it on again.`;
export const silentWords = (): string =>
  t`The camera sends no picture. Another program may use it, or its cover may be closed. Turn it on again, or choose another one.`;

/** `error`: what getUserMedia rejects with. */
export function cameraProblem(error: unknown): string {
  const { kind, reason } = cameraFault(error);
  switch (kind) {
    case 'refused-by-system':
      return refusedBySystemWords();
    case 'refused':
      return refusedWords();
    case 'not-found':
      return t`No camera was found. Connect one, then turn it on. Images in folders can be given instead, under “Your own files”.`;
    case 'taken':
      return takenWords();
    case 'other':
      return reason === ''
        ? t`The camera could not be started: the browser gave no reason.`
        : failedWords(reason);
    default:
      return kind satisfies never;
  }
}

export const refusedBySystemWords = (): string =>
  t`The system does not let this browser use the camera. Allow it in the system’s settings for privacy, then turn the camera on again.`;
export const refusedWords = (): string =>
  t`This page may not use the camera. Allow it in the browser’s settings for this page, beside the address, then turn the camera on again.`;
export const takenWords = (): string =>
  t`The camera could not be started: another program or another tab uses it, or it is broken. Close what uses it, then turn the camera on again.`;
export const failedWords = (reason: string): string =>
  t`The camera could not be started: ${{ value: reason }}.`;
