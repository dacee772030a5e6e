// No two members of a room are shown under one name (H12c): the later one gets a number, “Brave Otter 2”.
import { inertText } from './inert-text';

export interface Named {
  readonly id: string;
  /** The name by which the member calls itself, or the host calls it. */
  readonly name: string;
}

/** The longest that a name may be. */
const mostCharacters = 40;

/** `known`: the most senior first. Whoever is the first under its name keeps it; all others get the next free number.
 *  `isSame`: two ids of one guest, which may share a name. */
export function distinctNames(
  known: readonly Named[],
  isSame: (a: string, b: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  const owners = new Map<string, string>();
  const clashing: Named[] = [];
  for (const { id, name } of known) {
    const owner = owners.get(name);
    if (owner !== undefined && !isSame(owner, id)) clashing.push({ id, name });
    else {
      shown.set(id, name);
      owners.set(name, owner ?? id);
    }
  }
  for (const { id, name } of clashing) {
    const free = firstFree(name, owners);
    shown.set(id, free);
    owners.set(free, id);
  }
  return shown;
}

function firstFree(name: string, owners: ReadonlyMap<string, string>): string {
  // Two words and a number had the number from here, most likely.
  const words = /^(\S+ \S+) \d{1,2}$/.exec(name)?.[1] ?? name;
  const stem = inertText(words, mostCharacters - 3);
  let number = 2;
  while (owners.has(`${stem} ${number}`)) number++;
  return `${stem} ${number}`;
}
