// The host's question on the screens of members: asked, answered, and what came of it.
import { expect, test } from 'vitest';
import { markupAt, textAt, unsaid, type Said } from '../testing/drawn-panel';
import QuestionCard from './question-card';

const panels = { question: <QuestionCard /> };

test.each([
  {
    state: 'asked',
    en: 'What will the loss be at step 200 (mean of ten steps)?',
    de: 'Wie groß ist der Verlust bei Schritt 200 (Mittel aus zehn Schritten)?',
    fr: 'Quelle sera la perte au pas 200 (moyenne de dix pas) ?',
  },
  {
    state: 'waited-for',
    en: 'You predicted 0.35 . You can change it until the question is closed. 2 of 3 have answered.',
    de: 'Deine Vorhersage war 0,35 . Du kannst sie ändern, bis die Frage geschlossen ist. 2 von 3 haben geantwortet.',
    fr: 'Vous avez prédit 0,35 . Vous pouvez la changer jusqu’à ce que la question soit close. 2 sur 3 ont répondu.',
  },
  {
    state: 'asked-came',
    en: 'You predicted 0.5 . What came: 0.284 . Your prediction was too high. 10 have answered.',
    de: 'Deine Vorhersage war 0,5 . Herausgekommen ist: 0,284 . Deine Vorhersage war zu hoch. 10 haben geantwortet.',
    fr: 'Vous avez prédit 0,5 . Résultat : 0,284 . Votre prédiction était trop haute. 10 ont répondu.',
  },
] satisfies readonly Omit<Said, 'panel'>[])('$state: $en', async (said) => {
  expect(await unsaid([{ ...said, panel: 'question' }], panels)).toEqual([]);
});

test('screens show how many answered what, never who, and the own answer only once all are in', () => {
  expect(textAt('asked', panels.question)).toContain('Screens show how many answered what, never who.');
  expect(markupAt('asked', panels.question)).not.toContain('<li');
  expect(textAt('asked-came', panels.question)).toContain(
    '0 to 0.2 2 0.2 to 0.4 6 0.4 to 0.6 · you 1 0.6 to 0.8 1 0.8 to 1 0',
  );
  for (const state of ['asked', 'asked-came'])
    expect(textAt(state, panels.question)).not.toMatch(/Heron|Otter|Lynx/);
});
