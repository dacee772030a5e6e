// The app's fields for a row of a table: a number or one of its known values a column. An empty field is a gap.
import type { TableColumn } from '../../src/data/table-columns';
import type { AppWords } from './app-words';
import { element } from './element';

/** Further columns are gaps. */
const mostFields = 40;

export function rowPart(
  words: AppWords,
  columns: readonly TableColumn[],
  read: (row: readonly string[]) => Promise<void>,
): HTMLElement {
  const fields = columns.slice(0, mostFields).map((column) => {
    const field =
      column.kind === 'number'
        ? element('input', {
            type: 'text',
            inputmode: 'decimal',
            value: String(Number(column.mean.toPrecision(3))),
          })
        : element(
            'select',
            {},
            element('option', { value: '' }, words.unknownValue),
            ...column.values.map((value) => element('option', { value }, value)),
          );
    if (column.kind === 'category') field.value = column.values[0];
    field.addEventListener('input', () => void ask());
    return { field, label: element('label', { class: 'field' }, column.name, field) };
  });
  const ask = (): Promise<void> => {
    // A comma is a decimal point in many languages.
    const row = fields.map(({ field }) =>
      field instanceof HTMLInputElement ? field.value.replace(',', '.') : field.value,
    );
    for (const { field } of fields) {
      const isNumber =
        !(field instanceof HTMLInputElement) || Number.isFinite(Number(field.value.replace(',', '.')));
      field.setCustomValidity(isNumber ? '' : words.noNumber);
      field.title = isNumber ? '' : words.noNumber;
    }
    return read(row);
  };
  void ask();
  return element('div', { class: 'part fields' }, ...fields.map(({ label }) => label));
}
