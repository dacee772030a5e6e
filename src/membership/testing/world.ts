// A seeded world of members for tests: ordered links with random delays, cuts that drop messages on their way,
// partitions, deaths, joins, goodbyes. It runs the real reducer and checks the safety rules at every install. All members
// are linked with all, or (`isSparse`) each keeps the links that its view needs.
import { logged } from '../../base/sayings';
import { prng, type Prng } from '../../base/prng';
import { pingEveryMs } from '../../net/link/wire-link';
import { closedGraceMs, lostAfterMs, neverOpenedMs, suspectAfterMs } from '../heartbeat';
import { sponsorsOf, linksNeeded } from '../links-needed';
import type { MembershipEffect, MembershipInput, MembershipState } from '../membership-state';
import { outsideAnyView } from '../membership-state';
import { decodeMembership, encodeMembership, type MembershipMessage } from '../messages';
import { nextDueMs, step } from '../membership';
import type { MemberId, View } from '../view';

export interface TestReplica {
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
  /** Raised at every cut: messages sent before are lost. */
  era: number;
}

interface Event {
  readonly atMs: number;
  readonly run: () => void;
}

export class TestWorld {
  nowMs = 0;
  readonly random: Prng;
  readonly replicas: TestReplica[] = [];
  /** `lineage/generation` → the one view of that name. */
  readonly views = new Map<string, string>();
  /** View → the one view that followed it. */
  readonly successors = new Map<string, string>();
  readonly violations: string[] = [];
  installs = 0;
  messages = 0;
  /** Removed members join again after a second. */
  rejoin = true;
  readonly #lanes = new Map<string, Lane>();
  readonly #events: Event[] = [];
  /** Pairs that cannot be linked until `restoreAll`. */
  readonly #barred = new Set<string>();

  constructor(
    readonly seed: number,
    /** A test may change it under way. */
    public maxDelayMs = 80,
    readonly isSparse = false,
  ) {
    this.random = prng('world', seed);
  }

  add(): TestReplica {
    const id = (this.replicas.length + 1).toString(16).padStart(16, '0');
    const replica = {
      id,
      state: outsideAnyView(id, this.seed),
      isAlive: true,
      tickAtMs: Infinity,
      removals: 0,
    };
    const others = this.replicas.filter(({ isAlive }) => isAlive);
    this.replicas.push(replica);
    if (this.isSparse) this.#linkToSponsors(replica);
    else for (const other of others) this.connect(id, other.id);
    return replica;
  }

  /** The latest view that a living member has installed. */
  get head(): View | undefined {
    const views = this.replicas.flatMap(({ state, isAlive }) =>
      isAlive && state.installed ? [state.installed] : [],
    );
    return views.sort((a, b) => b.generation - a.generation)[0];
  }

  linksOf({ id }: TestReplica): MemberId[] {
    return this.replicas.filter((other) => this.#lane(id, other.id).isUp).map((other) => other.id);
  }

  /** A room of `size`: the first member creates the ring, the others are admitted one after the other. */
  create(size: number): void {
    this.input(this.add(), { kind: 'create' });
    for (let i = 1; i < size; i++) {
      this.join(this.add());
      this.run(3_000);
    }
  }

  /** All members decide to admit the newcomer at about the same time. In a sparse world this repeats until it is in, as
   *  a replica asks in every header; with full links once is enough. */
  join(replica: TestReplica): void {
    const { id, state } = replica;
    if (!replica.isAlive || state.installed) return;
    if (this.isSparse) this.after(10_000, () => this.join(replica));
    if (this.isSparse) this.#linkToSponsors(replica);
    for (const other of this.replicas)
      this.after(this.random.below(300), () => this.input(other, { kind: 'admit', peers: [id] }));
  }

  input(replica: TestReplica, input: MembershipInput): void {
    if (!replica.isAlive) return;
    const { state, effects } = step(replica.state, input, this.nowMs);
    replica.state = state;
    for (const effect of effects) this.#apply(replica, effect);
    replica.tickAtMs = nextDueMs(state, this.nowMs);
    const dueMs = replica.tickAtMs;
    this.after(dueMs - this.nowMs, () => {
      if (replica.tickAtMs === dueMs) this.input(replica, { kind: 'tick' });
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
        if (lane.isUp && lane.era === era) this.#give(to, { kind: 'heard', peer: from });
      });
    }
  }

