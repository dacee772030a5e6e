// The loss of a model that has learned nothing: it guesses among the classes, or says the mean of all amounts.
import { shapeOf } from '../run/data-shape';
import type { RunConfig } from '../run/run-config';

export function guessLoss({ model, data }: Pick<RunConfig, 'model' | 'data'>): number {
  switch (model.loss) {
    case 'softmax-cross-entropy':
      return Math.log(shapeOf(data).classes);
    case 'squared':
      return 1; // the variance of the scaled amounts
    case 'huber':
      return 0.42; // of normal amounts: the mean of z²/2 up to |z| = 1, of |z| − ½ beyond
    default:
      return model.loss satisfies never;
  }
}
