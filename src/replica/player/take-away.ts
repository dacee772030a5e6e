// A model that leaves for a file of its own, with what is known of how good it is.
import { examine } from './answers';
import { viewAmounts } from './answer-amounts';
import type { LoadedModel } from './loaded-model';
import type { TakenAway } from './player-messages';

export async function takeAway(model: LoadedModel): Promise<TakenAway> {
  const { facts, weights } = model;
  const { heldOut } = weights;
  const hasExamples = heldOut !== undefined && heldOut.count > 0;
  const amounts = hasExamples && facts.task === 'amounts' ? (await viewAmounts(model)).figures : undefined;
  const hasClasses = facts.task !== 'amounts' && facts.task !== 'text';
  const byClass = hasExamples && hasClasses ? await figuresOf(model) : undefined;
  return { weights: { ...weights, heldOut: undefined }, byClass, amounts };
}

async function figuresOf(model: LoadedModel): Promise<TakenAway['byClass']> {
  const { confusion, classes } = await examine(model);
  const { trained } = model.heldOut;
  return Array.from({ length: classes }, (_, label) => {
    const row = confusion.subarray(label * classes, (label + 1) * classes);
    return {
      trained: trained?.[label],
      tried: row.reduce((sum, count) => sum + count, 0),
      right: row[label],
    };
  });
}
