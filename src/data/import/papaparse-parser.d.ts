// The parts of papaparse that csv-rows.ts uses. Its own types (@types/papaparse) need Node's.
declare module 'papaparse' {
  export interface RowError {
    readonly code: string;
    /** Index of the row within this call. */
    readonly row?: number;
  }
  export class Parser {
    constructor(config: { readonly delimiter: string; readonly newline: '\n' });
    /** The last row is left for the next call when `ignoreLastRow`. */
    parse(
      input: string,
      baseIndex: number,
      ignoreLastRow: boolean,
    ): {
      readonly data: string[][];
      readonly errors: readonly RowError[];
      /** Characters taken. */
      readonly meta: { readonly cursor: number };
    };
  }
  export function parse(
    text: string,
    config: {
      readonly preview: number;
      readonly delimitersToGuess: readonly string[];
      readonly skipEmptyLines: true;
    },
  ): { readonly meta: { readonly delimiter: string } };
  const papa: { readonly Parser: typeof Parser; readonly parse: typeof parse };
  export default papa;
}
