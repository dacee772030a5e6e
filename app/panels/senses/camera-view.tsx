// The picture of the camera, cut to the square that examples are. `onCapture` is told how to take a picture while there is one.
import { useEffect, useRef } from 'react';
import type { Capture } from './captured';
import { grabFrame } from './grab-frame';
import type { OpenSense } from './sense-switch';
import css from './senses.module.css';

/** A camera is there within a second; some wake up slowly. */
const silentMs = 15_000;

export interface SenseViewProps {
  open: OpenSense;
  label: string;
  onCapture: (capture: Capture | undefined) => void;
  /** The device gives nothing, or gives something again. */
  onSilent: (isSilent: boolean) => void;
}

export function CameraView({ open: { stream, isMirrored }, label, onCapture, onSilent }: SenseViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const timer = setTimeout(() => onSilent(true), silentMs);
    const ready = (): void => {
      clearTimeout(timer);
      onCapture(() => {
        const frame = grabFrame(element);
        return frame && { kind: 'frame', frame, isMirrored };
      });
    };
    element.addEventListener('loadeddata', ready);
    element.srcObject = stream;
    element.play().catch(() => undefined); // refused or cut off: without a picture it is silent
    return () => {
      clearTimeout(timer);
      element.removeEventListener('loadeddata', ready);
      element.srcObject = null;
      onCapture(undefined);
    };
  }, [stream, isMirrored, onCapture, onSilent]);
  return (
    <video
      ref={video}
      className={`${css.video} ${isMirrored ? css.mirror : ''}`}
      muted
      playsInline
      aria-label={label}
    />
  );
}
