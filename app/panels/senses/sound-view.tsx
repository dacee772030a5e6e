// The sound of the microphone: the last second as the picture that a model gets of it, and its loudness.
import { useEffect, useRef, useState } from 'react';
import { peakOf, secondOf } from '../../../src/data/sound/sound';
import { spectrogram } from '../../../src/data/sound/spectrogram';
import type { SenseViewProps } from './camera-view';
import { drawPixels } from './draw-pixels';
import { SilenceWatch } from './silence-watch';
import css from './senses.module.css';

const drawEveryMs = 100;

export function SoundView({ open: { tap }, label, onCapture, onSilent }: SenseViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (!tap) return;
    const watch = new SilenceWatch(performance.now());
    let isReady = false;
    const draw = (): void => {
      const sound = tap.second();
      const peak = sound && peakOf(sound.samples);
      onSilent(watch.isSilent(peak, performance.now()));
      if (!sound || peak === undefined) return;
      if (canvas.current) drawPixels(canvas.current, spectrogram(secondOf(sound)));
      setLevel(loudness(peak));
      if (isReady) return;
      isReady = true;
      onCapture(() => {
        const heard = tap.second();
        return heard && { kind: 'sound', sound: heard };
      });
    };
    const timer = setInterval(draw, drawEveryMs);
    return () => {
      clearInterval(timer);
      onCapture(undefined);
    };
  }, [tap, onCapture, onSilent]);
  return (
    <>
      <canvas ref={canvas} className={css.sound} role="img" aria-label={label} />
      <span className={css.level} aria-hidden="true">
        <span style={{ inlineSize: `${100 * level}%` }} />
      </span>
    </>
  );
}

/** 0 … 1 for −60 … 0 dB. `peak`: 0 … 1. */
function loudness(peak: number): number {
  return peak === 0 ? 0 : Math.max(0, Math.min(1, 1 + (20 * Math.log10(peak)) / 60));
}
