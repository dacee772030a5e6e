// What the panel of the loss says: of which step, how wrong, in which unit, and what its picture leaves out.
import { expect, test } from 'vitest';
import { markupAt, textAt, unsaid, type Said } from '../testing/drawn-panel';
import { LossPanel } from './loss-panel';

test.each([
  {
    panel: 'loss',
    state: 'training-3',
    en: 'After step 1,240 the training loss is 0.0948 (smoothed 0.102), on held-out examples 0.117 at step 1,225.',
    de: 'Nach Schritt 1 240 ist der Verlust im Training 0,0948 (geglättet 0,102), bei der Validierung 0,117 (bei Schritt 1 225).',
    fr: 'Après le pas 1 240, la perte d’entraînement est de 0,0948 (lissée : 0,102), et de 0,117 (au pas 1 225) en validation.',
  },
  {
    panel: 'loss',
    state: 'training-2',
    en: 'Thin grey, the run before, smoothed 0.9: the same settings.',
    de: 'dieselben Einstellungen',
    fr: 'les mêmes réglages',
  },
] satisfies readonly Said[])('$state: $en', async (said) => {
  expect(await unsaid([said], { loss: <LossPanel /> })).toEqual([]);
});

test('the loss of a text is in nats per character, and in bits per byte', () => {
  expect(textAt('training-text', <LossPanel />)).toMatch(
    /0\.0606 nats per character .*, on held-out characters 0\.0662 at step 12,325, or 0\.0955 bits per byte\./,
  );
});

test('outliers that the picture cuts off are counted for each curve, and can be shown', () => {
  const drawn = markupAt('training-1', <LossPanel />);
  expect(drawn).toMatch(
    /<button[^>]* aria-pressed="false"[^>]*>2 outliers of train cut off, up to 19\.63: show</,
  );
  expect(textAt('training-3', <LossPanel />)).not.toContain('cut off');
});
