// No kind of screen shows an English sentence in German or in French.
import { expect, test } from '../fixtures';
import { englishOn, spokenScreens } from '../language-walk';

for (const [language, locale] of [
  ['de', 'de-DE'],
  ['fr', 'fr-FR'],
] as const)
  test.describe(`a browser of ${locale}`, () => {
    test.use({ locale });
    test('shows no English sentence on any kind of screen', async ({ tabs }) => {
      expect(await englishOn(await tabs.open(), language, spokenScreens)).toEqual([]);
    });
  });
