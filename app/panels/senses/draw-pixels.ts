// A second of sound as a picture on the screen: the louder, the darker.
import { spectrogramSide } from '../../../src/data/sound/spectrogram';

/** `pixels`: (32, 32) of 0 … 255. */
export function drawPixels(canvas: HTMLCanvasElement, pixels: Uint8Array): void {
  canvas.width = spectrogramSide;
  canvas.height = spectrogramSide;
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(spectrogramSide, spectrogramSide);
  for (const [at, pixel] of pixels.entries())
    image.data.set([255 - pixel, 255 - pixel, 255 - pixel, 255], 4 * at);
  context.putImageData(image, 0, 0);
}
