// The rounds of headers in one view after another: sends this replica's record and gathers the others' (H1). It knows
// which members a header still lacks, and whose record came last. Records of other views are not taken.
import { inFull, logged, say, type Saying } from '../../base/sayings';
import { assert } from '../../base/assert';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import { RecordGather, type RecordMessage } from '../../collectives/all-gather-records';
import { encodeRecordFrame } from '../../collectives/record-frame';
import { fullMeshLimit } from '../../membership/links-needed';
import { rankOf, type MemberId, type View } from '../../membership/view';
import { decodeRecord, encodeRecord, type HeaderRecord } from './header-record';
import { plausible } from './plausible-record';
import type { Hub } from '../peers/hub';
import { StalledError } from './stalled-error';

interface HeaderHost {
  readonly self: MemberId;
  readonly clock: Clock;
  /** Is there an open link over which the member is heard? */
  isHeard(member: MemberId): boolean;
  nameOf(member: MemberId): string;
}

export interface HeaderRoundsOptions {
  readonly host: HeaderHost;
  readonly hub: Hub;
  /** The run predicts amounts, or is not known yet. */
  readonly mayHaveAmounts: () => boolean;
  readonly onOffence: (peer: MemberId, what: Saying) => void;
  /** A member sent its record of a round that this replica has not reached. */
  readonly onAhead: () => void;
}

export interface HeaderRoundsEvents {
  /** Two members show that this one says one thing here and another to them (C16). */
  readonly doubt: MemberId;
}

/** Heartbeats find dead members long before. This is for a live member that makes no progress. */
export const headerStallMs = 60_000;
/** The time in which another member passes on what one could not read, or it can be read by nobody. */
const unreadableMs = 2_000;

/** The number of members from which on one alone cannot make another a liar. */
const fewestGuarded = 4;

/** C16: each member says its record to all others, and three others can outvote one. */
function canCompare({ members }: View): boolean {
  return members.length >= fewestGuarded && members.length <= fullMeshLimit;
}

export class HeaderRounds extends Emitter<HeaderRoundsEvents> {
  #gather: RecordGather | undefined;
  #view: View | undefined;
  /** Round of the last record sent in this view; rank of the record that arrived last. */
  #contributed = -1;
  #lastArrival = -1;
  /** When the records of the round after the last sent one arrived, by rank. */
  #ahead = new Map<number, number>();
  /** Members whose own record of the round after the last sent one is here. */
  readonly #isAhead = new Set<MemberId>();
  /** Said different things to different members (C16): also in later views. */
  readonly #doubted = new Set<MemberId>();
  /** Named for absurd values, once each (H23). */
  readonly #absurd = new Set<MemberId>();
  /** Named for an offence in this view. */
  readonly #named = new Set<MemberId>();
  #encoded: { readonly message: RecordMessage; readonly bytes: Uint8Array } | undefined;
  /** Records as they were read when they came. */
  readonly #read = new WeakMap<Uint8Array, HeaderRecord>();

  constructor(private readonly options: HeaderRoundsOptions) {
    super();
  }

