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
  const papa: { readonly Parser: typeof Parser };
  export default papa;
}
