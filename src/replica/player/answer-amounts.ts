// What the playground computes with a model of amounts: what it predicts for held-out examples, and for a row that a person
// enters.
import { inUnit } from '../../data/amounts';
import { say } from '../../base/sayings';
import { SaidError } from '../../base/said-error';
import { amountView } from '../amount-view';
import { rowOf } from './answers';
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
  const { amounts, step } = model.facts;
  const outputs = await model.outputs(rowOf(model, row) as Float32Array<ArrayBuffer>);
  return { step, amounts: amounts.map((amount, term) => inUnit(outputs[term], amount)) };
}
