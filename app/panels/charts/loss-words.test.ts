import { expect, test } from 'vitest';
import { lossWords } from './loss-words';

const shown = { step: 1240, loss: 3.2661, smoothed: 3.2219, isPart: false };

test('the loss of a step is that step’s own, and a smoothed one is called so', () => {
  expect(lossWords(shown, undefined, undefined)).toBe(
    'After step 1,240 the training loss is 3.266 (smoothed 3.222).',
  );
  expect(lossWords({ ...shown, smoothed: undefined }, undefined, undefined)).toBe(
    'After step 1,240 the training loss is 3.266.',
  );
});

test('a held-out loss of another step names it', () => {
  const validation = { step: 1240, loss: 3.1, accuracy: 0.2 };
  expect(lossWords(shown, undefined, validation)).toMatch(/, on held-out examples 3\.100\.$/);
  expect(lossWords(shown, undefined, { ...validation, step: 1200 })).toMatch(/ 3\.100 at step 1,200\.$/);
});
