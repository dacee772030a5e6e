// Whether a member's own examples are of the kind and shape that the room agreed on (E29). Pure.
import { groupDigits } from '../base/group-digits';

export interface ExampleShape {
  readonly inputShape: readonly number[];
  readonly classes: number;
  /** In the order of their numbers; undefined: they have no names. */
  readonly classNames?: readonly string[] | undefined;
}

/** Why they do not fit: a sentence without its full stop. `here` may lack the last classes: a device need not have seen
 *  all. Names, where both have them, must be equal, or a number would mean two things. */
export function ownMismatch(room: ExampleShape, here: ExampleShape): string | undefined {
  if (room.inputShape.join() !== here.inputShape.join())
    return `this room’s examples are ${sizes(room.inputShape)}, these are ${sizes(here.inputShape)}`;
  if (here.classes > room.classes)
    return `this room has ${groupDigits(room.classes)} classes, these examples have ${groupDigits(here.classes)}`;
  if (room.classNames?.join('\n') === here.classNames?.join('\n')) return undefined;
  return `this room’s classes are ${list(room.classNames)}, these examples’ are ${list(here.classNames)}`;
}

function sizes(shape: readonly number[]): string {
  return shape.map(groupDigits).join(' × ');
}

function list(names: readonly string[] | undefined): string {
  if (!names) return 'without names';
  return names.length <= 6
    ? names.join(', ')
    : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;
}
