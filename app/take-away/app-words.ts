// The sentences of an app that was taken away, in the language of the page that wrote it: the file holds them, for it fetches
// nothing. A value stands in braces.

import type { SenseTexts } from '../panels/senses/sense-texts';

export interface AppWords {
  /** The sentences of the device that the model reads from; undefined: it reads from none. */
  readonly sense: SenseTexts | undefined;
  /** The name of a file that takes its place. */
  readonly file: string;
  readonly unreadableFile: string;
  readonly seen: string;
  readonly draw: string;
  /** The name of the sheet, with its keys. */
  readonly sheet: string;
  readonly clear: string;
  /** {sure} */
  readonly sure: string;
  readonly answer: string;
  readonly likely: string;
  readonly unknownValue: string;
  readonly noNumber: string;
  readonly prompt: string;
  readonly write: string;
  readonly stop: string;
  readonly writes: string;
  /** {characters} */
  readonly unknownCharacters: string;
  /** {reason} */
  readonly broken: string;
}
