// The sentences of the page's dictionaries, so that a test can find English on a page of another language. A text with
// values in it is called with several, and only what stands between them is looked for.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { entriesOf } from '../scripts/words/compiled.mjs';
import { speak, type Language } from '../app/text/language';

const text = path.join(import.meta.dirname, '../app/text');

/** Shorter ones may stand in a text of another language too: 'in f32'. */
const leastLength = 12;
const value = 7777;
const given: readonly unknown[] = [value, 0, 1];

/** Every piece of a text that a value does not divide. */
function* piecesOf(texts: unknown): Generator<string> {
  if (typeof texts === 'string') yield texts;
  else if (typeof texts === 'function')
    for (const one of given) {
      const said = String((texts as (...all: unknown[]) => unknown)(...Array<unknown>(9).fill(one)));
      yield* said.split(/(?<![\d,.\u202f])[\d,.\u202f]*\d[\d,.\u202f]*/);
    }
  else if (typeof texts === 'object' && texts !== null)
    for (const each of Object.values(texts)) yield* piecesOf(each);
}

const isSentence = (piece: string): boolean =>
  piece.length >= leastLength && /(?<!\p{L})\p{L}+ +\p{L}+/u.test(piece);

const spaced = (words: string): string => words.replace(/\s+/g, ' ').trim();

async function sentencesIn(files: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const file of files)
    for (const piece of piecesOf(await import(pathToFileURL(file).href)))
      if (isSentence(spaced(piece))) found.add(spaced(piece));
  return found;
}

const filesIn = (folder: string, isWanted: (file: string) => boolean): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && isWanted(file))
    .map((file) => path.join(folder, file));

/** The pages for us have nothing to translate. */
const english = filesIn(text, (file) => !['language.ts', 'dictionaries.ts', 'lab.ts'].includes(file));

const of = (language: Exclude<Language, 'en'>): string[] =>
  filesIn(path.join(text, language), (file) => file !== 'first.ts');

const catalogues = path.join(import.meta.dirname, '../app/words');
/** What stands between the values and choices of the sentences of a language. */
function sentencesInCatalogues(language: Language): string[] {
  const folder = path.join(catalogues, language);
  return readdirSync(folder)
    .flatMap((file) => entriesOf(readFileSync(path.join(folder, file), 'utf8')))
    .flatMap(({ translation }) => translation.split(/\{\w+, \w+,|[{}]|<\/?\d>/))
    .map(spaced)
    .filter(isSentence);
}

/** What only English has, and what only the other language has. */
export async function sentences(
  language: Exclude<Language, 'en'>,
): Promise<{ readonly english: readonly string[]; readonly own: readonly string[] }> {
  speak('en', {});
  const [ours, theirs] = [await sentencesIn(english), await sentencesIn(of(language))];
  for (const sentence of sentencesInCatalogues('en')) ours.add(sentence);
  for (const sentence of sentencesInCatalogues(language)) theirs.add(sentence);
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
