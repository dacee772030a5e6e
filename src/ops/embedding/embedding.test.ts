import { expect, test } from 'vitest';
import { randomReals } from '../testing/random-reals';
import { embeddingReference, positionGradientReference, tokenGradientReference } from './embedding.ref';
import { tokenOrderOf } from '../testing/embedding-order';

test('the embedding agrees with finite differences', () => {
  const sizes = { batch: 3, context: 4, channels: 5 };
  const vocabulary = 6;
  const inputs = Float64Array.of(0, 5, 5, 1, 2, 2, 2, 2, 5, 0, 1, 1); // never 3 or 4
  const values = {
    tokens: Float64Array.from(randomReals(vocabulary * 5, 'tokens')),
    positions: Float64Array.from(randomReals(4 * 5, 'positions')),
  };
  const dy = Float64Array.from(randomReals(60, 'dy'));
  const order = tokenOrderOf(inputs, vocabulary);
  const gradients = { tokens: new Float64Array(30), positions: new Float64Array(20) };
  for (let round = 0; round < 2; round++) {
    tokenGradientReference(dy, order, gradients.tokens, vocabulary, 5);
    positionGradientReference(dy, gradients.positions, 3, 20);
  }
  for (const name of ['tokens', 'positions'] as const)
    values[name].forEach((_, i) => {
      const at = (shift: number): number => {
        const moved = {
          ...values,
          [name]: values[name].map((value, j) => (i === j ? value + shift : value)),
        };
        const y = new Float64Array(60);
        embeddingReference(inputs, moved.tokens, moved.positions, y, sizes);
        return y.reduce((sum, value, j) => sum + value * dy[j], 0);
      };
      expect(gradients[name][i] / 2).toBeCloseTo((at(1e-3) - at(-1e-3)) / 2e-3, 9); // added twice
    });
  expect(gradients.tokens.subarray(15, 25).every((value) => value === 0)).toBe(true);
});
