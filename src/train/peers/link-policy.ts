// Announces which links the owner of connections should open, and closes those that are no longer needed
// (wanted-links.ts). A link stays open for a while, because the view may change back. No link is closed while state is
// fetched over any link. Invariant: links beyond `maxLinks` that are not wanted are closed at the next look.
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import type { MemberId, View } from '../../membership/view';
import type { Hellos } from './hellos';
import type { Hub } from './hub';
import { maxLinks, wantedLinks } from './wanted-links';

export interface LinkPolicyEvents {
  readonly wanted: readonly MemberId[];
}

export interface LinkPolicyOptions {
  readonly self: MemberId;
  readonly hub: Hub;
  readonly hellos: Hellos;
  readonly clock: Clock;
  readonly view: () => View | undefined;
  /** False while this replica fetches state, or others fetch it from here: any link may be used for it. */
  readonly mayClose: () => boolean;
  /** Members that have the data which this replica fetches (T12). */
  readonly sources?: () => readonly MemberId[];
}

const lingerMs = 10_000;
/** A newcomer that did not ask for admission in this time gives its place to others … */
const callMs = 20_000;
/** … until this time has passed. */
const callAgainMs = 60_000;
const lookEveryMs = 1_000;

export class LinkPolicy extends Emitter<LinkPolicyEvents> {
  #room: readonly MemberId[] | undefined;
  #wanted: readonly MemberId[] = [];
  readonly #calledMs = new Map<MemberId, number>();
  readonly #unneededMs = new Map<MemberId, number>();
  #cancelLook = (): void => undefined;
  #isOver = false;

  constructor(readonly options: LinkPolicyOptions) {
    super();
    options.hub.on('opened', () => this.look());
  }

  /** The members at the server, by arrival. Until they are known, this class neither wants nor closes links. */
  room(members: readonly MemberId[]): void {
    this.#room = members;
    this.look();
  }

  /** Newcomers that all sponsors call come first, because a record names only a few. */
  first(candidates: readonly MemberId[]): readonly MemberId[] {
    const isWanted = (peer: MemberId): boolean => this.wants(peer);
    return [...candidates.filter(isWanted), ...candidates.filter((peer) => !isWanted(peer))];
  }

  /** Whether it wants the link, as of the last look. */
  wants(peer: MemberId): boolean {
    return this.#wanted.includes(peer);
  }

  look(): void {
    const room = this.#room;
    if (!room || this.#isOver) return;
    this.#cancelLook();
    this.#cancelLook = this.options.clock.after(lookEveryMs, () => this.look());
    const { self, hellos, view: viewNow, sources = () => [] } = this.options;
    const view = viewNow();
    const sponsors = hellos.ring()?.ring?.sponsors ?? [];
    const { wanted, isLarge } = wantedLinks({
      self,
      view,
      room,
      stale: this.#stale(),
      sponsors,
      sources: sources().filter((peer) => room.includes(peer)),
    });
    this.#noteCalls(wanted, view);
    if (wanted.join() !== this.#wanted.join()) {
      this.#wanted = wanted;
      this.emit('wanted', wanted);
    }
    if (isLarge) this.#closeUnneeded(view !== undefined && this.options.mayClose());
  }

  end(): void {
    this.#isOver = true;
    this.#cancelLook();
  }

  #stale(): ReadonlySet<MemberId> {
    const nowMs = this.options.clock.now();
    return new Set([...this.#calledMs].filter(([, ms]) => nowMs - ms >= callMs).map(([peer]) => peer));
  }

  #noteCalls(wanted: readonly MemberId[], view: View | undefined): void {
    const nowMs = this.options.clock.now();
    for (const [peer, ms] of this.#calledMs)
      if (nowMs - ms >= callAgainMs || !this.#isWaitedFor(peer, view)) this.#calledMs.delete(peer);
    for (const peer of wanted)
      if (this.#isWaitedFor(peer, view) && !this.#calledMs.has(peer)) this.#calledMs.set(peer, nowMs);
  }

  /** It was called, and has not asked for admission. */
  #isWaitedFor(peer: MemberId, view: View | undefined): boolean {
    return view?.members.includes(peer) === false && this.options.hellos.of(peer)?.wantsIn !== true;
  }

  /** A member closes them after a while. A replica outside keeps its links, up to the bound. */
  #closeUnneeded(mayClose: boolean): void {
    const nowMs = this.options.clock.now();
    const linked = this.options.hub.peers();
    const unneeded = linked.filter((peer) => !this.#wanted.includes(peer));
    for (const peer of this.#unneededMs.keys()) if (!unneeded.includes(peer)) this.#unneededMs.delete(peer);
    for (const peer of unneeded) if (!this.#unneededMs.has(peer)) this.#unneededMs.set(peer, nowMs);
    const excess = linked.length - maxLinks;
    for (const [at, [peer, sinceMs]] of [...this.#unneededMs].entries())
      if (at < excess || (mayClose && nowMs - sinceMs >= lingerMs))
        this.options.hub.link(peer)?.close('this ring needs no link here');
  }
}
