// What screens call members, as the host decides it (H12): names that it gives, and two words in place of what people typed.
import * as v from 'valibot';
import { inertText } from '../base/inert-text';
import { hiddenAs } from '../base/nickname';
import type { MemberId } from '../membership/view';

export const mostRenamed = 64;
const maxNameLength = 40;

/** Inert already: every member draws it as it is. */
const givenName = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(2 * maxNameLength),
  v.check(
    (name) => inertText(name, maxNameLength) === name,
    'the name is inert text of at most 40 characters',
  ),
);

/** Members as the host calls them, the latest last. */
export const renamedMembers = v.pipe(
  v.array(v.strictObject({ member: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)), name: givenName })),
  v.minLength(1),
  v.maxLength(mostRenamed),
);
type Renamed = v.InferOutput<typeof renamedMembers>;

export interface RoomNames {
  readonly renamed?: Renamed | undefined;
  readonly areNamesHidden?: true | undefined;
}

/** `name` null: as the member calls itself. */
export function renamed(before: Renamed = [], member: MemberId, name: string | null): Renamed | undefined {
  const others = before.filter((one) => one.member !== member);
  const all = name === null ? others : [...others, { member, name }].slice(-mostRenamed);
  return all.length > 0 ? all : undefined;
}

/** What screens call a member, but for a number (H12c). `given`: what it calls itself. */
export function shownName({ renamed, areNamesHidden }: RoomNames, member: MemberId, given: string): string {
  const byHost = renamed?.find((one) => one.member === member);
  if (byHost) return byHost.name;
  return areNamesHidden ? hiddenAs(member, given) : given;
}
