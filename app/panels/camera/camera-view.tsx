// What the camera sees, cut to the square that pictures are. `onVideo` is told of the element while it has a picture.
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { silentWords } from './camera-words';
import css from './camera.module.css';

/** A camera is there within a second; some wake up slowly. */
const silentMs = 15_000;

interface Props {
  stream: MediaStream;
  isMirrored: boolean;
  onVideo: (video: HTMLVideoElement | undefined) => void;
  onSilent: (why: string) => void;
}

export function CameraView({ stream, isMirrored, onVideo, onSilent }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const timer = setTimeout(() => onSilent(silentWords()), silentMs);
    const ready = (): void => {
      clearTimeout(timer);
      onVideo(element);
    };
    element.addEventListener('loadeddata', ready);
    element.srcObject = stream;
    element.play().catch(() => undefined); // refused or cut off: without a picture it is silent
    return () => {
      clearTimeout(timer);
      element.removeEventListener('loadeddata', ready);
      element.srcObject = null;
      onVideo(undefined);
    };
  }, [stream, onVideo, onSilent]);
  return (
    <video
      ref={video}
      className={`${css.video} ${isMirrored ? css.mirror : ''}`}
      muted
      playsInline
      aria-label={t`What the camera sees`}
    />
  );
}
