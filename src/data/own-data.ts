// Whether a member's own examples are of the kind and shape that the room agreed on (E29). Pure.
import { say, type Saying } from '../base/sayings';
import { groupDigits } from '../base/group-digits';

export interface ExampleShape {
  readonly inputShape: readonly number[];
  readonly classes: number;
  /** The names in the order of the classes’ numbers; undefined: they have no names. */
  readonly classNames?: readonly string[] | undefined;
}

/** Why they do not fit: a sentence without its full stop. `here` may lack the last classes: a device need not have seen
 *  all. Names, where both have them, must be equal, or a number would mean two things. */
export function ownMismatch(room: ExampleShape, here: ExampleShape): Saying | undefined {
  if (room.inputShape.join() !== here.inputShape.join())
    return say('own-other-shape', { room: sizes(room.inputShape), here: sizes(here.inputShape) });
  if (here.classes > room.classes) return say('own-more-classes', { room: room.classes, here: here.classes });
  if (room.classNames?.join('\n') === here.classNames?.join('\n')) return undefined;
  return say('own-other-names', { room: list(room.classNames), here: list(here.classNames) });
}

function sizes(shape: readonly number[]): string {
  return shape.map(groupDigits).join(' × ');
}

function list(names: readonly string[] | undefined): string | Saying {
  if (!names) return say('without-names');
  if (names.length <= 6) return names.join(', ');
  return say('names-and-more', { names: names.slice(0, 6).join(', '), more: names.length - 6 });
}
