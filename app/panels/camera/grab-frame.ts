// The frame that a video shows now, as pixels. Pictures to train on and pictures to ask a model about both come from here.
import type { CameraFrame } from '../../../src/data/import/camera-picture';

/** Large frames are drawn smaller: a picture needs 32 pixels of them. */
const mostShortSide = 480;
let canvas: HTMLCanvasElement | undefined;

/** Undefined where it shows nothing. */
export function grabFrame(video: HTMLVideoElement): CameraFrame | undefined {
  const { videoWidth, videoHeight, readyState } = video;
  if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || videoWidth === 0 || videoHeight === 0)
    return undefined;
  const scale = Math.min(1, mostShortSide / Math.min(videoWidth, videoHeight));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
