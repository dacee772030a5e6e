// Fetches a dataset shard by shard from all who hold it (T6, T8). A shard is asked of one source at a time, the rarest
// first, so that newcomers soon have different ones to give each other. When nothing is left to ask for, a slow
// source's shard is asked of another too. A source that lies is left out by name; one that is silent or refuses rests.
import { say, type Saying, unexpected } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { Prng } from '../../base/prng';
import { fail, ok, type Result } from '../../base/result';
import type { MemberId } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import { HeldShards } from './held-shards';
import type { NamedFile } from '../../data/named-file';
import type { ShareMessage } from './share-message';
import { listPhase, pieceBytes } from './shard-server';
import { mostShards, shardBytes } from '../../data/shard-sizes';
import { isShard, listBytes, rootOf, shardCount, shardLength } from '../../data/shards';

/** Requests in flight per source: one on its way, one waiting there. */
const window = 2;
/** Nothing from a source that was asked. */
const silentMs = 10_000;
const restMs = 20_000;
/** A shard that a source was asked for so long ago is asked of another that has nothing else to do. */
const slowMs = 3_000;
/** Nothing new from anybody: it fails. Links to members open again within this time, by themselves. */
const stuckMs = 60_000;
/** Members who have it are known, and none has a place for this replica: others that fetch are done one after the
 *  other. */
const noPlaceMs = 300_000;
const lookEveryMs = 1_000;

/** Where the bytes go. */
export interface ShardShelf {
  /** What is there from before; its shards are verified. */
  readonly bytes: number;
  read(at: number, length: number): Promise<Uint8Array>;
  write(at: number, bytes: Uint8Array): Promise<void>;
  /** The whole, once every shard is there. */
  finish(): Promise<Blob>;
  /** Keeps what is there for another time. */
  close(): void;
}

export interface ShardFetchOptions {
  readonly offer: NamedFile;
  readonly shelf: ShardShelf;
  readonly clock: Clock;
  readonly random: Prng;
  readonly say: (to: MemberId, message: ShareMessage) => void;
  /** It sent what is not the host's data. */
  readonly lied: (source: MemberId, what: Saying) => void;
  readonly changed: () => void;
  readonly pause: () => Promise<void>;
  /** Members who give all of it are named, linked or not. */
  readonly areSourcesKnown?: () => boolean;
}

interface Asked {
  readonly sinceMs: number;
  readonly bytes: Uint8Array;
  at: number;
}

interface Source {
  held: HeldShards;
  readonly asked: Map<number, Asked>;
  list: Asked | undefined;
  /** Anything it sent, or the time at which it was first asked after a rest. */
  heardMs: number;
  restsUntilMs: number;
  given: number;
}

export type FetchEnd = Result<Blob, 'stopped' | 'stuck' | 'no-room'>;

export class ShardFetch {
  readonly held: HeldShards;
  readonly done: Promise<FetchEnd>;
  #list: Uint8Array | undefined;
  readonly #sources = new Map<MemberId, Source>();
  /** Written, or being written. */
  readonly #verified = new Set<number>();
  #isVerifying = false;
  #writing: Promise<void> = Promise.resolve();
  #progressMs: number;
  #cancelLook = (): void => undefined;
  #isOver = false;
  #end!: (end: FetchEnd) => void;

