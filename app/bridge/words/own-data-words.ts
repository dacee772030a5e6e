// Rooms in which each member brings its own examples, in words.
import { plural, t } from '@lingui/core/macro';
import type { ExampleShape } from '../../../src/data/own-data';
import type { FileData } from '../../../src/replica/protocol';
import { formatCount } from './format';

/** What a newcomer is asked for. */
export function ownFilesWords(
  what: FileData['kind'],
  { inputShape, classes, classNames }: ExampleShape,
): string {
  const kind =
    what === 'text'
      ? t`a text`
      : t`pictures or rows of ${{ numbers: inputShape.map(formatCount).join(' × ') }} ${plural({ count: inputShape.reduce((product, size) => product * size, 1) }, { one: 'number', other: 'numbers' })} in ${{ classes: formatCount(classes) }} classes${{ names: classNames ? ` (${classNames.slice(0, 6).join(', ')}${classNames.length > 6 ? ' …' : ''})` : '' }}`;
  return t`Every member trains on its own examples here. Choose ${kind}. Your files stay on this device; sums of gradients leave it, and may reveal something about them.`;
}
