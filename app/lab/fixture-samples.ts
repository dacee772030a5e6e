// What the lab's fixtures show as samples: a curved boundary, and digits drawn from seven segments.
import { prng } from '../../src/base/prng';
import type { Sample } from '../../src/replica/protocol';

export function boundarySample(): Sample {
  const side = 64;
  const extent = 2;
  const random = prng('boundary');
  const probability = Float32Array.from({ length: side * side }, (_, i) => {
    const x = (((i % side) + 0.5) / side) * 2 * extent - extent;
    const y = extent - ((Math.floor(i / side) + 0.5) / side) * 2 * extent;
    return 1 / (1 + Math.exp(6 * (y - 0.55 * Math.sin(2.2 * x))));
  });
  const count = 160;
  const points = new Float32Array(2 * count);
  const labels = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const angle = random.float() * Math.PI;
    labels[i] = i % 2;
    points[2 * i] = (labels[i] ? 1 - Math.cos(angle) : Math.cos(angle)) - 0.5 + random.normal() * 0.1;
    points[2 * i + 1] = (labels[i] ? 0.4 - Math.sin(angle) : Math.sin(angle)) - 0.1 + random.normal() * 0.1;
  }
  return { kind: 'boundary', side, probability, points, labels, extent };
}

/** Segments of a seven-segment display per digit: enough of a digit to see one. */
const segments = [0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f, 0x6f];

export function digitSample(): Sample {
  const side = 28;
  const count = 20;
  const random = prng('digits');
  const pixels = new Float32Array(count * side * side);
  const labels = new Uint8Array(count);
  const predicted = new Uint8Array(count);
  const confidence = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    labels[i] = i % 10;
    predicted[i] = i === 7 ? 1 : i === 13 ? 8 : labels[i];
    confidence[i] = predicted[i] === labels[i] ? 0.9 + random.float() * 0.1 : 0.55;
    const draw = (x0: number, y0: number, x1: number, y1: number): void => {
      for (let t = 0; t <= 1; t += 0.05)
        for (let dx = -1; dx <= 1; dx++)
          for (let dy = -1; dy <= 1; dy++) {
            const x = Math.round(x0 + (x1 - x0) * t + random.float() * 0.6) + dx;
            const y = Math.round(y0 + (y1 - y0) * t + random.float() * 0.6) + dy;
            const at = i * side * side + y * side + x;
            pixels[at] = Math.max(pixels[at], dx === 0 && dy === 0 ? 1 : 0.6);
          }
    };
    const lines = [[9, 6, 18, 6], [9, 6, 9, 14], [18, 6, 18, 14], [9, 14, 18, 14], [9, 14, 9, 22], [18, 14, 18, 22], [9, 22, 18, 22]]; // prettier-ignore
    lines.forEach((line, segment) => {
      if (segments[labels[i]] & (1 << segment)) draw(line[0], line[1], line[2], line[3]);
    });
  }
  return { kind: 'digits', side, pixels, labels, predicted, confidence };
}

export function textSample(): Sample {
  return {
    kind: 'text',
    prompt: 'The heron stood by the water and',
    continuation: ' said that the river was the sea.\nThe otter sat on a stone and looked at the heron.',
    temperature: 0.8,
  };
}
