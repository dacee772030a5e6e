// A seeded world of members for tests: ordered links with random delays, cuts that swallow what is on its way,
// partitions, deaths, joins, goodbyes. It runs the real reducer and checks the safety rules at every install. All are
// linked with all, or (`isSparse`) each with those that its view needs, and links come and go with the views.
import { prng, type Prng } from '../../base/prng';
import { pingEveryMs } from '../../net/link/wire-link';
import { closedGraceMs, lostAfterMs, neverOpenedMs, suspectAfterMs } from '../heartbeat';
import { doorsOf, linksNeeded } from '../links-needed';
import type { MembershipEffect, MembershipInput, MembershipState } from '../membership-state';
import { outsideAnyView } from '../membership-state';
import { decodeMembership, encodeMembership, type MembershipMessage } from '../messages';
import { nextDueMs, step } from '../membership';
import type { MemberId, View } from '../view';

export interface Being {
  readonly id: MemberId;
  state: MembershipState;
  isAlive: boolean;
  tickAtMs: number;
  removals: number;
}

interface Lane {
  isUp: boolean;
  /** Arrival of the last message sent: the next may not overtake it. */
  lastMs: number;
  /** Raised at every cut: what was sent before is gone. */
  era: number;
}

interface Event {
  readonly atMs: number;
  readonly run: () => void;
}

export class TestWorld {
  nowMs = 0;
  readonly random: Prng;
  readonly beings: Being[] = [];
  /** `lineage/generation` → the one view of that name. */
  readonly views = new Map<string, string>();
  /** View → the one view that followed it. */
  readonly successors = new Map<string, string>();
  readonly violations: string[] = [];
  installs = 0;
  messages = 0;
  /** Called at every step; the test may look. */
  rejoin = true;
  readonly #lanes = new Map<string, Lane>();
  readonly #events: Event[] = [];
  /** Pairs that cannot be linked until all is healed. */
  readonly #barred = new Set<string>();

  constructor(
    readonly seed: number,
    /** A test may change it under way. */
    public maxDelayMs = 80,
    readonly isSparse = false,
  ) {
    this.random = prng('world', seed);
  }

  add(): Being {
    const id = (this.beings.length + 1).toString(16).padStart(16, '0');
    const being = {
      id,
      state: outsideAnyView(id, this.seed),
      isAlive: true,
      tickAtMs: Infinity,
      removals: 0,
    };
    const others = this.beings.filter(({ isAlive }) => isAlive);
    this.beings.push(being);
    if (this.isSparse) this.#toTheDoors(being);
    else for (const other of others) this.connect(id, other.id);
    return being;
  }

  /** The latest view that anyone alive stands in. */
  get head(): View | undefined {
    const views = this.beings.flatMap(({ state, isAlive }) =>
      isAlive && state.installed ? [state.installed] : [],
    );
    return views.sort((a, b) => b.generation - a.generation)[0];
  }

