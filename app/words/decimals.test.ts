// The decimal sign of a language, in its catalogues and in every number that a formatter writes; and its quotation marks.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../scripts/words/compiled.mjs';
import * as f from '../bridge/words/format';
import { speakIn } from '../testing/speak-in';

const translations = (language: string): string[] => {
  const folder = path.join(import.meta.dirname, language);
  return readdirSync(folder).flatMap((file) =>
    entriesOf(readFileSync(path.join(folder, file), 'utf8')).map(({ translation }) => translation),
  );
};

/** Addresses, a number of a paper, and what a person types into a browser’s console. */
const isNoDecimal = (text: string): boolean => /\d\.\d{1,3}\.\d{1,3}\.\d|arXiv|0\.1 \+ 0\.2/.test(text);

test.each(['de', 'fr', 'es'])('the catalogue of %s has decimals with a comma', (language) => {
  const all = translations(language);
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter((text) => /\d\.\d/.test(text) && !isNoDecimal(text))).toEqual([]);
});

test('the German catalogue quotes as German does, and says du', () => {
  const all = translations('de');
  // JSON as a file holds it keeps its own.
  expect(all.filter((text) => /”|"|«|»/.test(text) && !text.includes('JSON'))).toEqual([]);
  expect(all.filter((text) => /\b(Ihnen|Ihrem|Ihren|Ihres)\b/.test(text))).toEqual([]);
});

test('the French catalogue says vous', () => {
  expect(
    translations('fr').filter((text) => /(^|[\s(])(tu|toi|ton|tes)[\s.,;:!?)]|(^|\s)t’/iu.test(text)),
  ).toEqual([]);
});

test.each([
  [f.formatPercent, 0.934, '93,4\u00a0%'],
  [f.formatValue, 0.0625, '0,0625'],
  [f.formatValue, 0.0001234, '1,23e-4'],
  [f.formatValue, 2.30259, '2,303'],
  [f.formatTick, 0.0015, '0,0015'],
  [f.formatTick, 1_250_000, '1,25\u00a0M'],
  [f.formatTick, 10_240, '10\u202f240'],
  [f.formatMs, 12.34, '12,3\u00a0ms'],
  [f.formatBytes, 17_928, '17,9\u00a0kB'],
  [f.formatShort, 12_625, '12,6\u00a0k'],
])('%o of %d is %s in German', async (format, value, text) => {
  await speakIn('de');
  expect(format(value)).toBe(text);
});
