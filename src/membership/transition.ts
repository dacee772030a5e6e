// The change by one input: the new state and the effects so far. The reducer opens a transition; the rules of acceptor
// and proposer act in it. A MembershipState is mutable only here.
import { linksNeeded } from './links-needed';
import { lostMembers } from './lost-members';
import {
  newSuccession,
  type MembershipEffect,
  type MembershipState,
  type PlainMessage,
  type Succession,
} from './membership-state';
import type { MemberId, View } from './view';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Handled relays remembered per author. On different ways they overtake each other, but by fewer than this. */
const rememberedRelays = 64;
/** More than the members of a room. */
const rememberedAuthors = 128;

/** Has this member handled that relayed message, or sent it? An id below all remembered ids of its author counts as
 *  handled. */
export function isHandledRelay({ self, relayed }: MembershipState, from: MemberId, id: number): boolean {
  const known = relayed.get(from) ?? [];
  return from === self || known.includes(id) || (known.length === rememberedRelays && id < known[0]);
}

export class Transition {
  readonly state: Mutable<MembershipState>;
  readonly effects: MembershipEffect[] = [];
  /** A peer heard for the first time, or again: it gets this member's status. */
  greeted: MemberId | undefined;

  constructor(
    before: MembershipState,
    readonly nowMs: number,
  ) {
    this.state = { ...before };
  }

  setSuccession(change: Partial<Succession>): void {
    this.state.succession = { ...this.state.succession, ...change };
  }

  /** Sends over the link if there is one, else through the peers that are heard. */
  send(to: MemberId, message: PlainMessage): void {
    if (to === this.state.self) return;
    if (this.state.hears.has(to)) this.effects.push({ kind: 'send', to, message });
    else this.relay(to, message);
  }

  /** Sends to every other member of `view`. */
  broadcast(view: View, message: PlainMessage): void {
    const others = view.members.filter((member) => member !== this.state.self);
    if (others.every((member) => this.state.hears.has(member)))
      for (const to of others) this.send(to, message);
    else this.relay('all', message);
  }

  /** Sends to all peers that are heard, except those in `except`. */
  sendToNeighbours(message: PlainMessage, except: readonly MemberId[]): void {
    for (const to of this.state.hears)
      if (!except.includes(to)) this.effects.push({ kind: 'send', to, message });
  }

  /** M14. Also to those that are not heard here: they may hear this member, and then take its word from its link only. */
  relay(to: MemberId | 'all', message: PlainMessage): void {
    const { self, nextRelayId: id, hears, installed } = this.state;
    this.state.nextRelayId++;
    const relayed = { kind: 'relay' as const, from: self, to, id, message };
    const unheard = to === 'all' ? (installed ? linksNeeded(installed, self) : []) : [to];
    for (const peer of new Set([...hears, ...unheard]))
      this.effects.push({ kind: 'send', to: peer, message: relayed });
  }

  rememberRelay(from: MemberId, id: number): void {
    const known = this.state.relayed.get(from) ?? [];
    const others = [...this.state.relayed].filter(([author]) => author !== from);
    const ids = [...known, id].sort((a, b) => a - b).slice(-rememberedRelays);
    this.state.relayed = new Map([...others.slice(-rememberedAuthors + 1), [from, ids]]);
  }

  /** Installs a view that names this member: the successor of the installed view or of `previous`, or the first view. */
  install(view: View, previous = this.state.installed): void {
    const { state } = this;
    const left = [...state.leavers.keys()];
    const lost = lostMembers(state);
    state.installed = view;
    state.installedMs = this.nowMs;
    state.promised = view.generation; // each succession has promises of its own
    if (state.acked && state.acked.previous < view.generation) state.acked = undefined;
    state.leavers = new Map([...state.leavers].filter(([member]) => view.members.includes(member)));
    state.reports = new Map();
    state.admit = state.admit.filter((peer) => !view.members.includes(peer));
    state.kick = new Map([...state.kick].filter(([peer]) => view.members.includes(peer)));
    state.ringOrder = undefined;
    state.succession = newSuccession(state.admit);
    if (state.attemptAfter < view.generation) state.attemptAfter = 0;
    state.pendingSinceMs = undefined;
    state.noQuorumSinceMs = undefined;
    state.proposal = undefined;
    state.proposeFromMs = this.nowMs;
    state.lastStatus = '';
    this.effects.push({ kind: 'install', view, previous, left, lost });
  }

  /** The lineage has gone on without this member. */
  removed(view: View): void {
    this.abandon();
    this.effects.push({ kind: 'removed', view });
  }

  /** Leaves every view. This member never votes again in the succession that it left. */
  abandon(): void {
    const { state } = this;
    const { installed } = state;
    if (installed) state.floors = new Map([...state.floors, [installed.lineage, installed.generation]]);
    state.installed = undefined;
    state.acked = undefined;
    state.leavers = new Map();
    state.reports = new Map();
    state.admit = [];
    state.kick = new Map();
    state.ringOrder = undefined;
    state.succession = newSuccession();
    state.attemptAfter = 0;
    state.pendingSinceMs = undefined;
    state.noQuorumSinceMs = undefined;
    state.proposal = undefined;
  }
}
