// A sheet: one page of plain sentences under headings, to read and to print. Its words are data, so that they can be read
// at a glance beside the code that makes them true.

export interface Sheet {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly Section[];
}

interface Section {
  readonly title: string;
  /** Sentences of their own, or what something is called and what is to say of it. */
  readonly items: readonly (string | readonly [term: string, text: string])[];
}
