// The last sum of the ring, as one replica observes it (T15). While somebody looks, it asks the members of that sum for the
// chunks that left them and came to them, and places them on its own clock. A sum is told once all of them have answered.
// It answers members alike. Nothing is recorded or sent while nobody looks.
import * as v from 'valibot';
import type { Clock } from '../../../base/clock';
import { BucketTable } from '../../../base/bucket-table';
import { Emitter } from '../../../base/emitter';
import type { SumPath } from '../../../collectives/topology';
import type { MemberId, View } from '../../../membership/view';
import { jsonOf, type Arrived, type Hub } from '../../peers/hub';
import { readMoves, sumMessage, writeMoves } from './sum-message';
import { isOf, ringOf, toldMoves, type SumKey, type SumRecord, type ToldMove } from './sum-record';
import type { SumRecorder } from './sum-recorder';

/** A sum by the clock of the replica that observes. */
export interface SeenSum extends SumKey {
  readonly path: SumPath;
  /** The members by place in the ring. */
  readonly members: readonly MemberId[];
  readonly contributors: readonly MemberId[];
  /** The number of all buckets; moves are told of the first few. */
  readonly buckets: number;
  /** Place → what its member told; undefined: it is lost. */
  readonly told: readonly (readonly ToldMove[] | undefined)[];
  /** The true times are no farther from these. */
  readonly errorMs: number;
  /** The attempt at this step before, which ended by the loss of those who tell nothing. */
  readonly failed?: SeenSum;
}

export interface SumWatchOptions {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly hub: Hub;
  readonly recorder: SumRecorder;
  readonly view: () => View | undefined;
  /** Whether a peer is in the view, and not removed (J8). */
  readonly isMember: (peer: MemberId) => boolean;
}

interface Asked {
  readonly record: SumRecord;
  readonly told: Map<MemberId, readonly ToldMove[]>;
  errorMs: number;
}

const lookEveryMs = 1_500;
/** A peer that looks asks for two sums at once at most. */
const askLimit = { capacity: 6, perSecond: 2 };

export class SumWatch extends Emitter<{ readonly sum: SeenSum }> {
  readonly #limits: BucketTable;
  /** The sums that are asked for; the last one is to be told. */
  #asked: readonly Asked[] = [];
  /** Those that are not asked for again. */
  readonly #told = new WeakSet<SumRecord>();
  #cancel: (() => void) | undefined;

  constructor(readonly options: SumWatchOptions) {
    super();
    const { hub, clock } = options;
    this.#limits = new BucketTable(askLimit, clock);
    hub.handle('transfers', (arrived) => {
      arrived.consume();
      this.#take(arrived);
    });
    hub.on('closed', ({ peer }) => this.#limits.drop(peer));
  }

  watch(isWatched: boolean): void {
    this.end();
    if (isWatched) this.#look();
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#asked = [];
  }

  #look(): void {
    const { clock, recorder, self, hub, view } = this.options;
    this.#cancel = clock.after(lookEveryMs, () => this.#look());
    recorder.want();
    const members = view()?.members ?? [];
    const others = members.filter((member) => member !== self);
    if (others.length === 0 || !others.every((member) => hub.has(member))) return;
    const { begunAgain, finished } = recorder;
    const news = begunAgain ? [begunAgain.failed, begunAgain.again] : [];
    const isNew = (records: readonly SumRecord[]): boolean => records.some((one) => !this.#told.has(one));
    const wanted = [news, finished ? [finished] : []].find(isNew);
    if (!wanted && finished) return;
    this.#asked = (wanted ?? [])
      .filter((record) => record.view.members.includes(self))
      .map((record) => ({ record, told: new Map([[self, toldMoves(record)]]), errorMs: 0 }));
    // A first question wakes the others.
    const keys = wanted ?? [{ run: 0, step: 1, generation: 0 }];
    for (const peer of others)
      for (const { run, step, generation } of keys)
        hub.sendJson(peer, 'transfers', { kind: 'ask', run, step, generation });
  }

  #take({ from, frame }: Arrived): void {
    const { hub, isMember } = this.options;
    const message = v.safeParse(sumMessage, jsonOf(frame));
    if (!message.success) return hub.refuse(from, 'a malformed message of the transfers'); // T15
    if (!isMember(from)) return;
    const { output } = message;
    if (output.kind === 'ask') return this.#answer(from, output);
    const clock = hub.link(from)?.stats().peerClock;
    const asked = this.#asked.find(({ record }) => isOf(record, output));
    if (!clock || !asked || asked.told.has(from) || !asked.record.view.members.includes(from)) return;
    asked.told.set(from, readMoves(output, clock.offsetMs));
    asked.errorMs = Math.max(asked.errorMs, clock.errorMs);
    this.#tellIfWhole();
  }

  #tellIfWhole(): void {
    const last = this.#asked.at(-1);
    if (!last) return;
    const { members } = last.record.view;
    // The lost ones tell nothing of an attempt before it.
    const isTold = ({ record, told }: Asked): boolean =>
      record.view.members.every((member) => told.has(member) || !members.includes(member));
    if (!this.#asked.every(isTold)) return;
    // A member that nobody had asked before has recorded nothing.
    if (members.some((member) => last.told.get(member)!.length === 0)) return;
    const [failed] = this.#asked;
    for (const { record } of this.#asked) this.#told.add(record);
    this.#asked = [];
    this.emit('sum', { ...seenSum(last), ...(failed === last ? {} : { failed: seenSum(failed) }) });
  }

  #answer(to: MemberId, key: SumKey): void {
    const { hub, recorder } = this.options;
    if (!this.#limits.take(to)) return; // T15
    recorder.want();
    const record = recorder.of(key);
    hub.sendJson(to, 'transfers', writeMoves(key, record ? toldMoves(record) : []));
  }
}

function seenSum({ record, told, errorMs }: Asked): SeenSum {
  const { run, step, generation, path, contributors, buckets } = record;
  const members = ringOf(record);
  return {
    run,
    step,
    generation,
    path,
    members,
    contributors,
    buckets,
    errorMs,
    told: members.map((member) => told.get(member)),
  };
}