  /** The rounds of `view` begin at 0. */
  begin(view: View): void {
    const { host, hub } = this.options;
    this.#gather = new RecordGather({
      view,
      self: host.self,
      clock: host.clock,
      send: (to, message) => hub.send(to, 'record', this.#encode(message)),
      isHeard: (peer) => host.isHeard(peer),
      onSendFailure: () => undefined, // records take another way round (C7)
      problemOf: (bytes) => {
        const decoded = decodeRecord(bytes);
        if (!decoded.ok) return logged(decoded.error.says);
        this.#read.set(bytes, decoded.value);
        return undefined;
      },
      onForgery: (peer, text) => this.#offence(peer, text),
      ...(canCompare(view)
        ? {
            onContradicted: (author, by) => this.#contradicted(author, by),
            isDoubted: (author) => this.#doubted.has(author),
          }
        : {}),
      onAdopted: (round, rank) => this.#came(round, rank),
    });
    this.#view = view;
    this.#contributed = -1;
    this.#ahead = new Map();
    this.#isAhead.clear();
    this.#named.clear();
  }

  /** One message goes to many members, one after the other, and is encoded once. */
  #encode(message: RecordMessage): Uint8Array {
    if (this.#encoded?.message !== message) this.#encoded = { message, bytes: encodeRecordFrame(message) };
    return this.#encoded.bytes;
  }

  abort(reason: Error): void {
    this.#gather?.abort(reason);
  }

  end(): void {
    this.#gather = undefined;
  }

  /** All records in order of rank. Throws DeadlineError when one does not come. */
  async open(
    round: number,
    own: HeaderRecord,
    signal: AbortSignal,
    stallMs = headerStallMs,
  ): Promise<readonly HeaderRecord[]> {
    if (!this.#gather || !this.#view) throw new Error('no view is lived in');
    const { members } = this.#view;
    this.#lastArrival = -1;
    this.#contributed = round;
    this.#ahead = new Map();
    this.#isAhead.clear();
    const bytes = await this.#gather.gather(round, encodeRecord(own), stallMs, signal);
    return bytes.map((raw, rank) => this.#plausible(members[rank], this.#recordOf(raw)));
  }

  #recordOf(bytes: Uint8Array): HeaderRecord {
    const read = this.#read.get(bytes);
    if (read) return read;
    const decoded = decodeRecord(bytes);
    assert(decoded.ok, 'a record was read when it came, and its own is sound');
    return decoded.value;
  }

  /** H23: its author is named for values that cannot be; they count for nothing. */
  #plausible(member: MemberId, said: HeaderRecord): HeaderRecord {
    const { record, isAbsurd } = plausible(said, this.options.mayHaveAmounts());
    if (isAbsurd && !this.#absurd.has(member)) {
      this.#absurd.add(member);
      this.options.onOffence(member, say('absurd-values'));
    }
    return record;
  }

  /** The member whose record of the last round arrived last. Undefined: all arrived before this replica sent its own. */
  get lastToCome(): MemberId | undefined {
    const member = this.#view?.members[this.#lastArrival];
    return member === this.options.host.self ? undefined : member;
  }

  /** When the last of these members' records of the round to come was here; undefined: some are not. Who is not in the
   *  view does not count. */
  cameMs(members: readonly MemberId[]): number | undefined {
    const ranks = members
      .map((member) => this.#view?.members.indexOf(member) ?? -1)
      .filter((rank) => rank >= 0);
    const times = ranks.map((rank) => this.#ahead.get(rank) ?? NaN);
    const last = Math.max(...times);
    return last > -Infinity ? last : undefined;
  }

  missing(): readonly MemberId[] {
    return this.#gather?.missing() ?? [];
  }

  /** A member's record. False: it is not of this view; it may be of the next one, which is installed here soon. */
  take(from: MemberId, message: RecordMessage): boolean {
    const { lineage, generation } = message.key;
    const view = this.#view;
    if (!this.#gather || view?.lineage !== lineage || view.generation !== generation) return false;
    const taken = this.#gather.receive(from, message);
    if (!taken.ok) {
      this.#offence(from, logged(taken.error.says));
      if (taken.error.code === 'unreadable') this.#unreadable(from, message.key.round);
    } else if (taken.value) this.#came(message.key.round, message.rank);
    const isOwn = rankOf(view, from) === message.rank;
    if (taken.ok && isOwn && message.key.round > this.#contributed) this.#isAhead.add(from);
    return true;
  }

  /** It has finished the round that this replica is in. */
  isAhead(member: MemberId): boolean {
    return this.#isAhead.has(member);
  }

  isDoubted(member: MemberId): boolean {
    return this.#doubted.has(member);
  }

  /** Nothing goes on: the members of a mesh see whether they hold the same records (C16). */
  compare(): void {
    if (this.#view && canCompare(this.#view)) this.#gather?.compare();
  }

  /** Two say so: one hostile member cannot (C16b). */
  #contradicted(author: MemberId, by: readonly MemberId[]): void {
    if (this.#doubted.has(author)) return;
    if (by.length < 2) {
      const { host } = this.options;
      const text = `another record of ${host.nameOf(author)} than came here: one of the two lies`;
      host.clock.after(unreadableMs, () => {
        if (!this.#doubted.has(author)) this.#offence(by[0], text);
      });
      return;
    }
    this.#doubted.add(author);
    this.#named.delete(author);
    this.#offence(author, 'one record of a step here, and another to other members');
    this.emit('doubt', author);
  }

  /** The author may have sent others a record that can be read, which they pass on. If nobody does, it counts as a member
   *  without progress (H22). */
  #unreadable(from: MemberId, round: number): void {
    const { host } = this.options;
    const gather = this.#gather;
    host.clock.after(unreadableMs, () => {
      const isOpen = this.#gather === gather && this.#contributed === round;
      if (!isOpen || !this.missing().includes(from)) return;
      gather?.abort(new StalledError([from], `a record of ${host.nameOf(from)} that can be read`));
    });
  }

  #came(round: number, rank: number): void {
    this.#lastArrival = rank;
    if (round > this.#contributed) this.options.onAhead();
    if (round === this.#contributed + 1) this.#ahead.set(rank, this.options.host.clock.now());
  }

  /** Once for each member and view: one that goes on must not fill the screen. */
  #offence(peer: MemberId, text: string): void {
    if (this.#named.has(peer)) return;
    this.#named.add(peer);
    this.options.onOffence(peer, inFull(say('bad-record'), text));
  }

  linkOpened(peer: MemberId): void {
    this.#gather?.linkOpened(peer);
  }

  /** The peer is heard, or heard no more. */
  linkChanged(peer: MemberId): void {
    this.#gather?.linkChanged(peer);
  }
}
