// What every screen calls the members now, also those who have left: the host may rename a member or hide all names, and
// what was said before then must not keep the name of then.
import { valuesOf, type Saying } from '../../../src/base/sayings';
import { hiddenAs, hiddenName } from '../../../src/base/nickname';
import type { Notice, Snapshot } from '../../../src/replica/protocol';

export class ShownNames {
  readonly #names = new Map<string, string>();

  /** Names that nobody has any more, and what stands in their place. */
  see({ peers, lobby, removed, room }: Snapshot): ReadonlyMap<string, string> {
    const changed = new Map<string, string>();
    const take = (id: string, name: string): void => {
      // A newcomer is called by its two words until it says its name (H12a).
      const before = this.#names.get(id) ?? hiddenName(id);
      if (before !== name) changed.set(before, name);
      this.#names.set(id, name);
    };
    const here = [...removed, ...lobby, ...peers];
    for (const { id, name } of here) take(id, name);
    if (room?.areNamesHidden)
      for (const [id, name] of this.#names)
        if (!here.some((one) => one.id === id)) take(id, hiddenAs(id, name));
    for (const name of this.#names.values()) changed.delete(name);
    return changed;
  }

  readonly of = (id: string): string => this.#names.get(id) ?? id.slice(0, 6);
}

/** The notice with the names of now. Only what is a value in its sentence is a name. */
export function renamedIn(notice: Notice, names: ReadonlyMap<string, string>): Notice {
  return { ...notice, says: renamed(notice.says, names) as Saying };
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return withNames(value, names);
  if (typeof value !== 'object' || value === null || !('code' in value)) return value;
  const { english } = value as Saying;
  const values = Object.entries(valuesOf(value as Saying));
  return {
    ...value,
    ...(english !== undefined && { english: withNames(english, names) }),
    ...(values.length > 0 && {
      values: Object.fromEntries(values.map(([name, one]) => [name, renamed(one, names)])),
    }),
  };
}

function withNames(text: string, names: ReadonlyMap<string, string>): string {
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((name) => name.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')).join('|');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'gu'), (name) =>
    names.get(name)!,
  );
}
