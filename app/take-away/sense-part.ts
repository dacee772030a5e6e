// The app's camera or microphone: on only after a press, off when the page is hidden. A file of a picture or a sound takes its
// place where there is none.
import { readWav } from '../../src/data/sound/wav';
import { peakOf, secondOf } from '../../src/data/sound/sound';
import { spectrogram } from '../../src/data/sound/spectrogram';
import type { Captured, Sense } from '../panels/senses/captured';
import { drawPixels } from '../panels/senses/draw-pixels';
import { frameOf, grabFrame } from '../panels/senses/grab-frame';
import { SenseSwitch, type OpenSense } from '../panels/senses/sense-switch';
import { changedWords, whyWords, type SenseTexts } from '../panels/senses/sense-texts';
import { SilenceWatch } from '../panels/senses/silence-watch';
import type { AppWords } from './app-words';
import { button, element } from './element';

/** The shortest time between two readings: a person sees no more. */
const leastMs = 1000 / 15;
/** A camera is there within a second; some wake up slowly. */
const cameraSilentMs = 15_000;

/** The input that a device gives while it is on, and its picture. */
interface View {
  readonly node: HTMLElement;
  begin(open: OpenSense): void;
  /** Undefined: nothing yet. */
  capture(): Captured | undefined;
  /** Nothing has come for long. */
  isSilent(): boolean;
  end(): void;
}

/** `read`: what becomes of what is captured; the next one waits for it. */
export function sensePart(
  sense: Sense,
  words: AppWords,
  texts: SenseTexts,
  read: (captured: Captured) => Promise<void>,
): HTMLElement {
  const view = sense === 'camera' ? cameraView(texts) : soundView(texts);
  const status = element('p', { class: 'quiet', role: 'status' });
  const warning = element('p', { class: 'quiet' });
  /** Counts the times that it was on: one ends the readings of another. */
  let time = 0;
  let isOn = false;
  let isOff = true;
  const readAgain = async (mine: number): Promise<void> => {
    while (time === mine) {
      const began = performance.now();
      const captured = view.capture();
      if (captured) await read(captured);
      if (time !== mine) return;
      const isSilent = view.isSilent();
      if (isSilent && sense === 'camera') return held.turnOff({ kind: 'silent' });
      status.textContent = isSilent ? texts.why.silent : '';
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, leastMs - (performance.now() - began))));
    }
  };
  const held = new SenseSwitch(sense, (state) => {
    if (state.kind === 'on' && isOn) return; // it only knows the names of others by now
    isOn = state.kind === 'on';
    isOff = state.kind === 'off';
    time++;
    press.textContent = isOff ? texts.turnOn : texts.turnOff;
    view.node.hidden = !isOn;
    status.textContent =
      state.kind === 'asking'
        ? texts.asking
        : state.kind === 'off' && state.why
          ? whyWords(texts, state.why)
          : '';
    warning.textContent = state.kind === 'on' ? (changedWords(texts, state.changes) ?? '') : '';
    if (state.kind !== 'on') return view.end();
    view.begin(state);
    void readAgain(time);
  });
  const press = button(texts.turnOn, () => (isOff ? held.turnOn() : held.turnOff()));
  const file = element('input', { type: 'file', accept: sense === 'camera' ? 'image/*' : '.wav' });
  file.addEventListener('change', () => {
    const [given] = file.files ?? [];
    if (!given) return;
    held.turnOff();
    capturedIn(sense, given)
      .then(read)
      .catch(() => (status.textContent = words.unreadableFile));
  });
  view.node.hidden = true;
  return element(
    'div',
    { class: 'part' },
    element('div', { class: 'row' }, press, element('label', { class: 'file' }, words.file, file)),
    status,
    warning,
    view.node,
  );
}

/** Rejects where the file is no picture, or no sound. */
async function capturedIn(sense: Sense, file: File): Promise<Captured> {
  if (sense === 'microphone') {
    const sound = readWav(new Uint8Array(await file.arrayBuffer()), file.name);
    if (!sound.ok) throw new Error(file.name);
    return { kind: 'sound', sound: sound.value };
  }
  const bitmap = await createImageBitmap(file);
  const frame = frameOf(bitmap, bitmap.width, bitmap.height);
  if (!frame) throw new Error(file.name);
  return { kind: 'frame', frame, isMirrored: false };
}

function cameraView(texts: SenseTexts): View {
  const video = element('video', { 'aria-label': texts.view });
  video.muted = true;
  video.playsInline = true;
  let isMirrored = true;
  let beganAt = 0;
  return {
    node: video,
    begin(open) {
      ({ isMirrored } = open);
      beganAt = performance.now();
      video.classList.toggle('mirror', isMirrored);
      video.srcObject = open.stream;
      video.play().catch(() => undefined); // without a picture it is silent
    },
    capture() {
      const frame = grabFrame(video);
      return frame && { kind: 'frame', frame, isMirrored };
    },
    isSilent: () => video.readyState < 2 && performance.now() - beganAt > cameraSilentMs,
    end: () => void (video.srcObject = null),
  };
}

function soundView(texts: SenseTexts): View {
  const canvas = element('canvas', { class: 'sound', role: 'img', 'aria-label': texts.view });
  const node = element(
    'figure',
    { class: 'heard' },
    canvas,
    element('figcaption', { class: 'quiet' }, texts.axes),
  );
  let tap: OpenSense['tap'];
  let watch = new SilenceWatch(0);
  let peak: number | undefined;
  return {
    node,
    begin(open) {
      ({ tap } = open);
      watch = new SilenceWatch(performance.now());
    },
    capture() {
      const sound = tap?.second();
      peak = sound && peakOf(sound.samples);
      if (!sound) return undefined;
      drawPixels(canvas, spectrogram(secondOf(sound)));
      return { kind: 'sound', sound };
    },
    isSilent: () => watch.isSilent(peak, performance.now()),
    end: () => (tap = undefined),
  };
}
