// The line that a class reads: the phase, who is in the ring, whether all hold the same bits; and what needs attention now.
import { expect, test } from 'vitest';
import { markupAt, textOf, unsaid, type Said } from '../testing/drawn-panel';
import { StatusStrip } from './status-strip';

const strip = { status: <StatusStrip /> };

test.each([
  {
    state: 'training-3',
    en: 'Training Step 1,240 of 3,000, 3 replicas as one. In the ring 3',
    de: 'Trainiert Schritt 1 240 von 3 000, 3 Repliken als eine. Im Ring 3',
    fr: 'Entraînement Pas 1 240 sur 3 000, 3 répliques comme une seule. Dans l’anneau 3',
  },
  {
    state: 'alarm',
    en: 'The loss rose from 0.4 to 1.2. Likely cause: the learning rate rose from 0.003 to 0.03 by step 221. Go back to 0.003.',
    de: 'Der Verlust stieg von 0,4 auf 1,2. Wahrscheinlicher Grund: die Lernrate stieg bis Schritt 221 von 0,003 auf 0,03. Zurück zu 0,003.',
    fr: 'La perte est montée de 0,4 à 1,2. Cause probable : le taux d’apprentissage est monté de 0,003 à 0,03 jusqu’au pas 221. Revenir à 0,003.',
  },
  {
    state: 'disagreed',
    en: 'The replicas do not hold the same state. The ring holds 3d3d24, but Swift Lynx e09b71.',
    de: 'Die Repliken haben nicht denselben Zustand. Der Ring hat 3d3d24, aber Swift Lynx e09b71.',
    fr: 'Les répliques n’ont pas le même état. L’anneau a 3d3d24, mais Swift Lynx e09b71.',
  },
  {
    state: 'room-ended',
    en: 'The room has ended The host ended this room for all.',
    de: 'Der Raum ist beendet',
    fr: 'La salle est fermée',
  },
] satisfies readonly Omit<Said, 'panel'>[])('$state: $en', async (said) => {
  expect(await unsaid([{ ...said, panel: 'status' }], strip)).toEqual([]);
});

test('an alert is announced, can be hidden, and is there only while something needs attention', () => {
  expect(markupAt('alarm', strip.status)).toMatch(
    /<p role="alert"><strong>The loss rose .*<button[^>]*>Hide</,
  );
  expect(markupAt('training-3', strip.status)).not.toContain('role="alert"');
});

test('a rate names the time that it is measured over', () => {
  expect(textOf(markupAt('training-3', strip.status))).toMatch(/Examples\/s .{1,8} over 5 s State/);
});