  /** Both directions end. Each side notices by itself: at once by a closed channel, or by missed pings. */
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
        this.after(isClosed ? 0 : lostAfterMs, () => !lane.isUp && lane.era === era && this.#give(to, { kind: 'unwatched', peer: from })); // prettier-ignore
        continue;
      }
      const notify = (kind: 'silent' | 'lost', ms: number): void =>
        this.after(ms, () => {
          if (!lane.isUp && lane.era === era) this.#give(to, { kind, peer: from });
        });
      notify('silent', isClosed ? 0 : suspectAfterMs - this.random.below(pingEveryMs));
      notify('lost', isClosed ? closedGraceMs : lostAfterMs - this.random.below(pingEveryMs));
    }
  }

  die(replica: TestReplica): void {
    replica.isAlive = false;
    for (const other of this.replicas) if (other !== replica) this.cut(replica.id, other.id);
  }

  leave(replica: TestReplica): void {
    this.input(replica, { kind: 'leave' });
    // The goodbye is on its way; the links close once it has arrived.
    this.after(this.maxDelayMs + 1, () => this.die(replica));
  }

  restoreAll(): void {
    const alive = this.replicas.filter(({ isAlive }) => isAlive);
    this.#barred.clear();
    for (const a of alive)
      for (const b of alive) {
        const isWanted = !this.isSparse || this.#needs(a.id, b.id) || this.#needs(b.id, a.id);
        if (a.id < b.id && isWanted && !this.#lane(a.id, b.id).isUp) this.connect(a.id, b.id);
      }
  }

  after(ms: number, run: () => void): void {
    const event = { atMs: this.nowMs + ms, run };
    // The queue is sorted, soonest last; events of equal times run in order of creation.
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

  #give(id: MemberId, input: MembershipInput): void {
    const replica = this.replicas.find((other) => other.id === id);
    if (replica) this.input(replica, input);
  }

  #apply(replica: TestReplica, effect: MembershipEffect): void {
    switch (effect.kind) {
      case 'send':
        return this.#send(replica.id, effect.to, effect.message);
      case 'install':
        this.#check(replica, effect.view, effect.previous);
        if (this.isSparse) this.#relink(replica, effect.view);
        return;
      case 'removed':
        replica.removals++;
        if (this.rejoin) this.after(1_000, () => this.join(replica));
        return;
      case 'contact':
      case 'offence':
      case 'phase':
        return;
      default:
        effect satisfies never;
    }
  }

  /** Hellos tell a replica outside which of its linked peers are sponsors. */
  #nameSponsors(id: MemberId): void {
    const replica = this.replicas.find((other) => other.id === id);
    const { head } = this;
    if (!replica || replica.state.installed || !head) return;
    const peers = sponsorsOf(head).filter((sponsor) => sponsor !== id && this.#lane(sponsor, id).isUp);
    replica.state = { ...replica.state, sponsors: peers };
  }

  #needs(id: MemberId, peer: MemberId): boolean {
    const installed = this.replicas.find((replica) => replica.id === id)?.state.installed;
    return !this.isSparse || (installed !== undefined && linksNeeded(installed, id).includes(peer));
  }

  /** The sponsors link to a replica that is in no view. */
  #linkToSponsors({ id }: TestReplica): void {
    const { head } = this;
    for (const sponsor of head ? sponsorsOf(head) : [])
      if (sponsor !== id && !this.#lane(id, sponsor).isUp) this.connect(id, sponsor);
  }

  /** Links that the view needs open within a second, or are lost in time; unneeded links close. */
  #relink({ id }: TestReplica, { generation }: View): void {
    const installed = (): View | undefined =>
      this.replicas.find((replica) => replica.id === id)?.state.installed;
    const isCurrent = (): boolean => installed()?.generation === generation;
    this.after(100 + this.random.below(900), () => {
      const view = installed();
      for (const peer of view ? linksNeeded(view, id) : [])
        if (
          !this.#lane(id, peer).isUp &&
          this.replicas.some((replica) => replica.id === peer && replica.isAlive)
        )
          this.connect(id, peer);
    });
    this.after(neverOpenedMs, () => {
      for (const peer of isCurrent() ? linksNeeded(installed()!, id) : [])
        if (!this.#lane(peer, id).isUp) this.#give(id, { kind: 'lost', peer });
    });
    this.after(5_000, () => {
      for (const peer of isCurrent()
        ? this.linksOf(this.replicas.find((replica) => replica.id === id)!)
        : []) {
        if (this.#needs(id, peer) || this.#needs(peer, id)) continue;
        for (const [from, to] of [
          [id, peer],
          [peer, id],
        ] as const) {
          // prettier-ignore
          const lane = this.#lane(from, to);
          lane.isUp = false;
          lane.era++;
          this.#give(to, { kind: 'unwatched', peer: from });
        }
      }
    });
  }

  #send(from: MemberId, to: MemberId, message: MembershipMessage): void {
    const lane = this.#lane(from, to);
    if (!lane.isUp) return;
    this.messages++;
    const wire = decodeMembership(encodeMembership(message));
    if (!wire.ok) throw new Error(logged(wire.error.says));
    const { era } = lane;
    lane.lastMs = Math.max(lane.lastMs, this.nowMs + 1 + this.random.below(this.maxDelayMs));
    this.after(lane.lastMs - this.nowMs, () => {
      if (lane.era !== era) return;
      if (message.kind === 'install') this.#nameSponsors(to);
      this.#give(to, { kind: 'message', from, message: wire.value });
    });
  }

  #check(replica: TestReplica, view: View, before: View | undefined): void {
    this.installs++;
    const name = `${view.lineage}/${view.generation}`;
    const text = JSON.stringify([view.lineage, view.generation, view.members, view.ring]);
    const known = this.views.get(name);
    if (known !== undefined && known !== text)
      this.violations.push(`two views named ${name}: ${known} ${text}`);
    this.views.set(name, text);
    if (!view.members.includes(replica.id))
      this.violations.push(`${replica.id} installed a view without itself`);
    if (before?.lineage !== view.lineage) return;
    if (view.generation <= before.generation) this.violations.push(`${replica.id} went back to ${name}`);
    // The first to install a view is the proposer that had the quorum: its view before is the predecessor.
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
