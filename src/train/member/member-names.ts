// What this replica calls itself, and what its screens call everyone (H12). The name that its person typed leaves this
// device only from inside a view whose room shows such names; until then, and where the host hides names, it says two
// words.
import { distinctNames } from '../../base/distinct-names';
import { inertText } from '../../base/inert-text';
import { hiddenName } from '../../base/nickname';
import type { MemberId, View } from '../../membership/view';
import { mostHideNames } from '../../net/room/names-rule';
import type { Hello } from '../peers/hello';
import { shownName, type RoomNames } from '../../room/room-names';

export interface MemberNamesDeps {
  readonly self: MemberId;
  /** What its person typed. */
  readonly typed: string;
  view(): View | undefined;
  /** The room's document, as it holds it. */
  room(): RoomNames;
  /** It holds what its neighbours in the view hold. */
  knowsRoom(): boolean;
  /** It follows decisions, or holds those of before. */
  hasState(): boolean;
  /** Those it is linked with. */
  linked(): readonly MemberId[];
  hello(peer: MemberId): Hello | undefined;
  /** It is in the view and knows its decisions: its state is not one of long ago. */
  follows(): boolean;
  /** The rings of linked peers, or of those among them (Hellos). */
  rings(among?: readonly MemberId[]): readonly NonNullable<Hello['ring']>[];
  /** Two ids of one guest, who was loaded again (R22). */
  isSameGuest(a: MemberId, b: MemberId): boolean;
  /** It calls itself something else than before. */
  announce(name: string): void;
}

type NamesRule = 'unknown' | 'two-words' | 'typed';

export class MemberNames {
  #roster: readonly { readonly id: MemberId; readonly name: string }[] = [];
  /** The names as members called themselves last, also of those that are gone. */
  readonly #heard = new Map<MemberId, string>();
  /** The names with the number that each took once, so that it keeps it when others leave; by the name without. */
  readonly #numbered = new Map<string, string>();
  #shown: ReadonlyMap<MemberId, string> | undefined;
  #seen: readonly unknown[] = [];
  #announced: string;

  constructor(private readonly deps: MemberNamesDeps) {
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

  /** H12a. Only the document that it holds in its view may show typed names, unless it hears no other member, or most of
   *  them say that it slept through a change. What anybody outside says of a ring can only hide them. */
  get #rule(): NamesRule {
    const { rings, follows, room, knowsRoom, hasState } = this.deps;
    const view = this.deps.view();
    if (view && room().areNamesHidden) return 'two-words';
    if (!view || !hasState() || !follows() || !knowsRoom())
      return mostHideNames(rings()) ? 'two-words' : 'unknown';
    const said = rings(view.members);
    if (said.length === 0) return view.members.length === 1 ? 'typed' : 'unknown';
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
    const { linked, hello } = this.deps;
    for (const peer of linked()) {
      const name = hello(peer)?.name;
      if (name !== undefined) this.#heard.set(peer, name);
    }
    this.#look();
  }

  /** The view or the state may have changed. */
  look(): void {
    const { view, room, knowsRoom, hasState } = this.deps;
    const now = [view(), room(), knowsRoom(), hasState()];
    if (now.some((value, i) => value !== this.#seen[i])) this.#look(now);
  }

  #look(seen = this.#seen): void {
    this.#seen = seen;
    this.#shown = undefined;
    const { self, room } = this.deps;
    const before = this.#announced;
    const name = this.#rule === 'typed' ? this.#typed : hiddenName(self);
    this.#announced = this.#numbered.get(name) ?? name;
    const isRenamed = room().renamed?.some(({ member }) => member === self);
    if (this.#rule !== 'unknown' && !isRenamed) {
      const free = this.#distinct().get(self)!;
      if (free !== this.#announced) this.#numbered.set(name, free);
      this.#announced = free;
    }
    if (this.#announced !== before) this.deps.announce(this.#announced);
  }

  get #typed(): string {
    return inertText(this.deps.typed, 40) || 'Someone';
  }

  #distinct(): ReadonlyMap<MemberId, string> {
    const { self, view, linked, isSameGuest } = this.deps;
    const bySeniority = [
      ...(view()?.members ?? []),
      ...this.#roster.map(({ id }) => id),
      ...linked().toSorted(),
      self,
    ];
    const known = [...new Set(bySeniority)].map((id) => ({ id, name: this.#candidate(id) }));
    return distinctNames(known, isSameGuest);
  }

  /** The member’s name but for a number. */
  #candidate(member: MemberId): string {
    const { self } = this.deps;
    const said =
      member === self
        ? this.#ofItself
        : (this.#heard.get(member) ?? this.#roster.find(({ id }) => id === member)?.name);
    const decided = this.deps.room();
    const room = this.#rule === 'two-words' ? { ...decided, areNamesHidden: true as const } : decided;
    return shownName(room, member, said ?? member.slice(0, 6));
  }

  /** The member’s name stays on its own screen while it hears nobody. */
  get #ofItself(): string {
    if (this.#rule !== 'unknown' || !this.deps.hasState()) return this.#announced;
    return this.#numbered.get(this.#typed) ?? this.#typed;
  }
}
