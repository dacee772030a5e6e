// What the examples of a run mean: the names of its classes, or its amounts and their units, and what the inputs of a table are
// made from. A model that is
// taken elsewhere reads raw values only by these.
import type { Amount } from '../../../data/amounts';
import type { Augment } from '../../../data/augment';
import { inputsOf, type TableColumn } from '../../../data/table-columns';
import { augmentable, columnsOf, shapeOf } from '../../run/data-shape';
import type { RunConfig } from '../../run/run-config';

export interface ExampleWords {
  readonly classes?: readonly string[];
  /** What is predicted in place of classes, in the order of the outputs. */
  readonly amounts?: readonly Amount[];
  readonly columns?: readonly TableColumn[];
  /** The sentence about the alterations of examples while they were trained on. */
  readonly altered?: string;
  /** The column of the classes. */
  readonly target?: string;
}

export function exampleWords({ data, model, augment }: RunConfig): ExampleWords {
  const classes = 'classNames' in data && data.classNames ? { classes: data.classNames } : {};
  const { amounts } = shapeOf(data);
  const predicted = amounts ? { amounts } : classes;
  const columns = columnsOf(data);
  // Another replica may have written the configuration.
  const fits = columns && model.inputShape.length === 1 && inputsOf(columns) === model.inputShape[0];
  const target = data.kind === 'table' && !amounts ? { target: data.recipe.target } : {};
  return {
    ...predicted,
    ...(fits ? { columns } : {}),
    ...target,
    ...(augment && { altered: alteredWords(augment, data) }),
  };
}

function alteredWords({ shift, flip, brightness }: Augment, data: RunConfig['data']): string {
  const isSound = augmentable(data) === 'sounds';
  const parts = [
    ...(shift > 0 ? [`shifted by up to ${shift} ${isSound ? '32nds of a second' : 'pixels'}`] : []),
    ...(flip ? ['mirrored half of the times'] : []),
    ...(brightness > 0
      ? [`up to ${brightness} ${isSound ? 'of 80 dB louder or softer' : 'brighter or darker'}`]
      : []),
  ];
  return `Trained on examples altered at each step: ${parts.join(', ')}.`;
}

/** A row as Python writes it, to show in a README. */
export function exampleRow(columns: readonly TableColumn[]): string {
  const cells = columns
    .slice(0, 4)
    .map(
      (column) =>
        `${JSON.stringify(column.name)}: ${column.kind === 'number' ? Number(column.mean.toPrecision(3)) : JSON.stringify(column.values[0])}`,
    );
  return `{${cells.join(', ')}${columns.length > 4 ? ', …' : ''}}`;
}
