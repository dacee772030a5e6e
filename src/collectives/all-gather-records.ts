// The exchange of the header: one small record per rank, and the same list in rank order at every member. Up to 8
// members each sends its record to all; above, members pass records on along the ring and its second-successor chord.
// When a needed link is missing, the round becomes a flood. A member without such a link flags its records. A member
// that receives a flag passes on every record of that round, flagged (C7a), once over each of its links, but not to
// author and sender. So a round completes while the working links join all members (C7). Records lost with a closed
// link reach its peer over other links, or over the link that takes its place. The last completed round is kept,
// because no member can be further behind. Invariants: what an author says over its own link counts, and its first
// record of a round stands (C6c). A record that another member passed on counts only while the author cannot say it
// here itself, and only until it does (C13). Only records of this view's members and of at most two rounds ahead are
// kept, so memory is bounded by 4 · N records of each sender.
import { assert } from '../base/assert';
import { equalBytes } from '../base/bytes';
import type { Clock } from '../base/clock';
import { waitFor, type Wait } from '../base/deadline';
import { fail, ok, type Result } from '../base/result';
import { rankOf, type MemberId, type View } from '../membership/view';
import { forwardTargets, fullMeshLimit, linksNeeded } from '../membership/links-needed';

export const maxRecordBytes = 1024; // C6
const roundsAhead = 2;

export interface RecordKey {
  readonly lineage: string;
  readonly generation: number;
  readonly round: number;
}

/** One member's record on its way. `rank` names the author, whichever member passed it on. */
export interface RecordMessage {
  readonly key: RecordKey;
  readonly rank: number;
  readonly bytes: Uint8Array;
  /** A link is missing: pass on this record and all others of its round. */
  readonly isFlooded: boolean;
}

export type RecordOffence =
  | 'not-a-member' // sent by a peer outside the view
  | 'not-its-own' // in a full mesh each member sends only its own record, unless a link is missing
  | 'wrong-rank'
  | 'too-long'
  | 'unreadable' // no honest member sends or passes on such bytes
  | 'too-far-ahead'
  | 'contradiction'; // the same rank and round with different bytes

export interface RecordGatherOptions {
  readonly view: View;
  readonly self: MemberId;
  readonly send: (to: MemberId, message: RecordMessage) => Promise<void>;
  /** Is there an open link over which the peer is heard? Call `linkChanged` when that changes. */
  readonly isHeard: (peer: MemberId) => boolean;
  readonly clock: Clock;
  /** Receives a failed send, for the log only: membership handles the closed link. */
  readonly onSendFailure: (to: MemberId, error: Error) => void;
  /** Why these bytes are no record; undefined: they are one. */
  readonly problemOf?: (bytes: Uint8Array) => string | undefined;
  /** `peer` passed on a record that is not what its author says, or what others passed on. */
  readonly onForgery?: (peer: MemberId, message: string) => void;
  /** From now on this author's own word is one voice among others (C16). */
  readonly isDoubted?: (author: MemberId) => boolean;
  /** So many members passed on other records of this author and round than it said here (C16). */
  readonly onContradicted?: (author: MemberId, by: readonly MemberId[]) => void;
  /** A record that was passed on counts now, because its author fell silent. */
  readonly onAdopted?: (round: number, rank: number) => void;
}

interface Round {
  readonly records: (Uint8Array | undefined)[]; // by rank
  readonly senders: (MemberId | undefined)[]; // by rank: the member that sent the record here
  /** What others passed on, by rank and by the member that did: the author has not said it here itself. */
  readonly hearsay: Map<number, Map<MemberId, Uint8Array>>;
  /** The members, by rank, that passed on another record than its author said here (C16). */
  readonly contradictions: Map<number, Set<MemberId>>;
  /** Ranks whose authors said here what is no record. */
  readonly unreadable: Set<number>;
  /** `gather` has returned these records. */
  isOver: boolean;
  /** Ranks passed on in a flood over the present link to a peer. */
  readonly passedOn: Map<MemberId, Set<number>>;
  isFlooded: boolean;
  wait: Wait<void> | undefined;
}