  linksOf({ id }: Being): MemberId[] {
    return this.beings.filter((other) => this.#lane(id, other.id).isUp).map((other) => other.id);
  }

  /** A room of `size`: the first founds, the others are admitted one after the other. */
  found(size: number): void {
    this.input(this.add(), { kind: 'create' });
    for (let i = 1; i < size; i++) {
      this.join(this.add());
      this.run(3_000);
    }
  }

  /** All members of the newcomer's peers decide at about the same time. Again until it is let in, as a replica asks in
   *  every header; with all linked once is enough. */
  join(being: Being): void {
    const { id, state } = being;
    if (!being.isAlive || state.installed) return;
    if (this.isSparse) this.after(10_000, () => this.join(being));
    if (this.isSparse) this.#toTheDoors(being);
    for (const other of this.beings)
      this.after(this.random.below(300), () => this.input(other, { kind: 'admit', peers: [id] }));
  }

  input(being: Being, input: MembershipInput): void {
    if (!being.isAlive) return;
    const { state, effects } = step(being.state, input, this.nowMs);
    being.state = state;
    for (const effect of effects) this.#apply(being, effect);
    being.tickAtMs = nextDueMs(state, this.nowMs);
    const dueMs = being.tickAtMs;
    this.after(dueMs - this.nowMs, () => {
      if (being.tickAtMs === dueMs) this.input(being, { kind: 'tick' });
    });
  }

  connect(a: MemberId, b: MemberId): void {
    if (this.#barred.has(pair(a, b))) return;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      // prettier-ignore
      const lane = this.#lane(from, to);
      lane.isUp = true;
      const { era } = lane;
      this.after(20 + this.random.below(200), () => {
        if (lane.isUp && lane.era === era) this.#tell(to, { kind: 'heard', peer: from });
      });
    }
  }

  /** Both directions end; each side finds out on its own, between a closed channel and eight missed pings. */
  cut(a: MemberId, b: MemberId): void {
    if (this.isSparse) this.#barred.add(pair(a, b));
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      // prettier-ignore
      const lane = this.#lane(from, to);
      if (!lane.isUp) continue;
      lane.isUp = false;
      const era = ++lane.era;
      const isClosed = this.random.below(2) === 0;
      if (!this.#needs(to, from)) {
        this.after(isClosed ? 0 : lostAfterMs, () => !lane.isUp && lane.era === era && this.#tell(to, { kind: 'unwatched', peer: from })); // prettier-ignore
        continue;
      }
      const tell = (kind: 'silent' | 'lost', ms: number): void =>
        this.after(ms, () => {
          if (!lane.isUp && lane.era === era) this.#tell(to, { kind, peer: from });
        });
      tell('silent', isClosed ? 0 : suspectAfterMs - this.random.below(pingEveryMs));
      tell('lost', isClosed ? closedGraceMs : lostAfterMs - this.random.below(pingEveryMs));
    }
  }

  die(being: Being): void {
    being.isAlive = false;
    for (const other of this.beings) if (other !== being) this.cut(being.id, other.id);
  }

  leave(being: Being): void {
    this.input(being, { kind: 'leave' });
    // The goodbye is on its way; the links close once it has arrived.
    this.after(this.maxDelayMs + 1, () => this.die(being));
  }

  healAll(): void {
    const alive = this.beings.filter(({ isAlive }) => isAlive);
    this.#barred.clear();
    for (const a of alive)
      for (const b of alive) {
        const isWanted = !this.isSparse || this.#needs(a.id, b.id) || this.#needs(b.id, a.id);
        if (a.id < b.id && isWanted && !this.#lane(a.id, b.id).isUp) this.connect(a.id, b.id);
      }
  }

  after(ms: number, run: () => void): void {
    const event = { atMs: this.nowMs + ms, run };
    // The queue is kept sorted, soonest last; equal times in order of their making.
    let low = 0, high = this.#events.length; // prettier-ignore
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#events[middle].atMs > event.atMs) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }

  run(forMs: number): void {
    const endMs = this.nowMs + forMs;
    for (let next = this.#events.at(-1); next && next.atMs <= endMs; next = this.#events.at(-1)) {
      this.#events.pop();
      this.nowMs = next.atMs;
      next.run();
    }
    this.nowMs = endMs;
  }

  #tell(id: MemberId, input: MembershipInput): void {
    const being = this.beings.find((other) => other.id === id);
    if (being) this.input(being, input);
  }

  #apply(being: Being, effect: MembershipEffect): void {
    switch (effect.kind) {
      case 'send':
        return this.#send(being.id, effect.to, effect.message);
      case 'install':
        this.#check(being, effect.view, effect.previous);
        if (this.isSparse) this.#relink(being, effect.view);
        return;
      case 'removed':
        being.removals++;
        if (this.rejoin) this.after(1_000, () => this.join(being));
        return;
      case 'contact':
      case 'phase':
        return;
      default:
        effect satisfies never;
    }
  }

  #needs(id: MemberId, peer: MemberId): boolean {
    const installed = this.beings.find((being) => being.id === id)?.state.installed;
    return !this.isSparse || (installed !== undefined && linksNeeded(installed, id).includes(peer));
  }

