// The frame that a video shows now, as pixels. Pictures to train on and pictures to ask a model about both come from here.
import type { CameraFrame } from '../../../src/data/import/camera-picture';

/** Large frames are drawn smaller: a picture needs 32 pixels of them. */
const mostShortSide = 480;
let canvas: HTMLCanvasElement | undefined;

/** The picture that the video shows; undefined where it shows none. */
export function grabFrame(video: HTMLVideoElement): CameraFrame | undefined {
  const { videoWidth, videoHeight, readyState } = video;
  if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  return frameOf(video, videoWidth, videoHeight);
}

export function frameOf(source: CanvasImageSource, width: number, height: number): CameraFrame | undefined {
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, mostShortSide / Math.min(width, height));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