  constructor(readonly options: ShardFetchOptions) {
    this.held = new HeldShards(shardCount(options.offer.bytes));
    this.done = new Promise((resolve) => (this.#end = resolve));
    this.#progressMs = options.clock.now();
    this.#look();
  }

  /** Undefined until it arrived. */
  get list(): Uint8Array | undefined {
    return this.#list;
  }

  get receivedBytes(): number {
    const { bytes } = this.options.offer;
    const last = this.held.total - 1;
    return this.held.count * shardBytes - (this.held.has(last) ? shardBytes - shardLength(bytes, last) : 0);
  }

  /** Those that gave a verified shard. */
  get givers(): readonly MemberId[] {
    return [...this.#sources].filter(([, { given }]) => given > 0).map(([peer]) => peer);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The peer holds these shards. */
  offered(peer: MemberId, held: HeldShards): void {
    const known = this.#sources.get(peer);
    if (known) known.held = held;
    else
      this.#sources.set(peer, {
        held,
        asked: new Map<number, Asked>(),
        list: undefined,
        heardMs: this.options.clock.now(),
        restsUntilMs: 0,
        given: 0,
      });
    this.#ask();
  }

  lost(peer: MemberId): void {
    this.#sources.delete(peer);
    this.#ask();
  }

  refused(peer: MemberId): void {
    const source = this.#sources.get(peer);
    if (!source) return;
    source.asked.clear();
    source.list = undefined;
    source.restsUntilMs = this.options.clock.now() + restMs;
    this.#ask();
  }

  /** False: it was not asked for, or has another shape. */
  take(from: MemberId, { phase, segment, offset, payload }: Frame): boolean {
    const source = this.#sources.get(from);
    if (!source) return false;
    const asked = phase === listPhase ? source.list : source.asked.get(segment);
    if (asked?.at !== offset) return false;
    if (payload.byteLength !== Math.min(pieceBytes, asked.bytes.byteLength - offset)) return false;
    source.heardMs = this.options.clock.now();
    source.restsUntilMs = 0;
    asked.bytes.set(payload, offset);
    asked.at += payload.byteLength;
    if (asked.at < asked.bytes.byteLength) return true;
    if (phase === listPhase) this.#takeList(from, source, asked.bytes);
    else this.#takeShard(from, source, segment, asked.bytes);
    return true;
  }

  stop(why: Saying): void {
    this.#finish(fail('stopped', why));
  }

  #takeList(from: MemberId, source: Source, bytes: Uint8Array): void {
    source.list = undefined;
    if (this.#list) return this.#ask();
    if (rootOf(bytes) !== this.options.offer.root) return this.#leaveOut(from, say('false-list'));
    this.#list = bytes;
    this.#progressMs = this.options.clock.now();
    void this.#verifyShelf(bytes);
  }

  /** What arrived before a reload. */
  async #verifyShelf(list: Uint8Array): Promise<void> {
    const { shelf, offer, pause, changed } = this.options;
    this.#isVerifying = true;
    try {
      for (let shard = 0; shard < this.held.total && !this.#isOver; shard++) {
        const [at, length] = [shard * shardBytes, shardLength(offer.bytes, shard)];
        if (at + length > shelf.bytes) break;
        if (isShard(list, shard, await shelf.read(at, length))) {
          this.held.add(shard);
          this.#verified.add(shard);
        }
        await pause();
      }
      this.#isVerifying = false;
      this.#progressMs = this.options.clock.now();
      changed();
      if (this.held.isWhole) this.#finish(ok(await shelf.finish()));
      else this.#ask();
    } catch (error) {
      this.#finish(fail('no-room', say('kept-data-unusable', { detail: unexpected(String(error)) })));
    }
  }

  #takeShard(from: MemberId, source: Source, shard: number, bytes: Uint8Array): void {
    source.asked.delete(shard);
    if (!isShard(this.#list!, shard, bytes)) return this.#leaveOut(from, say('false-shard', { shard }));
    source.given++;
    if (!this.#verified.has(shard)) {
      this.#progressMs = this.options.clock.now();
      this.#verified.add(shard);
      this.#writing = this.#writing.then(() => this.#write(shard, bytes));
    }
    this.#ask();
  }

  async #write(shard: number, bytes: Uint8Array): Promise<void> {
    if (this.#isOver) return;
    const { shelf, changed } = this.options;
    try {
      await shelf.write(shard * shardBytes, bytes);
      this.held.add(shard);
      changed();
      if (this.held.isWhole) this.#finish(ok(await shelf.finish()));
    } catch (error) {
      this.#finish(fail('no-room', say('data-not-kept-here', { detail: unexpected(String(error)) })));
    }
  }

  #leaveOut(from: MemberId, what: Saying): void {
    this.#sources.delete(from);
    this.options.lied(from, what);
    this.#ask();
  }

  #finish(end: FetchEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelLook();
    if (!end.ok) this.options.shelf.close();
    this.#end(end);
  }

