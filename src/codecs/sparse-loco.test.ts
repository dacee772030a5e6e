// SparseLoCo's exchange, 20 outer steps of four members, against a straightforward f64 implementation of the paper's
// lines: e = β·e + Δ; sent = Q(top-k(e)); e = e − sent; the step is the sum of what all sent.
import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { encodeWithFeedback } from './feedback';
import { codecOf } from './registry';

const length = 2 * 4096 + 1003;
const members = [0, 1, 2, 3];
const decay = 0.95;

function delta(step: number, member: number): Float32Array {
  const random = prng('pseudo-gradient', step, member);
  return Float32Array.from({ length }, (_, i) => random.normal() * (1 + (i % 7)));
}

test.each([0.01, 1 / 64, 0.03])('20 steps with share %f are those of the f64 implementation', (share) => {
  const codec = codecOf({ kind: 'sparse-loco', share });
  let residuals = members.map(() => new Float32Array(length));
  const exact = members.map(() => new Float64Array(length));
  let nonZero = 0;
  for (let step = 0; step < 20; step++) {
    const sum = new Float32Array(length);
    const exactSum = new Float64Array(length);
    residuals = residuals.map((residual, j) => {
      const bytes = new Uint8Array(codec.encodedBytes(length));
      const output = { bytes, decoded: new Float32Array(length), nextResidual: new Float32Array(length) };
      const result = encodeWithFeedback(codec, 0, delta(step, j), residual, output, { unit: 1, decay });
      expect(result.ok).toBe(true);
      const received = new Float32Array(length);
      expect(codec.decode(bytes, 0, received).ok).toBe(true);
      for (let i = 0; i < length; i++) sum[i] += received[i];

      delta(step, j).forEach((x, i) => (exact[j][i] = decay * exact[j][i] + x));
      compressed(exact[j], share).forEach((x, i) => {
        exact[j][i] -= x;
        exactSum[i] += x;
      });
      return output.nextResidual;
    });
    for (let i = 0; i < length; i++) {
      if (!(Math.abs(sum[i] - exactSum[i]) <= 1e-4))
        expect.fail(`step ${step}, ${i}: ${sum[i]}, ${exactSum[i]}`);
      if (exactSum[i] !== 0) nonZero++;
      for (const j of members)
        if (!(Math.abs(residuals[j][i] - exact[j][i]) <= 1e-4))
          expect.fail(`step ${step}, residual of ${j}, ${i}`);
    }
  }
  // Four members that share no direction send almost disjoint places.
  expect(nonZero).toBeGreaterThan(20 * 3 * share * length);
});

function compressed(e: Float64Array, share: number): Float64Array {
  const sent = new Float64Array(e.length);
  for (let start = 0; start < e.length; start += 4096) {
    const end = Math.min(start + 4096, e.length);
    const order = Array.from({ length: end - start }, (_, i) => start + i).sort(
      (a, b) => Math.abs(e[b]) - Math.abs(e[a]) || a - b,
    );
    const kept = order.slice(0, Math.max(1, Math.round(share * (end - start))));
    const mean = (f: (i: number) => number): number => kept.reduce((sum, i) => sum + f(i), 0) / kept.length;
    let scale = mean((i) => Math.abs(e[i])) / 2.5;
    const level = (i: number): number => (Math.abs(e[i]) >= 2.5 * scale ? 3 : 2);
    for (let fit = 0; fit < 2; fit++)
      scale = mean((i) => level(i) * Math.abs(e[i])) / mean((i) => level(i) ** 2);
    for (const i of kept) sent[i] = Math.sign(e[i]) * level(i) * scale;
  }
  return sent;
}
