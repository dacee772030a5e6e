// The languages of the page's text, and the one that it is in now. English stands in the area's own file, and comes with
// the screen that uses it; another language is one chunk for all areas, loaded when it is chosen. Nothing may read a text
// while its module loads: it would stay in that language.

import { groupDigits } from '../../src/base/group-digits';

/** A text, or a function of what stands in it. A text never names a code: `what` is a string that was translated too. */
export type Texts = { readonly [key: string]: unknown };

interface Area {
  /** The words as written in English. */
  readonly english: object;
  /** What everybody reads: the properties change with the language. */
  readonly live: Record<string, unknown>;
}

/** The name of a folder of `app/words`: 'de'. */
export type Language = string;

/** Areas of a language, by name. */
export type Dictionary = Readonly<Record<string, Texts>>;

const areas = new Map<string, Area>();
let now: Language = 'en';
let dictionary: Dictionary = {};
let rules = new Intl.PluralRules('en');
const mostKnown = 1000;
/** The rules by count: to ask for them takes longer than to draw the sentence. */
let known = new Map<number, Intl.LDMLPluralRule>();
let version = 0;
let onLack = (): void => undefined;
const listeners = new Set<() => void>();

/** The texts of one part of the page, in the current language. */
export function area<T extends object>(name: string, english: T): T {
  const live = { ...english, ...dictionary[name] } as T & Record<string, unknown>;
  areas.set(name, { english, live });
  if (lacks(name)) onLack();
  return live;
}

export function language(): Language {
  return now;
}

/** All areas are in this language from now on; what is on the screen must be drawn again. */
export function speak(next: Language, words: Dictionary): void {
  now = next;
  dictionary = words;
  rules = new Intl.PluralRules(next);
  known = new Map();
  for (const [name, { english, live }] of areas) Object.assign(live, english, words[name]);
  drawAgain();
}

function lacks(name: string): boolean {
  return now !== 'en' && !(name in dictionary);
}

/** `next` is called when a part of the page brings an area that lacks words. */
export function whenWordsLack(next: () => void): void {
  onLack = next;
}

/** More words came for what is on the screen. */
export function drawAgain(): void {
  version++;
  for (const listen of listeners) listen();
}

/** Called after each change of the words. The returned function ends it. */
export function onWords(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Fetches one catalogue of sentences in a language; true: what is on the screen changes. */
type BringCatalogue = (next: Language) => Promise<boolean>;
const catalogues: BringCatalogue[] = [];

/** A part of the page has come that says sentences of this catalogue. */
export function addCatalogue(bring: BringCatalogue): void {
  catalogues.push(bring);
  onLack();
}

/** All catalogues of this page are in the language. It rejects when one cannot be fetched. */
export async function bringSentences(next: Language): Promise<void> {
  const brought = await Promise.allSettled(catalogues.map((bring) => bring(next)));
  if (brought.some((one) => one.status === 'rejected' || one.value)) drawAgain();
  const failed = brought.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Another number after each change of the words. */
export function wordsVersion(): number {
  return version;
}

/** 1234567 with its thousands parted as the current language does it. */
export function counted(value: number): string {
  const digits = groupDigits(value);
  return now === 'en' ? digits : digits.replaceAll(',', '\u202f');
}

/** The form that the current language uses for a count: `other` where it has no form of its own. */
export function plural(
  count: number,
  forms: { readonly one: string; readonly other: string; readonly many?: string },
): string {
  const rule = known.get(count) ?? rules.select(count);
  if (known.size < mostKnown) known.set(count, rule);
  return (rule === 'one' ? forms.one : rule === 'many' ? forms.many : undefined) ?? forms.other;
}
