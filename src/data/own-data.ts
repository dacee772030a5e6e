// Whether a member's own examples are of the kind and shape that the room agreed on (E29). Pure.
import { groupDigits } from '../base/group-digits';
import { detailOf, say, type Detail } from '../base/sayings';

export interface ExampleShape {
  readonly inputShape: readonly number[];
  readonly classes: number;
  /** The names in the order of the classes’ numbers; undefined: they have no names. */
  readonly classNames?: readonly string[] | undefined;
}

/** Why they do not fit: a sentence without its full stop. `here` may lack the last classes: a device need not have seen
 *  all. Names, where both have them, must be equal, or a number would mean two things. */
export function ownMismatch(room: ExampleShape, here: ExampleShape): Detail | undefined {
  if (room.inputShape.join() !== here.inputShape.join())
    return detailOf(say('own-other-shape', sizes(room.inputShape), sizes(here.inputShape)));
  if (here.classes > room.classes) return detailOf(say('own-more-classes', room.classes, here.classes));
  if (room.classNames?.join('\n') === here.classNames?.join('\n')) return undefined;
  return detailOf(say('own-other-names', list(room.classNames), list(here.classNames)));
}

function sizes(shape: readonly number[]): string {
  return shape.map(groupDigits).join(' × ');
}

function list(names: readonly string[] | undefined): string | Detail {
  if (!names) return detailOf(say('without-names'));
  if (names.length <= 6) return names.join(', ');
  return detailOf(say('names-and-more', names.slice(0, 6).join(', '), names.length - 6));
}
