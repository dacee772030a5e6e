// How the columns of a table became the inputs of its examples. It travels with the run, so that the model can be used where
// the table is not: an exported model reads raw values only by these means and deviations, in this order.

import * as v from 'valibot';

const name = v.pipe(v.string(), v.maxLength(100));

/** One input for a number, one for each value of a category. */
export const tableColumn = v.variant('kind', [
  v.strictObject({
    kind: v.literal('number'),
    name,
    mean: v.pipe(v.number(), v.finite()),
    /** An input is (value − mean) / deviation; a gap is 0. */
    deviation: v.pipe(v.number(), v.finite(), v.gtValue(0)),
    /** The decimal mark of its texts is a comma; absent: a point. */
    mark: v.optional(v.literal('comma')),
  }),
  v.strictObject({
    kind: v.literal('category'),
    name,
    values: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(256), v.readonly()),
  }),
]);
export type TableColumn = v.InferOutput<typeof tableColumn>;

/** The characters of all columns as JSON: so much more room a command of the host has for a configuration. */
export const mostColumnsCharacters = 8000;

export function inputsOf(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, column) => sum + (column.kind === 'number' ? 1 : column.values.length), 0);
}
