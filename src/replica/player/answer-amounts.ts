// What the playground computes with a model of amounts: what it predicts for held-out examples, and for a row that a person
// enters.
import { inUnit } from '../../data/amounts';
import { inputsOf } from '../../data/table-columns';
import { say } from '../../base/sayings';
import { SaidError } from '../../base/said-error';
import { amountView } from '../amount-view';
import type { LoadedModel } from './loaded-model';
import type { Predicted, ViewedAmounts } from './player-messages';

export async function viewAmounts(model: LoadedModel): Promise<ViewedAmounts> {
  const { heldOut, facts } = model;
  if (!heldOut.amounts) throw new SaidError(say('no-examples-here'));
  const held = { ...heldOut, amounts: heldOut.amounts };
  const view = await amountView(held, facts.amounts, facts.columns, (inputs) => model.outputs(inputs));
  return { step: facts.step, ...view };
}

/** `row`: a text of each column, a number with a decimal point; what is no number, or no known value, is a gap. */
export async function predictRow(model: LoadedModel, row: readonly string[]): Promise<Predicted> {
  const { columns, amounts, step } = model.facts;
  // Another replica may have written the configuration.
  if (!columns || inputsOf(columns) !== model.inputLength) throw new SaidError(say('no-columns-known'));
  const inputs = new Float32Array(model.inputLength);
  let at = 0;
  for (const [index, column] of columns.entries()) {
    const cell = (row[index] ?? '').trim();
    if (column.kind === 'number') {
      const value = cell === '' ? NaN : Number(cell);
      inputs[at++] = Number.isFinite(value) ? (value - column.mean) / column.deviation : 0;
      continue;
    }
    const place = column.values.indexOf(cell);
    if (place >= 0) inputs[at + place] = 1;
    at += column.values.length;
  }
  const outputs = await model.outputs(inputs);
  return { step, amounts: amounts.map((amount, term) => inUnit(outputs[term], amount)) };
}
