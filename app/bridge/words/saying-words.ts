// The one place of the page that turns a saying into a sentence, in the page's language.
import { valuesOf, type Saying } from '../../../src/base/sayings';
import { shownValues } from '../../../src/base/shown-values';
import { withDecimalSign } from './format';
import { counted, drawAgain, language } from '../../words/language';
import { sayings } from '../../words/sayings';
import { largeSize } from '../../../src/base/group-digits';

/** '…' until the sentence is here. */
export function sayingWords(saying: Saying): string {
  const { code, english } = saying;
  if (english !== undefined && language() === 'en') return english;
  const catalogue = sayings.find(({ messages }) => code in messages);
  if (!catalogue) void bringFileSayings();
  return catalogue?._(code, { ...shownValues(saying, shownAs) }) ?? '…';
}

const shownAs = {
  nested: sayingWords,
  count: counted,
  fraction: (value: number): string => withDecimalSign(String(value)),
  size: (bytes: number): string => withDecimalSign(largeSize(bytes, unitOf('megabyte'), unitOf('gigabyte'))),
};

function unitOf(unit: 'megabyte' | 'gigabyte'): string {
  const parts = new Intl.NumberFormat(language(), { style: 'unit', unit }).formatToParts(1);
  return parts.find(({ type }) => type === 'unit')!.value;
}

/** What only English has behind a saying, or behind one within it: an error's own words, or the place of a damage. */
export function technicalOf(saying: Saying): string | undefined {
  if (saying.english !== undefined) return saying.english;
  const inner = Object.values(valuesOf(saying));
  return inner.map((value) => (isSaying(value) ? technicalOf(value) : undefined)).find((text) => text);
}

/** The same where it has to stand beside the words; undefined: the page is in English, whose words say it. */
export function technicalWords(saying: Saying): string | undefined {
  return language() === 'en' ? undefined : technicalOf(saying);
}

function isSaying(value: unknown): value is Saying {
  return typeof value === 'object' && value !== null && 'code' in value;
}

async function bringFileSayings(): Promise<void> {
  try {
    await import('../../words/file-sayings');
    drawAgain();
  } catch {
    // It is asked for again when the sentence is drawn again.
  }
}
