// The sentences that are said about a camera or a microphone. A page makes them (sense-sentences.ts), and an app takes them along,
// in the language of the page that wrote it. A value stands in braces.
import type { SoundChange, WhyOff } from './sense-switch';

export interface SenseTexts {
  readonly turnOn: string;
  readonly turnOff: string;
  readonly cancel: string;
  readonly asking: string;
  readonly isOn: string;
  readonly isOff: string;
  /** The name of a choice of several. */
  readonly device: string;
  /** The name of one without a name: {number}. */
  readonly unnamed: string;
  /** The name of its picture. */
  readonly view: string;
  /** Why it is off; of `other`: {reason}. */
  readonly why: Readonly<Record<WhyOff['kind'], string>>;
  readonly noReason: string;
  /** The sentence about changes that the browser did not switch off: {changes}. Undefined: it changes nothing that one
   *  could switch off. */
  readonly changed: string | undefined;
  readonly changes: Readonly<Record<SoundChange, string>>;
  readonly axes: string;
}

export function whyWords(texts: SenseTexts, why: WhyOff): string {
  if (why.kind !== 'other') return texts.why[why.kind];
  return why.reason === '' ? texts.noReason : filled(texts.why.other, { reason: why.reason });
}

/** The changes that the browser makes to the sound although it was asked not to; undefined: none. */
export function changedWords(texts: SenseTexts, changes: readonly SoundChange[]): string | undefined {
  if (changes.length === 0 || texts.changed === undefined) return undefined;
  return filled(texts.changed, { changes: changes.map((change) => texts.changes[change]).join(', ') });
}

/** `words` with its values. */
export function filled(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
