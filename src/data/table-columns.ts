// How the columns of a table became the inputs of its examples. It travels with the run, so that the model can be used where
// the table is not: an exported model reads raw values only by these means and deviations, in this order.

/** One input for a number, one for each value of a category. */
export type TableColumn =
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly mean: number;
      /** An input is (value − mean) / deviation; a gap is 0. */
      readonly deviation: number;
      /** The decimal mark of its texts is a comma; absent: a point. */
      readonly mark?: 'comma' | undefined;
    }
  | { readonly kind: 'category'; readonly name: string; readonly values: readonly string[] };

/** The characters of all columns as JSON: so much more room a command of the host has for a configuration. */
export const mostColumnsCharacters = 8000;

export function inputsOf(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, column) => sum + (column.kind === 'number' ? 1 : column.values.length), 0);
}
