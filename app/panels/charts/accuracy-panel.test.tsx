// How well a model predicts, in words: classes by how often it is right, amounts by R², and there nowhere by an accuracy.
import { expect, test } from 'vitest';
import { FinishPanel } from '../host/finish-panel';
import { SamplePanel } from '../sample/sample-panel';
import { markupAt, textAt, unsaid, type Said } from '../testing/drawn-panel';
import { AccuracyPanel } from './accuracy-panel';

const panels = { score: <AccuracyPanel />, finish: <FinishPanel />, sample: <SamplePanel /> };

test.each([
  {
    panel: 'score',
    state: 'training-homes',
    en: 'of the variance of held-out amounts (R²): 1 is perfect, 0 is no better than their mean.',
    de: 'der Varianz der Größen in der Validierung (R²)',
    fr: 'de la variance des quantités de validation (R²)',
  },
  {
    panel: 'finish',
    state: 'finished-homes',
    en: 'Held-out R²',
    de: 'R² der Validierung',
    fr: 'R² de validation',
  },
] satisfies readonly Said[])('$state, $panel: $en', async (said) => {
  expect(await unsaid([said], panels)).toEqual([]);
});

test('classes have an accuracy, amounts none', () => {
  expect(textAt('training-3', panels.score)).toMatch(/% of held-out examples are classified right/);
  for (const panel of Object.values(panels))
    for (const state of ['training-homes', 'finished-homes'])
      expect(markupAt(state, panel)).not.toMatch(/accuracy|classified|\bright\b/i);
});
