// The app's camera: on only after a press, off when the page is hidden. A file of a picture takes its place where there is none.
import type { CameraFrame } from '../../src/data/import/camera-picture';
import { cameraFault } from '../panels/camera/camera-fault';
import { frameOf, grabFrame } from '../panels/camera/grab-frame';
import { readsWhatItDraws } from '../panels/camera/known-colours';
import { filled, type AppWords } from './app-words';
import { button, element } from './element';

/** The shortest time between two pictures: a person sees no more. */
const leastMs = 1000 / 15;
/** A camera is there within a second; some wake up slowly. */
const silentMs = 15_000;

/** `read`: what becomes of a frame; the next one waits for it. */
export function cameraPart(
  words: AppWords,
  read: (frame: CameraFrame, isMirrored: boolean) => Promise<void>,
): HTMLElement {
  let stream: MediaStream | undefined;
  let wish = 0;
  let isMirrored = true;
  const video = element('video', { 'aria-label': words.cameraPicture });
  video.muted = true;
  video.playsInline = true;
  const status = element('p', { class: 'quiet', role: 'status' });
  const off = (why = ''): void => {
    wish++;
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    video.srcObject = null;
    video.hidden = true;
    status.textContent = why;
    press.textContent = words.cameraOn;
  };
  const on = async (): Promise<void> => {
    const mine = ++wish;
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices?.getUserMedia) return off(words.noCameras);
    if (!readsWhatItDraws()) return off(words.altered);
    status.textContent = words.asking;
    const opened = await devices.getUserMedia({ video: { width: { ideal: 640 }, height: { ideal: 480 } } });
    if (wish !== mine) return opened.getTracks().forEach((track) => track.stop());
    stream = opened;
    const [track] = opened.getVideoTracks();
    track.addEventListener('ended', () => wish === mine && off(words.ended));
    isMirrored = track.getSettings().facingMode !== 'environment';
    video.classList.toggle('mirror', isMirrored);
    video.srcObject = opened;
    video.hidden = false;
    press.textContent = words.cameraOff;
    status.textContent = '';
    const timer = setTimeout(() => wish === mine && video.readyState < 2 && off(words.silent), silentMs);
    await video.play();
    clearTimeout(timer);
    while (wish === mine) {
      const began = performance.now();
      const frame = grabFrame(video);
      if (frame) await read(frame, isMirrored);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, leastMs - (performance.now() - began))));
    }
  };
  const press = button(words.cameraOn, () => {
    if (stream) return off();
    on().catch((error: unknown) => off(faultWords(words, error)));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && stream) off(words.hidden);
  });
  const file = element('input', { type: 'file', accept: 'image/*' });
  file.addEventListener('change', () => {
    const [picture] = file.files ?? [];
    if (!picture) return;
    off();
    createImageBitmap(picture)
      .then(async (bitmap) => {
        const frame = frameOf(bitmap, bitmap.width, bitmap.height);
        if (frame) await read(frame, false);
      })
      .catch(() => (status.textContent = words.notAPicture));
  });
  video.hidden = true;
  return element(
    'div',
    { class: 'part' },
    element('div', { class: 'row' }, press, element('label', { class: 'file' }, words.pictureFile, file)),
    status,
    video,
  );
}

function faultWords(words: AppWords, error: unknown): string {
  const { kind, reason } = cameraFault(error);
  switch (kind) {
    case 'refused':
      return words.refused;
    case 'refused-by-system':
      return words.refusedBySystem;
    case 'not-found':
      return words.notFound;
    case 'taken':
      return words.taken;
    case 'other':
      return filled(words.failed, { reason });
    default:
      return kind satisfies never;
  }
}
