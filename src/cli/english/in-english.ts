// A saying as an English sentence, for commands in Node and for tests.
import { setupI18n, type I18n } from '@lingui/core';
import { groupDigits, largeSize } from '../../base/group-digits';
import type { Saying } from '../../base/sayings';
import { shownValues } from '../../base/shown-values';
import { englishMessages } from './english-messages';

let i18n: I18n | undefined;

export function inEnglish(saying: Saying): string {
  i18n ??= setupI18n({ locale: 'en', messages: { en: englishMessages() } });
  return saying.english ?? i18n._(saying.code, { ...shownValues(saying, shownAs) });
}

const shownAs = {
  nested: inEnglish,
  count: groupDigits,
  fraction: String,
  size: (bytes: number): string => largeSize(bytes, 'MB', 'GB'),
};
