// What every screen calls the members now, also those who have left: the host may rename a member or hide all names, and
// what was said before then must not keep the name of then.
import { isDetail } from '../../../src/base/say-from';
import type { Saying } from '../../../src/base/sayings';
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
  const [text, says] = renamed(notice.text, notice.says, names);
  return { ...notice, text, says };
}

function renamed(
  english: string,
  says: Saying | undefined,
  names: ReadonlyMap<string, string>,
): [string, Saying | undefined] {
  if (!says) return [withNames(english, names), says];
  let text = english;
  const given = (says.given as readonly unknown[]).map((value) => {
    const before = isDetail(value) ? value.text : value;
    if (typeof before !== 'string') return value;
    const [after, inner] = renamed(before, isDetail(value) ? value.says : undefined, names);
    text = text.replace(before, () => after);
    return isDetail(value) ? { text: after, says: inner } : after;
  });
  return [text, { ...says, given } as unknown as Saying];
}

function withNames(text: string, names: ReadonlyMap<string, string>): string {
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((name) => name.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')).join('|');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'gu'), (name) =>
    names.get(name)!,
  );
}