/** The rounds of one view. For a new view abort this object and create another. */
export class RecordGather {
  readonly #rank: number;
  readonly #targets: readonly MemberId[];
  readonly #needed: readonly MemberId[];
  /** Members that send their own records straight to this one. */
  readonly #authors: ReadonlySet<MemberId>;
  readonly #rounds = new Map<number, Round>();
  #aborted: Error | undefined;

  constructor(
    private readonly options: RecordGatherOptions,
    private firstRound = 0,
  ) {
    this.#rank = rankOf(options.view, options.self);
    assert(this.#rank >= 0, 'only a member of the view takes part in its rounds');
    this.#targets = forwardTargets(options.view, options.self);
    this.#needed = linksNeeded(options.view, options.self);
    const { view, self } = options;
    this.#authors = new Set(view.members.filter((one) => forwardTargets(view, one).includes(self)));
  }

  /** Contributes `bytes` to the round and resolves to all records in rank order. Gather rounds in order. */
  async gather(
    round: number,
    bytes: Uint8Array,
    stallMs: number,
    signal?: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    if (this.#aborted) throw this.#aborted;
    assert(bytes.byteLength <= maxRecordBytes, 'a record is small');
    assert(round >= this.firstRound, 'rounds are gathered in order');
    for (const old of [...this.#rounds.keys()]) if (old < round - 1) this.#rounds.delete(old);
    this.firstRound = round;
    const state = this.#round(round);
    assert(!state.records[this.#rank], 'one record per rank and round');
    const { clock, view, isDoubted } = this.options;
    const hasDoubts = isDoubted !== undefined && view.members.some((member) => isDoubted(member));
    if (this.#lacksLink() || hasDoubts) this.#flood(state, round);
    state.wait = waitFor(clock, stallMs, `the records of round ${round}`, signal);
    this.#accept(state, round, this.#rank, bytes.slice(), undefined);
    try {
      await state.wait.promise;
    } catch (error) {
      const missing = this.missing();
      if (error instanceof Error && missing.length > 0) error.message += `: missing ${missing.join(', ')}`;
      throw error;
    } finally {
      state.wait = undefined;
    }
    this.firstRound = round + 1;
    state.isOver = true;
    state.hearsay.clear();
    return state.records.map((record, rank) => {
      assert(record, `the record of ${view.members[rank]} is there`);
      return record;
    });
  }

  /** Idempotent. `false`: dropped, as of an old round or another view. */
  receive(from: MemberId, message: RecordMessage): Result<boolean, RecordOffence> {
    const { view } = this.options;
    const { key, rank, bytes, isFlooded } = message;
    const sender = rankOf(view, from);
    if (sender < 0) return fail('not-a-member', `${from} is not a member of generation ${view.generation}`);
    if (key.lineage !== view.lineage || key.generation !== view.generation) return ok(false);
    if (rank >= view.members.length) return fail('wrong-rank', `${from} sent a record of rank ${rank}`);
    if (view.members.length <= fullMeshLimit && rank !== sender && !isFlooded)
      return fail('not-its-own', `${from} is rank ${sender} and sent a record of rank ${rank}`);
    if (bytes.byteLength > maxRecordBytes)
      return fail('too-long', `${from} sent a record of ${bytes.byteLength} bytes`);
    const isKept = key.round < this.firstRound && this.#rounds.has(key.round);
    if (key.round < this.firstRound && !isKept) return ok(false);
    if (key.round > this.firstRound + roundsAhead)
      return fail('too-far-ahead', `${from} is in round ${key.round}, this replica in ${this.firstRound}`);
    const state = this.#round(key.round);
    const known = state.records[rank];
    if (rank === this.#rank && !known)
      return fail('not-its-own', `${from} sent a record in this member's name`);
    const isOwnWord = rank === sender && !this.#isDoubted(from);
    const differs = known !== undefined && !equalBytes(known, bytes);
    const problem = known && !differs ? undefined : this.options.problemOf?.(bytes);
    if (problem !== undefined) {
      if (isOwnWord) this.#unreadable(state, key.round, rank);
      return fail('unreadable', problem);
    }
    if (differs && (rank === this.#rank || (rank === sender && state.senders[rank] === from)))
      return fail('contradiction', `two different records of rank ${rank} in round ${key.round}`);
    const isNew = isOwnWord
      ? this.#takeOwnWord(state, key.round, rank, bytes, from)
      : this.#takeHearsay(state, key.round, rank, bytes, from);
    if (isFlooded && !state.isFlooded) this.#flood(state, key.round);
    return ok(isNew);
  }

  /** The author says it over its own link: that counts, as long as the round is not over. */
  #takeOwnWord(state: Round, round: number, rank: number, bytes: Uint8Array, from: MemberId): boolean {
    const { [rank]: known } = state.records;
    if (!state.isOver) state.senders[rank] = from;
    for (const [peer, said] of state.hearsay.get(rank) ?? [])
      if (!equalBytes(said, bytes)) this.#contradicted(state, round, rank, peer);
    state.hearsay.delete(rank);
    if (known && (state.isOver || equalBytes(known, bytes))) return false;
    for (const ranks of state.passedOn.values()) ranks.delete(rank);
    this.#accept(state, round, rank, bytes.slice(), from);
    return true;
  }

  /** Another member passes it on. It counts while the author cannot be heard here, or need not send it here. Of several
   *  that differ the one counts that most have passed on, of equals the first. */
  #takeHearsay(state: Round, round: number, rank: number, bytes: Uint8Array, from: MemberId): boolean {
    const { [rank]: known } = state.records;
    const author = this.options.view.members[rank];
    if (known && (state.isOver || state.senders[rank] === author || rank === this.#rank)) {
      if (!equalBytes(known, bytes)) this.#contradicted(state, round, rank, from);
      return false;
    }
    const said = state.hearsay.get(rank) ?? new Map<MemberId, Uint8Array>();
    state.hearsay.set(rank, said.set(from, bytes.slice()));
    return !this.#isDue(state, rank) && this.#adopt(state, round, rank);
  }

  /** What its author said here is no record. The others pass on what it said to them. */
  #unreadable(state: Round, round: number, rank: number): void {
    if (state.isOver || state.unreadable.has(rank)) return;
    state.unreadable.add(rank);
    if (!state.records[rank] && this.#adopt(state, round, rank)) this.options.onAdopted?.(round, rank);
    this.#flood(state, round);
  }

  /** False: no other record counts than before. */
  #adopt(state: Round, round: number, rank: number): boolean {
    const { view } = this.options;
    const { [rank]: known } = state.records;
    const said = [...(state.hearsay.get(rank) ?? [])];
    const votes = (bytes: Uint8Array): number => said.filter(([, one]) => equalBytes(one, bytes)).length;
    const best = said.reduce((most, one) => (votes(one[1]) > votes(most[1]) ? one : most), said[0]);
    // C16: what most of those to whom it could say it have heard. Only then is it the same for all.
    if (best && this.#isDoubted(view.members[rank]) && votes(best[1]) * 2 < view.members.length) return false;
    if (!best || (known && equalBytes(known, best[1]))) {
      // Who forged it cannot be told here: all that differ are named (C13a).
      const other = said.find(([, one]) => known && !equalBytes(one, known));
      if (other) for (const [peer] of said) this.#forged(peer, rank, round);
      return false;
    }
    if (known) for (const [peer] of said) this.#forged(peer, rank, round);
    for (const ranks of state.passedOn.values()) ranks.delete(rank);
    this.#accept(state, round, rank, best[1], best[0]);
    return !known;
  }

  /** The author’s own word will come over its link, which is live. */
  #isDue({ unreadable }: Round, rank: number): boolean {
    const author = this.options.view.members[rank];
    return (
      !unreadable.has(rank) &&
      !this.#isDoubted(author) &&
      this.#authors.has(author) &&
      this.options.isHeard(author)
    );
  }

  #isDoubted(author: MemberId): boolean {
    return this.options.isDoubted?.(author) ?? false;
  }

  /** The author said something else here than to `peer`, or `peer` forged it. Where two say so, it is the author (C16a)
   *  (C16). */
  #contradicted(state: Round, round: number, rank: number, peer: MemberId): void {
    const { view, onContradicted } = this.options;
    const author = view.members[rank];
    if (!onContradicted || state.senders[rank] !== author || peer === author)
      return this.#forged(peer, rank, round);
    const others = state.contradictions.get(rank) ?? new Set<MemberId>();
    state.contradictions.set(rank, others.add(peer));
    onContradicted(author, [...others]);
  }

  #forged(peer: MemberId, rank: number, round: number): void {
    this.options.onForgery?.(
      peer,
      `passed on another record of rank ${rank} in round ${round} than came here`,
    );
  }

  /** A link to `peer` opened. What went over an older one may be lost. */
  linkOpened(peer: MemberId): void {
    for (const { passedOn } of this.#rounds.values()) passedOn.delete(peer);
    this.linkChanged(peer);
  }

  /** Nothing moves: the members compare whether they hold the same records of the rounds that are kept (C16). */
  compare(): void {
    for (const [round, state] of this.#rounds) this.#flood(state, round);
  }

  /** `peer` is heard, or heard no more: the rounds become floods (C7b). */
  linkChanged(peer: MemberId): void {
    const rank = rankOf(this.options.view, peer);
    if (rank < 0) return;
    for (const [round, state] of this.#rounds) {
      const isAdopted = !state.records[rank] && !this.#isDue(state, rank) && this.#adopt(state, round, rank);
      this.#flood(state, round);
      if (isAdopted) this.options.onAdopted?.(round, rank);
    }
  }

  /** The members whose records are missing in the current round, for the screen. */
  missing(): readonly MemberId[] {
    const records = this.#rounds.get(this.firstRound)?.records;
    return this.options.view.members.filter((_, rank) => !records?.[rank]);
  }

  /** Rejects a waiting `gather` with the reason, and all later ones. */
  abort(reason: Error): void {
    this.#aborted = reason;
    for (const { wait } of this.#rounds.values()) wait?.reject(reason);
  }

  #keyOf(round: number): RecordKey {
    const { lineage, generation } = this.options.view;
    return { lineage, generation, round };
  }

  #round(round: number): Round {
    let state = this.#rounds.get(round);
    if (!state) {
      const none = this.options.view.members.map(() => undefined);
      state = {
        records: none,
        senders: [...none],
        hearsay: new Map(),
        unreadable: new Set(),
        isOver: false,
        contradictions: new Map(),
        passedOn: new Map(),
        isFlooded: false,
        wait: undefined,
      };
      this.#rounds.set(round, state);
    }
    return state;
  }

  #lacksLink(): boolean {
    return this.#needed.some((peer) => !this.options.isHeard(peer));
  }

  #accept(state: Round, round: number, rank: number, bytes: Uint8Array, from: MemberId | undefined): void {
    const { view } = this.options;
    state.records[rank] = bytes;
    state.senders[rank] = from;
    state.wait?.progress();
    if (state.isFlooded) this.#passOn(state, round, rank);
    // A member of a full mesh sends only its own record (C6a, C6b); one of a ring passes every new record on.
    else if (rank === this.#rank || view.members.length > fullMeshLimit)
      this.#send(this.#targets, state, round, rank);
    if (state.records.every((record) => record !== undefined)) state.wait?.settle();
  }

  #flood(state: Round, round: number): void {
    state.isFlooded = true;
    for (const rank of state.records.keys()) this.#passOn(state, round, rank);
  }

  #passOn(state: Round, round: number, rank: number): void {
    if (!state.records[rank]) return;
    const { view, self, isHeard } = this.options;
    // A silent link may be slow only, so members with a needed link get the record anyway.
    const reached = view.members.filter((to) => to !== self && (this.#needed.includes(to) || isHeard(to)));
    const fresh = reached.filter((to) => !state.passedOn.get(to)?.has(rank));
    for (const to of fresh) state.passedOn.set(to, (state.passedOn.get(to) ?? new Set()).add(rank));
    this.#send(fresh, state, round, rank);
  }

  #send(targets: readonly MemberId[], state: Round, round: number, rank: number): void {
    const { view, send, onSendFailure } = this.options;
    const { [rank]: from } = state.senders;
    const { isFlooded } = state;
    const message = { key: this.#keyOf(round), rank, bytes: state.records[rank]!, isFlooded };
    for (const to of targets)
      if (to !== from && to !== view.members[rank])
        send(to, message).catch((error: unknown) =>
          onSendFailure(to, error instanceof Error ? error : new Error(String(error))),
        );
  }
}
