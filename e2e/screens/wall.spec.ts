// A wall does not scroll, at the sizes of projectors, and its text can be read, in every language.
import { expect, test } from '../fixtures';
import { pictureFaults } from '../wall-pictures';

for (const language of ['en', 'de', 'fr', 'es'])
  test(`every picture of a wall is whole without scrolling, and can be read (${language})`, async ({
    tabs,
  }) => {
    expect(await pictureFaults(await tabs.open(), language)).toEqual([]);
  });
