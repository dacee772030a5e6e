import { expect, test, vi } from 'vitest';
import { bringSentences, onWords, speak } from './language';
import { catalogue } from './catalogue';

/** A catalogue of one sentence in three languages. */
const joining = (files: Record<string, () => Promise<object>> = {}) =>
  catalogue({
    './en/a.po': file({ join: ['Join'] }),
    './de/a.po': file({ join: ['Beitreten'] }),
    './fr/a.po': file({ join: ['Rejoindre'] }),
    ...files,
  });
const file = (messages: object) => vi.fn(() => Promise.resolve({ messages }));
test('a catalogue is fetched once a language, and draws the page again', async () => {
  const german = file({ join: ['Beitreten'] });
  const i18n = joining({ './de/a.po': german });
  const draw = vi.fn();
  const end = onWords(draw);
  speak('de');
  draw.mockClear();
  await bringSentences('de');
  expect(i18n._('join')).toBe('Beitreten');
  expect(draw).toHaveBeenCalledOnce();
  await bringSentences('de');
  expect(german).toHaveBeenCalledOnce();
  expect(draw).toHaveBeenCalledOnce();
  end();
});

test('a sentence stays in its language until the next one is here', async () => {
  let arrive = (_: object): void => undefined;
  const french = new Promise<object>((resolve) => (arrive = resolve));
  const i18n = joining({ './fr/a.po': () => french });
  await bringSentences('en');
  speak('fr');
  const brought = bringSentences('fr');
  expect(i18n._('join')).toBe('Join');
  arrive({ messages: { join: ['Rejoindre'] } });
  await brought;
  expect(i18n._('join')).toBe('Rejoindre');
});

test('what comes after another choice of language is not shown', async () => {
  const i18n = joining();
  speak('de');
  const late = bringSentences('de');
  speak('en');
  await Promise.all([late, bringSentences('en')]);
  expect(i18n._('join')).toBe('Join');
});

test('where a language cannot be fetched, the sentences are English, and the page hears of it', async () => {
  const german = file({ join: ['Beitreten'] }).mockRejectedValueOnce(new Error('not here'));
  const i18n = joining({ './de/a.po': german });
  speak('de');
  await expect(bringSentences('de')).rejects.toThrow('not here');
  expect(i18n._('join')).toBe('Join');
  await bringSentences('de');
  expect(i18n._('join'), 'the next part asks again').toBe('Beitreten');
});
