// The picture as the model gets it.
import type { AppWords } from './app-words';
import { element } from './element';

export function seenPicture(
  words: AppWords,
  [height, width, channels = 1]: readonly number[],
): { readonly node: HTMLElement; show(pixels: Float32Array): void } {
  const canvas = element('canvas', {
    width: String(width),
    height: String(height),
    role: 'img',
    'aria-label': words.seen,
  });
  const node = element(
    'figure',
    { class: 'seen' },
    canvas,
    element('figcaption', { class: 'quiet' }, words.seen),
  );
  node.hidden = true;
  return {
    node,
    show(pixels) {
      node.hidden = false;
      const image = new ImageData(width, height);
      for (let at = 0; at < width * height; at++) {
        for (let c = 0; c < 3; c++) {
          const level = pixels[channels === 3 ? 3 * at + c : at];
          // Ink is dark on white, as in the playground.
          image.data[4 * at + c] = Math.round(255 * (channels === 3 ? level : 1 - level));
        }
        image.data[4 * at + 3] = 255;
      }
      canvas.getContext('2d')?.putImageData(image, 0, 0);
    },
  };
}
