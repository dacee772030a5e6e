// Rooms in which each member brings its own examples, in words.
import type { ExampleShape } from '../../../src/data/own-data';
import type { Imported } from '../../../src/data/import/imported';
import { formatCount } from './format';
import { dataText } from '../../text/data';

/** Read alike on every device: a table is scaled by its own numbers, and characters are numbered by the text (E29). */
export function mayBeOwn(files: Imported): boolean {
  const { recipe } = files;
  if (files.kind === 'idx') return recipe?.kind !== 'table';
  return recipe !== undefined && 'merges' in recipe && recipe.merges !== undefined;
}

/** What a newcomer is asked for. */
export function ownFilesWords(
  what: 'idx' | 'text',
  { inputShape, classes, classNames }: ExampleShape,
): string {
  const kind =
    what === 'text'
      ? dataText.aText
      : dataText.picturesRowsNumbers(
          inputShape.map(formatCount).join(' × '),
          formatCount(classes),
          classNames ? ` (${classNames.slice(0, 6).join(', ')}${classNames.length > 6 ? ' …' : ''})` : '',
        );
  return dataText.everyMemberTrains(kind);
}
