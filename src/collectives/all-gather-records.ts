// The header's exchange: one small record per rank, the same list in rank order at every member. Up to 8 members
// each sends its record to all; above, records are flooded along the ring and its second-successor chord, so one
// dead neighbour does not cut anyone off.
// Invariants: a member's first record of a round counts and a different second one is an offence; records of at
// most two rounds ahead are kept, by this view's members only, so memory is bounded by 3 · N records.
import { assert } from '../base/assert';
import { equalBytes } from '../base/bytes';
import type { Clock } from '../base/clock';
import { waitFor, type Wait } from '../base/deadline';
import { fail, ok, type Result } from '../base/result';
import { rankOf, type MemberId, type View } from '../membership/view';
import { forwardTargets, fullMeshLimit } from './links-needed';

export const maxRecordBytes = 1024;
export const roundsAhead = 2;

export interface RecordKey {
  readonly lineage: string;
  readonly generation: number;
  readonly round: number;
}

/** One member's record on its way; `rank` says whose, whoever passed it on. */
export interface RecordMessage {
  readonly key: RecordKey;
  readonly rank: number;
  readonly bytes: Uint8Array;
}

export type RecordOffence =
  | 'not-a-member' // sent by a peer outside the view
  | 'not-its-own' // in a full mesh everyone speaks for itself
  | 'wrong-rank'
  | 'too-long'
  | 'too-far-ahead'
  | 'contradiction'; // the same rank and round with different bytes

export interface RecordGatherOptions {
  readonly view: View;
  readonly self: MemberId;
  readonly send: (to: MemberId, message: RecordMessage) => Promise<void>;
  readonly clock: Clock;
  /** A send that failed: the link's closing is membership's business; this is for the log. */
  readonly onSendFailure: (to: MemberId, error: Error) => void;
}

interface Round {
  readonly records: (Uint8Array | undefined)[]; // by rank
  wait: Wait<void> | undefined;
}

/** One view's rounds; make a new one for a new view and abort this. */
export class RecordGather {
  readonly #options: RecordGatherOptions;
  readonly #rank: number;
  readonly #targets: readonly MemberId[];
  readonly #rounds = new Map<number, Round>();
  #firstRound: number;
  #aborted: Error | undefined;

  constructor(options: RecordGatherOptions, firstRound = 0) {
    this.#options = options;
    this.#rank = rankOf(options.view, options.self);
    assert(this.#rank >= 0, 'only a member of the view takes part in its rounds');
    this.#targets = forwardTargets(options.view, options.self);
    this.#firstRound = firstRound;
  }

  /** Contributes `bytes` to the round and resolves to all records in rank order. Rounds are gathered in order. */
  async gather(
    round: number,
    bytes: Uint8Array,
    stallMs: number,
    signal?: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    if (this.#aborted) throw this.#aborted;
    assert(bytes.byteLength <= maxRecordBytes, 'a record is small');
    assert(round >= this.#firstRound, 'rounds are gathered in order');
    for (const old of [...this.#rounds.keys()]) if (old < round) this.#rounds.delete(old);
    this.#firstRound = round;
    const state = this.#round(round);
    assert(!state.records[this.#rank], 'one record per rank and round');
    const { clock, view } = this.#options;
    state.wait = waitFor(clock, stallMs, `the records of round ${round}`, signal);
    this.#accept(state, { key: this.#keyOf(round), rank: this.#rank, bytes: bytes.slice() }, undefined);
    try {
      await state.wait.promise;
    } catch (error) {
      const missing = this.missing();
      if (error instanceof Error && missing.length > 0) error.message += `: missing ${missing.join(', ')}`;
      throw error;
    } finally {
      state.wait = undefined;
    }
    this.#rounds.delete(round);
    this.#firstRound = round + 1;
    return state.records.map((record, rank) => {
      assert(record, `the record of ${view.members[rank]} is there`);
      return record;
    });
  }

  /** Idempotent. `false`: an old round or an older view, dropped. A newer view's message is not for this object. */
  receive(from: MemberId, message: RecordMessage): Result<boolean, RecordOffence> {
    const { view } = this.#options;
    const { key, rank, bytes } = message;
    const sender = rankOf(view, from);
    if (sender < 0) return fail('not-a-member', `${from} is not a member of generation ${view.generation}`);
    if (key.lineage !== view.lineage || key.generation !== view.generation) return ok(false);
    if (rank >= view.members.length) return fail('wrong-rank', `${from} sent a record of rank ${rank}`);
    if (view.members.length <= fullMeshLimit && rank !== sender)
      return fail('not-its-own', `${from} is rank ${sender} and sent a record of rank ${rank}`);
    if (bytes.byteLength > maxRecordBytes)
      return fail('too-long', `${from} sent a record of ${bytes.byteLength} bytes`);
    if (key.round < this.#firstRound) return ok(false);
    if (key.round > this.#firstRound + roundsAhead)
      return fail('too-far-ahead', `${from} is in round ${key.round}, this replica in ${this.#firstRound}`);
    const state = this.#round(key.round);
    const known = state.records[rank];
    if (known && !equalBytes(known, bytes))
      return fail('contradiction', `two different records of rank ${rank} in round ${key.round}`);
    if (known) return ok(false);
    this.#accept(state, { key, rank, bytes: bytes.slice() }, from);
    return ok(true);
  }

  /** The members whose records the current round still lacks, for the screen. */
  missing(): readonly MemberId[] {
    const records = this.#rounds.get(this.#firstRound)?.records;
    return this.#options.view.members.filter((_, rank) => !records?.[rank]);
  }

  /** Settles a waiting `gather` with the reason; later ones fail with it too. */
  abort(reason: Error): void {
    this.#aborted = reason;
    for (const { wait } of this.#rounds.values()) wait?.reject(reason);
  }

  #keyOf(round: number): RecordKey {
    const { lineage, generation } = this.#options.view;
    return { lineage, generation, round };
  }

  #round(round: number): Round {
    let state = this.#rounds.get(round);
    if (!state) {
      state = { records: this.#options.view.members.map(() => undefined), wait: undefined };
      this.#rounds.set(round, state);
    }
    return state;
  }

  #accept(state: Round, message: RecordMessage, from: MemberId | undefined): void {
    const { view } = this.#options;
    state.records[message.rank] = message.bytes;
    state.wait?.progress();
    // In a full mesh only one's own record is sent on; in a ring every new one, but not back to its author.
    const isOwn = message.rank === this.#rank;
    if (isOwn || view.members.length > fullMeshLimit)
      for (const to of this.#targets)
        if (to !== from && to !== view.members[message.rank]) this.#send(to, message);
    if (state.records.every((record) => record !== undefined)) state.wait?.settle();
  }

  #send(to: MemberId, message: RecordMessage): void {
    this.#options
      .send(to, message)
      .catch((error: unknown) =>
        this.#options.onSendFailure(to, error instanceof Error ? error : new Error(String(error))),
      );
  }
}
