// The command by hand: `npx tsx tools/bench/parts/learnability.bench.ts [contact-sheet.pgm]`. Asks whether the drawn
// digits are hard enough to need a hidden layer, and regular enough for a small network. Prints drawing time and the
// test accuracies of both after 8 epochs of 5,000 examples (last seen: 86.7 % linear, 96.8 % with 64 hidden units).
import { writeFileSync } from 'node:fs';
import { permutation, prng } from '../../../src/base/prng';
import type { Dataset } from '../../../src/data/dataset';
import { loadDataset } from '../../../src/data/load-dataset';

const started = performance.now();
const data = loadDataset({ kind: 'digits', examples: 7000 }, 1);
console.log(`7,000 digits drawn and hashed in ${(performance.now() - started).toFixed(0)} ms`);
const sheet = process.argv[2];
if (sheet) writeFileSync(sheet, contactSheet(data, 16, 10));
for (const hidden of [0, 64])
  console.log(`hidden ${hidden}: test accuracy ${(100 * accuracy(data, 5000, hidden, 8)).toFixed(1)} %`);

/** Softmax regression (hidden 0) or a ReLU network, by plain momentum SGD. Rows from `train` on are the test set. */
function accuracy(dataset: Dataset, train: number, hidden: number, epochs: number): number {
  const sizes = hidden ? [784, hidden, 10] : [784, 10];
  const random = prng('learnability', hidden);
  const layers = sizes.slice(1).map((outputs, l) => {
    const scale = Math.sqrt(2 / sizes[l]) * (hidden ? 1 : 0);
    const weights = Float64Array.from({ length: (sizes[l] + 1) * outputs }, () => scale * random.normal());
    return { inputs: sizes[l], outputs, weights, velocity: weights.slice().fill(0) };
  });
  const inputs = new Float32Array(784);
  const forward = (index: number): { label: number; values: Float64Array[] } => {
    const labels = new Uint8Array(1);
    dataset.read(index, inputs, 0, labels, 0);
    const [label] = labels;
    const values = [Float64Array.from(inputs)];
    layers.forEach(({ inputs: n, outputs, weights }, l) => {
      const y = weights.slice(n * outputs);
      const x = values[l];
      for (let i = 0; i < n; i++) {
        if (x[i] === 0) continue;
        for (let o = 0; o < outputs; o++) y[o] += x[i] * weights[i * outputs + o];
      }
      if (l + 1 < layers.length) for (let o = 0; o < outputs; o++) y[o] = Math.max(0, y[o]);
      values.push(y);
    });
    return { label, values };
  };
  const batch = 20;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = (0.05 * (1 - epoch / epochs)) / batch;
    const order = permutation(train, prng('order', epoch));
    for (let start = 0; start < train; start += batch) {
      const gradients = layers.map(({ weights }) => new Float64Array(weights.length));
      for (const index of order.subarray(start, start + batch)) {
        const { label, values } = forward(index);
        const logits = values[layers.length];
        const top = Math.max(...logits);
        let delta = logits.map((z) => Math.exp(z - top));
        const sum = delta.reduce((a, b) => a + b);
        delta = delta.map((e, o) => e / sum - (o === label ? 1 : 0));
        for (let l = layers.length - 1; l >= 0; l--) {
          const { inputs: n, outputs, weights } = layers[l];
          const x = values[l];
          const back = new Float64Array(n);
          for (let i = 0; i < n; i++) {
            if (x[i] === 0) continue;
            for (let o = 0; o < outputs; o++) {
              gradients[l][i * outputs + o] += x[i] * delta[o];
              back[i] += weights[i * outputs + o] * delta[o];
            }
          }
          for (let o = 0; o < outputs; o++) gradients[l][n * outputs + o] += delta[o];
          delta = back;
        }
      }
      layers.forEach(({ weights, velocity }, l) => {
        for (let i = 0; i < weights.length; i++) {
          velocity[i] = 0.9 * velocity[i] + gradients[l][i];
          weights[i] -= rate * velocity[i];
        }
      });
    }
  }
  let correct = 0;
  for (let index = train; index < dataset.length; index++) {
    const { label, values } = forward(index);
    const logits = values[layers.length];
    if (logits.indexOf(Math.max(...logits)) === label) correct++;
  }
  return correct / (dataset.length - train);
}

/** A binary PGM of columns × rows digits. */
function contactSheet(dataset: Dataset, columns: number, rows: number): Uint8Array {
  const width = columns * 28;
  const head = new TextEncoder().encode(`P5 ${width} ${rows * 28} 255\n`);
  const bytes = new Uint8Array(head.length + width * rows * 28);
  bytes.set(head);
  const pixels = new Float32Array(784);
  for (let n = 0; n < columns * rows; n++) {
    dataset.read(n, pixels, 0, new Uint8Array(1), 0);
    const corner = head.length + Math.floor(n / columns) * 28 * width + (n % columns) * 28;
    for (let i = 0; i < 784; i++) bytes[corner + Math.floor(i / 28) * width + (i % 28)] = 255 * pixels[i];
  }
  return bytes;
}
