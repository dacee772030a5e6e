// The language that the page is in now, and the catalogues of the parts that it has loaded, which follow it. Nothing may read a
// sentence while its module loads: it would stay in the language of then.

import { groupDigits } from '../../src/base/group-digits';

/** The name of a folder of `app/words`: 'de'. */
export type Language = string;

let now: Language = 'en';
let version = 0;
let onLack = (): void => undefined;
const listeners = new Set<() => void>();

export function language(): Language {
  return now;
}

/** `bringSentences` fetches the sentences of the language. */
export function speak(next: Language): void {
  now = next;
  drawAgain();
}

/** `next` is called when a part of the page brings a catalogue. */
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
