// The sentences of the page's catalogues, so that a test can find English on a page of another language. Only what stands
// between the values of a sentence is looked for.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { entriesOf } from '../scripts/words/compiled.mjs';
import type { Language } from '../app/words/language';

/** Shorter ones may stand in a text of another language too: 'in f32'. */
const leastLength = 12;

const isSentence = (piece: string): boolean =>
  piece.length >= leastLength && /(?<!\p{L})\p{L}+ +\p{L}+/u.test(piece);

const spaced = (words: string): string => words.replace(/\s+/g, ' ').trim();

const catalogues = path.join(import.meta.dirname, '../app/words');

/** What stands between the values and choices of the sentences of a language. */
function sentencesIn(language: Language): ReadonlySet<string> {
  const folder = path.join(catalogues, language);
  const pieces = readdirSync(folder)
    .flatMap((file) => entriesOf(readFileSync(path.join(folder, file), 'utf8')))
    .flatMap(({ translation }) => translation.split(/\{\w+, \w+,|[{}]|<\/?\d>/));
  return new Set(pieces.map(spaced).filter(isSentence));
}

/** What only English has, and what only the other language has. */
export function sentences(language: Exclude<Language, 'en'>): {
  readonly english: readonly string[];
  readonly own: readonly string[];
} {
  const [ours, theirs] = [sentencesIn('en'), sentencesIn(language)];
  const all = [...theirs].join('\n');
  const each = [...ours].join('\n');
  return {
    english: [...ours].filter((sentence) => !all.includes(sentence)),
    own: [...theirs].filter((sentence) => !each.includes(sentence)),
  };
}

/** What a person reads on the page, or hears: its text, and the labels that assistive technology reads. Runs in the page. */
export function spokenText(): string {
  const labels = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  const heard = [...document.querySelectorAll(labels.map((label) => `[${label}]`).join())].flatMap(
    (element) => labels.map((label) => element.getAttribute(label) ?? ''),
  );
  return [document.title, document.body.innerText, ...heard].join('\n').replace(/[^\S\n]+/g, ' ');
}
