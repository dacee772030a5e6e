// A wall does not scroll, at the sizes of projectors, in every language.
import { expect, test } from '../fixtures';
import { tallPictures } from '../wall-pictures';

for (const language of ['en', 'de', 'fr'])
  test(`every picture of a wall is whole without scrolling (${language})`, async ({ tabs }) => {
    expect(await tallPictures(await tabs.open(), language)).toEqual([]);
  });
