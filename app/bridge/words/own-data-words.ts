// Rooms in which each member brings its own examples, in words.
import type { ExampleShape } from '../../../src/data/own-data';
import { formatCount } from './format';
import { dataText } from '../../text/data';

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
