// The sentences about a camera or a microphone, in the language of this page: what happened, and what a person can do.
import { t } from '@lingui/core/macro';
import type { Sense } from './captured';
import type { SenseTexts } from './sense-texts';

export function senseTexts(sense: Sense): SenseTexts {
  return sense === 'camera' ? cameraTexts() : microphoneTexts();
}

const noChanges = { echoCancellation: '', noiseSuppression: '', autoGainControl: '' };

const cameraTexts = (): SenseTexts => ({
  turnOn: t`Turn the camera on`,
  turnOff: t`Turn the camera off`,
  cancel: t`Cancel`,
  asking: t`Your browser asks you whether this page may use the camera.`,
  isOn: t`The camera is on. It goes off when you leave this page or hide it.`,
  isOff: t`The camera is off.`,
  device: t`Camera`,
  unnamed: t`Camera ${{ value: '{number}' }}`,
  view: t`What the camera sees`,
  why: {
    insecure: t`This page came over plain HTTP. Browsers give the camera to secure pages only: open this page over HTTPS, or on the machine that serves it under localhost.`,
    unsupported: t`This browser gives no page a camera. A current Chrome, Edge, Firefox or Safari does.`,
    altered: t`This browser alters the pixels that a page reads, to protect you from being recognized: a model would learn noise. Turn that protection off for this page (Firefox: “resist fingerprinting”; Brave: its shield, beside the address), or use another browser. Then turn the camera on again.`,
    hidden: t`The camera was turned off because this page was hidden. Turn it on again.`,
    ended: t`The camera went away: it was unplugged, or the browser or the system took it back. Turn it on again.`,
    silent: t`The camera sends no picture. Another program may use it, or its cover may be closed. Turn it on again, or choose another one.`,
    refused: t`This page may not use the camera. Allow it in the browser’s settings for this page, beside the address, then turn the camera on again.`,
    'refused-by-system': t`The system does not let this browser use the camera. Allow it in the system’s settings for privacy, then turn the camera on again.`,
    'not-found': t`No camera was found. Connect one, then turn it on. Images in folders can be given instead, under “Your own files”.`,
    taken: t`The camera could not be started: another program or another tab uses it, or it is broken. Close what uses it, then turn the camera on again.`,
    other: t`The camera could not be started: ${{ value: '{reason}' }}.`,
  },
  noReason: t`The camera could not be started: the browser gave no reason.`,
  changed: undefined,
  changes: noChanges,
  axes: '',
});

const microphoneTexts = (): SenseTexts => ({
  turnOn: t`Turn the microphone on`,
  turnOff: t`Turn the microphone off`,
  cancel: t`Cancel`,
  asking: t`Your browser asks you whether this page may use the microphone.`,
  isOn: t`The microphone is on. It goes off when you leave this page or hide it.`,
  isOff: t`The microphone is off.`,
  device: t`Microphone`,
  unnamed: t`Microphone ${{ value: '{number}' }}`,
  view: t`What the microphone hears: the last second`,
  why: {
    insecure: t`This page came over plain HTTP. Browsers give the microphone to secure pages only: open this page over HTTPS, or on the machine that serves it under localhost.`,
    unsupported: t`This browser gives no page a microphone. A current Chrome, Edge, Firefox or Safari does.`,
    altered: t`This browser alters the sound that a page reads, to protect you from being recognized: a model would learn noise. Turn that protection off for this page (Firefox: “resist fingerprinting”; Brave: its shield, beside the address), or use another browser. Then turn the microphone on again.`,
    hidden: t`The microphone was turned off because this page was hidden. Turn it on again.`,
    ended: t`The microphone went away: it was unplugged, or the browser or the system took it back. Turn it on again.`,
    silent: t`The microphone is silent: it may be muted by a key or in the system’s settings, or another one may be chosen there. Nothing can be learned from silence.`,
    refused: t`This page may not use the microphone. Allow it in the browser’s settings for this page, beside the address, then turn the microphone on again.`,
    'refused-by-system': t`The system does not let this browser use the microphone. Allow it in the system’s settings for privacy, then turn the microphone on again.`,
    'not-found': t`No microphone was found. Connect one, then turn it on. WAV files in folders can be given instead, under “Your own files”.`,
    taken: t`The microphone could not be started: another program or another tab uses it, or it is broken. Close what uses it, then turn the microphone on again.`,
    other: t`The microphone could not be started: ${{ value: '{reason}' }}.`,
  },
  noReason: t`The microphone could not be started: the browser gave no reason.`,
  changed: t`This browser was asked for the sound as it is, and still alters it (${{ changes: '{changes}' }}): quiet and steady sounds may be missing. Record and try on the same device, or use another browser.`,
  changes: {
    echoCancellation: t`echo cancellation`,
    noiseSuppression: t`noise suppression`,
    autoGainControl: t`automatic gain`,
  },
  axes: t`High tones above, low ones below; the newest at the right.`,
});
