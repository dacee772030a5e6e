// A saying as an English sentence, for commands in Node and for tests. Its messages are the English of the page's catalogues
// (app/words), which `npm run words` takes from the same tables.
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { groupDigits, largeSize } from '../../base/group-digits';
import type { Saying } from '../../base/sayings';
import { shownValues } from '../../base/shown-values';
import { fileEnglish } from './file-english';
import { replicaEnglish } from './replica-english';
import { runEnglish } from './run-english';

let i18n: I18n | undefined;

export function inEnglish(saying: Saying): string {
  return saying.english ?? english()._(saying.code, { ...shownValues(saying, shownAs) });
}

const shownAs = {
  nested: inEnglish,
  count: groupDigits,
  size: (bytes: number): string => largeSize(bytes, 'MB', 'GB'),
};

/** Compiled once, when the first sentence is said. */
function english(): I18n {
  i18n ??= setupI18n({
    locale: 'en',
    messages: {
      en: Object.fromEntries(
        Object.entries({ ...replicaEnglish, ...runEnglish, ...fileEnglish }).map(([code, message]) => [
          code,
          compileMessageOrThrow(message),
        ]),
      ),
    },
  });
  return i18n;
}
