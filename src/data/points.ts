// Two classes of points in the plane, about −1 … 1 on both axes. A small network learns them in seconds, a linear model
// cannot. Example i is a pure function of (set, noise, seed, i), equal on every engine. Labels alternate.
import { prng, type Prng } from '../base/prng';
import type { Dataset } from './dataset';
import { labelledDataset } from './labelled-dataset';
import { direction } from '../base/trig';

export const pointSets = ['moons', 'spirals', 'circles', 'xor'] as const;
export type PointSetName = (typeof pointSets)[number];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** `noise`: standard deviation added to both coordinates. */
export function pointDataset(set: PointSetName, examples: number, noise: number, seed: number): Dataset {
  const points = new Float32Array(2 * examples);
  for (let i = 0; i < examples; i++) {
    const random = prng('points', set, seed, i);
    const { x, y } = cleanPoint(set, i % 2, random);
    points[2 * i] = x + noise * random.normal();
    points[2 * i + 1] = y + noise * random.normal();
  }
  return pointTable(set, points);
}

/** `points`: (examples, 2); labels alternate. */
export function pointTable(set: PointSetName, points: Float32Array): Dataset {
  const labels = Uint8Array.from({ length: points.length / 2 }, (_, index) => index % 2);
  return labelledDataset({ name: set, inputShape: [2], classes: 2, values: points, labels });
}

function cleanPoint(set: PointSetName, label: number, random: Prng): Point {
  const u = random.float();
  switch (set) {
    case 'moons': {
      // Two half circles of radius 1, the second upside down and shifted into the first. Centred, then scaled.
      const { cos, sin } = direction(u / 2);
      return label === 0
        ? { x: (cos - 0.5) / 1.5, y: (sin - 0.25) / 1.5 }
        : { x: (0.5 - cos) / 1.5, y: (0.25 - sin) / 1.5 };
    }
    case 'spirals': {
      // Two arms of one and a half turns, opposite each other.
      const { cos, sin } = direction(1.5 * u + label / 2);
      const radius = 0.08 + 0.92 * u;
      return { x: radius * cos, y: radius * sin };
    }
    case 'circles': {
      const { cos, sin } = direction(u);
      const radius = label === 0 ? 0.9 : 0.45;
      return { x: radius * cos, y: radius * sin };
    }
    case 'xor': {
      // Class 0 where the signs agree; a gap of 0.1 around the axes.
      const x = (0.05 + 0.95 * u) * (random.below(2) ? 1 : -1);
      const y = 0.05 + 0.95 * random.float();
      return { x, y: x > 0 === (label === 0) ? y : -y };
    }
    default:
      throw set satisfies never;
  }
}
