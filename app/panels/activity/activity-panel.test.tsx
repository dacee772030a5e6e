// The activity list in every language: a detail that exists only in English stands beside its sentence.
import { expect, test } from 'vitest';
import { speakIn } from '../../testing/speak-in';
import { markupAt, textOf } from '../testing/drawn-panel';
import { ActivityPanel } from './activity-panel';

test.each([
  ['en', 'step retried: the link’s buffer is full'],
  [
    'de',
    'Schritt wiederholt (etwas Unerwartetes ist geschehen). Auf Englisch, für alle, die helfen: the link’s buffer is full',
  ],
  [
    'fr',
    'Pas refait (quelque chose d’inattendu s’est produit). En anglais, pour qui aide : the link’s buffer is full',
  ],
  ['es', 'Paso repetido: ocurrió algo inesperado. En inglés, para quien ayude: the link’s buffer is full'],
] as const)('the English detail of a notice is marked as such in %s', async (language, said) => {
  await speakIn(language);
  const markup = markupAt('regrouping', <ActivityPanel />);
  expect(textOf(markup)).toContain(said);
  expect(markup.includes('<code lang="en">the link’s buffer is full</code>')).toBe(language !== 'en');
});
