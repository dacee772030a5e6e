// The sentences of an app that was taken away, in the language of the page that wrote it: the file holds them, for it fetches
// nothing. A value stands in braces.

export interface AppWords {
  readonly cameraOn: string;
  readonly cameraOff: string;
  readonly asking: string;
  readonly noCameras: string;
  readonly altered: string;
  readonly hidden: string;
  readonly ended: string;
  readonly silent: string;
  readonly refused: string;
  readonly refusedBySystem: string;
  readonly notFound: string;
  readonly taken: string;
  /** {reason} */
  readonly failed: string;
  readonly pictureFile: string;
  readonly notAPicture: string;
  readonly cameraPicture: string;
  readonly seen: string;
  readonly draw: string;
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

/** `words` with its values. */
export function filled(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