  #look(): void {
    if (this.#isOver) return;
    const { clock } = this.options;
    const nowMs = clock.now();
    this.#cancelLook = clock.after(lookEveryMs, () => this.#look());
    const waitsForPlace = this.#sources.size === 0 && this.options.areSourcesKnown?.() === true;
    const limitMs = waitsForPlace ? noPlaceMs : stuckMs;
    if (!this.#isVerifying && nowMs - this.#progressMs >= limitMs) {
      const code = waitsForPlace
        ? 'no-giver-free'
        : this.#sources.size === 0
          ? 'no-giver-linked'
          : 'nothing-came';
      return this.#finish(fail('stuck', say(code, { seconds: limitMs / 1000 })));
    }
    for (const source of this.#sources.values()) {
      const isAsked = source.asked.size > 0 || source.list !== undefined;
      if (isAsked && nowMs >= source.restsUntilMs && nowMs - source.heardMs >= silentMs)
        source.restsUntilMs = nowMs + restMs; // what it still sends is taken
      else if (isAsked && source.restsUntilMs > 0 && nowMs >= source.restsUntilMs) {
        source.asked.clear();
        source.list = undefined;
      }
    }
    this.#ask();
  }

  #ask(): void {
    if (this.#isOver || this.#isVerifying) return;
    const { clock, offer, say } = this.options;
    const nowMs = clock.now();
    const awake = [...this.#sources].filter(([, { restsUntilMs }]) => nowMs >= restsUntilMs);
    if (!this.#list) {
      if (awake.some(([, { list }]) => list !== undefined)) return;
      const first = awake.find(([, { held }]) => held.count > 0);
      if (!first) return;
      first[1].list = { sinceMs: nowMs, bytes: new Uint8Array(listBytes(offer.bytes)), at: 0 };
      first[1].heardMs = nowMs;
      say(first[0], { kind: 'list', root: offer.root });
      return;
    }
    for (const [peer, source] of awake)
      while (source.asked.size < window) {
        const shard = this.#next(
          source,
          awake.map(([, each]) => each),
          nowMs,
        );
        if (shard === undefined) break;
        if (source.asked.size === 0) source.heardMs = nowMs;
        const bytes = new Uint8Array(shardLength(offer.bytes, shard));
        source.asked.set(shard, { sinceMs: nowMs, bytes, at: 0 });
        say(peer, { kind: 'shards', root: offer.root, shards: [shard] });
      }
  }

  /** What to ask of this source next. */
  #next(source: Source, awake: readonly Source[], nowMs: number): number | undefined {
    let best: { readonly shard: number; readonly holders: number; readonly draw: number } | undefined;
    for (let shard = 0; shard < this.held.total; shard++) {
      if (this.#verified.has(shard) || !source.held.has(shard) || source.asked.has(shard)) continue;
      let holders = 0;
      let askedMs = -Infinity;
      for (const other of awake) {
        if (other.held.has(shard)) holders++;
        askedMs = Math.max(askedMs, other.asked.get(shard)?.sinceMs ?? -Infinity);
      }
      if (nowMs - askedMs < slowMs) continue;
      if (askedMs > -Infinity) holders += mostShards; // what a slow source was asked for comes last
      const draw = this.options.random.uint32();
      if (!best || holders < best.holders || (holders === best.holders && draw < best.draw))
        best = { shard, holders, draw };
    }
    return best?.shard;
  }
}
