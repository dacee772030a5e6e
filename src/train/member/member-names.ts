// What this replica calls itself, and what its screens call everyone (H12). The name that its person typed leaves this
// device only once it knows that the room shows such names; until then, and where the host hides names, it says two words.
import { distinctNames } from '../../base/distinct-names';
import { inertText } from '../../base/inert-text';
import { hiddenName } from '../../base/nickname';
import type { MemberId, View } from '../../membership/view';
import { mostHideNames } from '../../net/room/names-rule';
import type { Hello } from '../peers/hello';
import { shownName, type RoomState } from '../run/room-state';

export interface MemberNamesDeps {
  readonly self: MemberId;
  /** What its person typed. */
  readonly typed: string;
  view(): View | undefined;
  /** By the latest decisions that it knows; undefined: none. */
  state(): { readonly room?: RoomState | undefined } | undefined;
  /** Those it is linked with. */
  linked(): readonly MemberId[];
  hello(peer: MemberId): Hello | undefined;
  /** Of linked peers (Hellos). */
  rings(): readonly NonNullable<Hello['ring']>[];
  /** Two ids of one guest, who was loaded again (R22). */
  isSameGuest(a: MemberId, b: MemberId): boolean;
  /** It calls itself something else than before. */
  changed(): void;
}

type NamesRule = 'unknown' | 'two-words' | 'typed';

export class MemberNames {
  readonly #deps: MemberNamesDeps;
  #roster: readonly { readonly id: MemberId; readonly name: string }[] = [];
  /** As they called themselves last, also of those that are gone. */
  readonly #heard = new Map<MemberId, string>();
  /** With the number that it took once, so that it keeps it when others leave: by the name without. */
  readonly #numbered = new Map<string, string>();
  #shown: ReadonlyMap<MemberId, string> | undefined;
  #seen: readonly unknown[] = [];
  #announced: string;

  constructor(deps: MemberNamesDeps) {
    this.#deps = deps;
    this.#announced = hiddenName(deps.self);
  }

  /** What it says that it is called. */
  get announced(): string {
    return this.#announced;
  }

  /** What it says that it is called, once it knows the room's rule; undefined: not yet. */
  get known(): string | undefined {
    return this.#rule === 'unknown' ? undefined : this.#announced;
  }

  /** H12a. In its view it goes by its own state, unless it hears nobody, or most say that it slept through a decision.
   *  Outside the ring tells it, which may have changed its mind since. */
  get #rule(): NamesRule {
    const { rings } = this.#deps;
    const [view, state, said] = [this.#deps.view(), this.#deps.state(), rings()];
    const isAlone = view?.members.length === 1;
    if (view && state?.room?.areNamesHidden) return 'two-words';
    if (said.length === 0) return view && state && isAlone ? 'typed' : 'unknown';
    if (!view || !state) return mostHideNames(said) ? 'two-words' : 'typed';
    return 2 * said.filter(({ hidesNames }) => hidesNames).length > said.length ? 'two-words' : 'typed';
  }

  of(member: MemberId): string {
    return (this.#shown ??= this.#distinct()).get(member) ?? this.#candidate(member);
  }

  /** The members of the room at the server, by arrival. */
  room(roster: readonly { readonly id: MemberId; readonly name: string }[]): void {
    this.#roster = roster;
    this.#look();
  }

  /** Somebody said hello, or a link closed. */
  peersChanged(): void {
    const { linked, hello } = this.#deps;
    for (const peer of linked()) {
      const name = hello(peer)?.name;
      if (name !== undefined) this.#heard.set(peer, name);
    }
    this.#look();
  }

  /** The view or the state may have changed. */
  look(): void {
    const { view, state } = this.#deps;
    const now = [view(), state()?.room, state() === undefined];
    if (now.some((value, i) => value !== this.#seen[i])) this.#look(now);
  }

  #look(seen = this.#seen): void {
    this.#seen = seen;
    this.#shown = undefined;
    const { self, state } = this.#deps;
    const before = this.#announced;
    const name = this.#rule === 'typed' ? this.#typed : hiddenName(self);
    this.#announced = this.#numbered.get(name) ?? name;
    const isRenamed = state()?.room?.renamed?.some(({ member }) => member === self);
    if (this.#rule !== 'unknown' && !isRenamed) {
      const free = this.#distinct().get(self)!;
      if (free !== this.#announced) this.#numbered.set(name, free);
      this.#announced = free;
    }
    if (this.#announced !== before) this.#deps.changed();
  }

  get #typed(): string {
    return inertText(this.#deps.typed, 40) || 'Someone';
  }

  #distinct(): ReadonlyMap<MemberId, string> {
    const { self, view, linked, isSameGuest } = this.#deps;
    const bySeniority = [
      ...(view()?.members ?? []),
      ...this.#roster.map(({ id }) => id),
      ...linked().toSorted(),
      self,
    ];
    const known = [...new Set(bySeniority)].map((id) => ({ id, name: this.#candidate(id) }));
    return distinctNames(known, isSameGuest);
  }

  /** Its name but for a number. */
  #candidate(member: MemberId): string {
    const { self, state } = this.#deps;
    const said =
      member === self
        ? this.#ofItself
        : (this.#heard.get(member) ?? this.#roster.find(({ id }) => id === member)?.name);
    const room =
      this.#rule === 'two-words' ? { ...state()?.room, areNamesHidden: true as const } : state()?.room;
    return shownName(room, member, said ?? member.slice(0, 6));
  }

  /** On its own screen its name stays while it hears nobody. */
  get #ofItself(): string {
    if (this.#rule !== 'unknown' || !this.#deps.state()) return this.#announced;
    return this.#numbered.get(this.#typed) ?? this.#typed;
  }
}
