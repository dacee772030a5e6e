// A page that a browser translates goes on. With a ring behind it, and another translator: e2e/long.
import { test } from './fixtures';
import { pauseTranslated } from './page-translator';

test('a page that is translated goes on, though texts go after their translation comes', ({ tabs }) =>
  pauseTranslated(tabs, 'insert-first'));