  /** Who is in no view is called by those that could let it in. */
  #toTheDoors({ id }: Being): void {
    const { head } = this;
    for (const door of head ? doorsOf(head) : [])
      if (door !== id && !this.#lane(id, door).isUp) this.connect(id, door);
  }

  /** What the view needs opens within a second, or is lost in time; what nobody needs any more is closed. */
  #relink({ id }: Being, { generation }: View): void {
    const installed = (): View | undefined => this.beings.find((being) => being.id === id)?.state.installed;
    const isCurrent = (): boolean => installed()?.generation === generation;
    this.after(100 + this.random.below(900), () => {
      const view = installed();
      for (const peer of view ? linksNeeded(view, id) : [])
        if (!this.#lane(id, peer).isUp && this.beings.some((being) => being.id === peer && being.isAlive))
          this.connect(id, peer);
    });
    this.after(neverOpenedMs, () => {
      for (const peer of isCurrent() ? linksNeeded(installed()!, id) : [])
        if (!this.#lane(peer, id).isUp) this.#tell(id, { kind: 'lost', peer });
    });
    this.after(5_000, () => {
      for (const peer of isCurrent() ? this.linksOf(this.beings.find((being) => being.id === id)!) : []) {
        if (this.#needs(id, peer) || this.#needs(peer, id)) continue;
        for (const [from, to] of [
          [id, peer],
          [peer, id],
        ] as const) {
          // prettier-ignore
          const lane = this.#lane(from, to);
          lane.isUp = false;
          lane.era++;
          this.#tell(to, { kind: 'unwatched', peer: from });
        }
      }
    });
  }

  #send(from: MemberId, to: MemberId, message: MembershipMessage): void {
    const lane = this.#lane(from, to);
    if (!lane.isUp) return;
    this.messages++;
    const wire = decodeMembership(encodeMembership(message));
    if (!wire.ok) throw new Error(wire.error.message);
    const { era } = lane;
    lane.lastMs = Math.max(lane.lastMs, this.nowMs + 1 + this.random.below(this.maxDelayMs));
    this.after(lane.lastMs - this.nowMs, () => {
      if (lane.era === era) this.#tell(to, { kind: 'message', from, message: wire.value });
    });
  }

  #check(being: Being, view: View, before: View | undefined): void {
    this.installs++;
    const name = `${view.lineage}/${view.generation}`;
    const text = JSON.stringify([view.lineage, view.generation, view.members, view.ring]);
    const known = this.views.get(name);
    if (known !== undefined && known !== text)
      this.violations.push(`two views named ${name}: ${known} ${text}`);
    this.views.set(name, text);
    if (!view.members.includes(being.id)) this.violations.push(`${being.id} installed a view without itself`);
    if (before?.lineage !== view.lineage) return;
    if (view.generation <= before.generation) this.violations.push(`${being.id} went back to ${name}`);
    // The first to install a view is the proposer that had the quorum: what it stood in before is the predecessor.
    if (known !== undefined) return;
    const predecessor = `${before.lineage}/${before.generation}`;
    const other = this.successors.get(predecessor);
    if (other !== undefined) this.violations.push(`${predecessor} is followed by ${other} and ${name}`);
    this.successors.set(predecessor, name);
  }

  #lane(from: MemberId, to: MemberId): Lane {
    const name = `${from}>${to}`;
    let lane = this.#lanes.get(name);
    if (!lane) this.#lanes.set(name, (lane = { isUp: false, lastMs: 0, era: 0 }));
    return lane;
  }
}

function pair(a: MemberId, b: MemberId): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
