// Samples on a canvas, in the theme's own colours. Classes differ by shape as well as by colour.
import type { Sample } from '../../../src/replica/protocol';

type Rgb = readonly [number, number, number];
type Plane = Extract<Sample, { kind: 'boundary' }>;

export function drawBoundary(canvas: HTMLCanvasElement, sample: Plane): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { side, probability } = sample;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  // Each is read once: half of the time of a drawing went into styles that were read for each point.
  const [surface, ink] = [token('--surface'), token('--ink')];
  const [zero, one, paper] = [token('--ramp-0'), token('--ramp-1'), surface].map(parseHex);
  const grid = context.createImageData(side, side);
  for (let i = 0; i < side * side; i++) {
    // Full colour where the model is sure, paper where it is not; a darker band marks the boundary itself.
    const p = probability[i];
    const sure = Math.min(1, Math.abs(p - 0.5) * 1.7);
    for (let channel = 0; channel < 3; channel++) {
      const colour = p >= 0.5 ? one[channel] : zero[channel];
      grid.data[4 * i + channel] = paper[channel] + (colour - paper[channel]) * sure;
    }
    grid.data[4 * i + 3] = 255;
  }
  const small = document.createElement('canvas');
  small.width = side;
  small.height = side;
  small.getContext('2d')?.putImageData(grid, 0, 0);
  const { width, height } = canvas;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(small, 0, 0, width, height);

  context.drawImage(pointsOf(sample, width, ink, surface), 0, 0);
}

const drawnPoints = new WeakMap<
  Plane['points'],
  { readonly key: string; readonly layer: HTMLCanvasElement }
>();

/** The points on a layer of their own, drawn once for as long as a plane bends behind them: hundreds of small shapes cost a
 *  processor more than all else of the picture. */
function pointsOf(
  { points, labels, extent }: Plane,
  width: number,
  ink: string,
  surface: string,
): HTMLCanvasElement {
  const key = [width, ink, surface].join();
  const known = drawnPoints.get(points);
  if (known?.key === key) return known.layer;
  const layer = document.createElement('canvas');
  layer.width = layer.height = width;
  drawnPoints.set(points, { key, layer });
  const context = layer.getContext('2d');
  if (!context) return layer;
  const dot = width / 110;
  context.lineWidth = width / 350;
  // Class 1: filled circles. Class 0: open squares.
  for (const isFilled of [false, true]) {
    [context.fillStyle, context.strokeStyle] = isFilled ? [ink, surface] : [surface, ink];
    for (let i = 0; i < labels.length; i++) {
      if ((labels[i] === 1) !== isFilled) continue;
      const x = ((points[2 * i] + extent) / (2 * extent)) * width;
      const y = (1 - (points[2 * i + 1] + extent) / (2 * extent)) * width;
      context.beginPath();
      if (isFilled) context.arc(x, y, dot, 0, 2 * Math.PI);
      else context.rect(x - dot, y - dot, 2 * dot, 2 * dot);
      context.fill();
      context.stroke();
    }
  }
  return layer;
}

export function drawDigit(
  canvas: HTMLCanvasElement,
  sample: Extract<Sample, { kind: 'digits' }>,
  index: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { side, pixels } = sample;
  const image = context.createImageData(side, side);
  for (let i = 0; i < side * side; i++) {
    const ink = Math.round(255 * (1 - pixels[index * side * side + i]));
    image.data[4 * i] = image.data[4 * i + 1] = image.data[4 * i + 2] = ink;
    image.data[4 * i + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

function parseHex(text: string): Rgb {
  const value = Number.parseInt(text.replace('#', ''), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
