// Fetches the blocks of one snapshot from several sources at once. Donors hold the whole state. Other members that
// catch up pass on what they have verified. Each fetcher asks the donors for its own stripe, so that all fetchers
// together cost the donors one copy, not one each. A fetcher whose stripe is done takes blocks over from stripes that
// lag. Every block is verified before it is written, and is asked of one source at a time. A fetch outlives views:
// sources come and go, verified blocks stay. A source that lies, refuses or stays silent is left out by name (T4).
import { say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { waitFor, type Wait } from '../../base/deadline';
import type { MemberId } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import { blockCount } from '../../optim/state/blocks';
import { hashBlocks, type BlockHashes } from '../../optim/state/digest';
import { blockBytes, hashBlockBytes, writeBlock } from '../../optim/state/state-bytes';
import type { TrainState } from '../../optim/state/train-state';
import { blockPhase, maxBlocksPerRequest, maxRangesPerOffer, type StateRequest } from './state-source';
import { BlockPieces } from './block-pieces';
import { CatchUpError, silentMs } from './manifest';

export interface BlockFetchOptions {
  readonly digest: string;
  readonly hashes: BlockHashes;
  /** Overwritten where it differs from `hashes`. */
  readonly tensors: TrainState;
  readonly request: (to: MemberId, message: StateRequest) => void;
  readonly onProgress: () => void;
  readonly onLeftOut: (source: MemberId, why: Saying) => void;
  readonly clock: Clock;
}

export interface BlockSources {
  readonly donors: readonly MemberId[];
  /** Others that catch up from the same snapshot. */
  readonly catchingUp: readonly MemberId[];
  /** This fetcher's place among all that catch up from it. */
  readonly stripe: { readonly index: number; readonly count: number };
}

interface Source {
  readonly isDonor: boolean;
  readonly asked: Set<number>;
  /** The most blocks asked for at a time. Follows how quickly they come. */
  window: number;
  /** When it last sent something, or was asked with nothing under way. */
  heardMs: number;
  /** Blocks of which more pieces are to come. */
  readonly pieces: Map<number, BlockPieces>;
}

const tickMs = 250;
/** A block that comes within this time widens its source's window. One that takes twice as long narrows it. */
const promptMs = 1_000;
/** A member offers each block once, and all of them again when it is linked again. Nobody is kept busy by more (T2). */
const offersOfBlock = 8;
/** Verified blocks are offered to other fetchers so many at a time, and at every tick. */
const offerAtOnce = 4;

export class BlockFetch {
  /** Every block is verified and written. Rejects with CatchUpError when no source is left to ask, or at `stop`. */
  readonly done: Promise<void>;
  readonly totalBytes: number;
  receivedBytes = 0;
  readonly #count: number;
  readonly #missing = new Set<number>();
  readonly #askedOf = new Map<number, MemberId>();
  readonly #sources = new Map<MemberId, Source>();
  readonly #offers = new Map<MemberId, Set<number>>();
  /** The number of further blocks for which the member's offers are read. */
  readonly #mayOffer = new Map<MemberId, number>();
  readonly #leftOut = new Set<MemberId>();
  readonly #end: Wait<void>;
  #fresh: number[] = [];
  #stripe = { index: 0, count: 1 };
  /** Blocks of the local stripe before this one are verified or asked for. */
  #next = 0;
  #movedMs: number;
  #cancelTick = (): void => undefined;

  constructor(private readonly options: BlockFetchOptions) {
    const { tensors, hashes, clock } = options;
    this.#count = blockCount(tensors.parameters.length);
    this.#movedMs = clock.now();
    const held = hashBlocks(tensors);
    let bytes = 0;
    for (let block = 0; block < this.#count; block++)
      if (held[2 * block] !== hashes[2 * block] || held[2 * block + 1] !== hashes[2 * block + 1]) {
        this.#missing.add(block);
        bytes += blockBytes(tensors, block);
      }
    this.totalBytes = bytes;
    // Time without progress (S5): a block, or a source that can be asked for one.
    this.#end = waitFor<void>(clock, 2 * silentMs, 'blocks of the state');
    this.done = this.#end.promise.catch((error: Error) => {
      this.#cancelTick();
      throw error instanceof CatchUpError ? error : new CatchUpError(error.message);
    });
    this.done.catch(() => undefined); // the owner looks at it when it is due
    if (this.#missing.size === 0) this.#end.settle();
    else this.#tick();
  }

  get missingBlocks(): number {
    return this.#missing.size;
  }

  get blocks(): number {
    return this.#count;
  }

  has(block: number): boolean {
    return block < this.#count && !this.#missing.has(block);
  }

  /** The members that are being asked now. */
  get asked(): readonly MemberId[] {
    return [...this.#sources].filter(([, { asked }]) => asked.size > 0).map(([member]) => member);
  }

  /** Linked members that have what is wanted. A source that is no longer named gets no more requests, and its blocks
   *  are asked of others. */
  setSources({ donors, catchingUp, stripe }: BlockSources): void {
    for (const [member, source] of this.#sources)
      if (!(source.isDonor ? donors : catchingUp).includes(member)) this.drop(member);
    if (stripe.index !== this.#stripe.index || stripe.count !== this.#stripe.count) this.#next = 0;
    this.#stripe = stripe;
    for (const member of donors) this.#add(member, true);
    for (const member of catchingUp) if (this.#add(member, false)) this.#offer(member, this.#verified());
    this.#askAll();
  }

  /** The member cannot be reached, or is no longer a source. It may become one again. */
  drop(member: MemberId): void {
    this.#offers.delete(member);
    const source = this.#sources.get(member);
    if (!source) return;
    this.#sources.delete(member);
    this.#forget(source);
    this.#askAll();
  }

  /** A member that catches up has verified these blocks. */
  offered(from: MemberId, ranges: readonly (readonly [number, number])[]): void {
    const offers = this.#offers.get(from) ?? new Set();
    this.#offers.set(from, offers);
    let left = this.#mayOffer.get(from) ?? offersOfBlock * this.#count;
    for (const [first, last] of ranges)
      for (let block = first; block <= last && block < this.#count && left > 0; block++, left--)
        if (this.#missing.has(block)) offers.add(block);
    this.#mayOffer.set(from, left);
    this.#ask(from);
  }

  refused(from: MemberId): void {
    this.#leaveOut(from, say('source-lacks-state'));
  }

  /** A 'state' frame from any peer. The caller consumes it. */
  receive(from: MemberId, { phase, segment: block, offset, payload }: Frame): void {
    const source = this.#sources.get(from);
    if (phase !== blockPhase || !source?.asked.has(block)) return;
    const { tensors, hashes, clock, onProgress } = this.options;
    const now = clock.now();
    const pieces = source.pieces.get(block) ?? new BlockPieces(blockBytes(tensors, block));
    const state = pieces.take(offset, payload);
    if (state === 'more') {
      source.pieces.set(block, pieces);
      source.heardMs = now;
      this.#end.progress();
      return;
    }
    source.pieces.delete(block);
    const hash = state === 'whole' ? hashBlockBytes(tensors.vectors.length, pieces.bytes) : undefined;
    const isGenuine = hash?.lo === hashes[2 * block] && hash.hi === hashes[2 * block + 1];
    if (!isGenuine || !writeBlock(tensors, block, pieces.bytes).ok)
      return this.#leaveOut(from, say('source-sent-false'));
    const tookMs = now - source.heardMs;
    if (tookMs < promptMs) source.window = Math.min(maxBlocksPerRequest, source.window + 1);
    else if (tookMs > 2 * promptMs) source.window = Math.max(1, source.window - 1);
    source.heardMs = now;
    source.asked.delete(block);
    this.#askedOf.delete(block);
    this.#missing.delete(block);
    this.receivedBytes += pieces.bytes.byteLength;
    this.#movedMs = now;
    this.#end.progress();
    this.#fresh.push(block);
    if (this.#missing.size === 0) {
      this.#pass();
      this.#cancelTick();
      this.#end.settle();
    } else {
      if (this.#fresh.length >= offerAtOnce) this.#pass();
      this.#ask(from);
    }
    onProgress();
  }

  stop(why: string): void {
    this.#cancelTick();
    this.#end.reject(new CatchUpError(why));
  }

  #add(member: MemberId, isDonor: boolean): boolean {
    if (this.#leftOut.has(member) || this.#sources.has(member)) return false;
    const heardMs = this.options.clock.now();
    this.#sources.set(member, { isDonor, asked: new Set(), pieces: new Map(), window: 2, heardMs });
    return true;
  }

  #askAll(): void {
    for (const member of this.#sources.keys()) this.#ask(member);
  }

  #ask(member: MemberId, mayStray = false): void {
    const source = this.#sources.get(member);
    if (!source || source.asked.size > source.window / 2) return;
    const unasked = this.#missing.size - this.#askedOf.size;
    const fair = Math.ceil(unasked / (2 * this.#sources.size));
    const room = Math.min(source.window - source.asked.size, Math.max(1, fair));
    const wanted = source.isDonor ? this.#ofDonor(room, mayStray) : this.#ofCatchingUp(member, room);
    if (wanted.length === 0) return;
    const { clock, digest, request } = this.options;
    if (source.asked.size === 0) source.heardMs = clock.now();
    for (const block of wanted) {
      source.asked.add(block);
      this.#askedOf.set(block, member);
    }
    this.#end.progress();
    request(member, { kind: 'blocks', digest, blocks: wanted });
  }

  /** Blocks of the local stripe come first. After it, blocks come from the end of the stripe before it, backwards
   *  (J5). */
  #ofDonor(room: number, mayStray: boolean): number[] {
    const { index, count } = this.#stripe;
    const start = Math.floor((this.#count * index) / count);
    const end = Math.floor((this.#count * (index + 1)) / count);
    const blocks: number[] = [];
    const take = (block: number): void => {
      if (this.#missing.has(block) && !this.#askedOf.has(block) && !this.#isOffered(block))
        blocks.push(block);
    };
    this.#next = Math.max(this.#next, start);
    while (this.#next < end && (!this.#missing.has(this.#next) || this.#askedOf.has(this.#next)))
      this.#next++;
    for (let block = this.#next; block < end && blocks.length < room; block++) take(block);
    for (let i = 1; mayStray && i <= this.#count && blocks.length < room; i++)
      take((start - i + this.#count) % this.#count);
    return blocks;
  }

  #ofCatchingUp(member: MemberId, room: number): number[] {
    const offers = this.#offers.get(member) ?? new Set();
    const blocks: number[] = [];
    for (const block of offers) {
      if (blocks.length === room) break;
      if (!this.#missing.has(block)) offers.delete(block);
      else if (!this.#askedOf.has(block)) blocks.push(block);
    }
    return blocks;
  }

  #isOffered(block: number): boolean {
    for (const [member, source] of this.#sources)
      if (!source.isDonor && this.#offers.get(member)?.has(block)) return true;
    return false;
  }

  #leaveOut(member: MemberId, why: Saying): void {
    if (!this.#sources.has(member)) return;
    this.#leftOut.add(member);
    this.options.onLeftOut(member, why);
    this.drop(member);
  }

  #forget({ asked }: Source): void {
    for (const block of asked) this.#askedOf.delete(block);
    this.#next = 0;
  }

  #tick(): void {
    const { clock } = this.options;
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
    const now = clock.now();
    const silent = [...this.#sources].filter(
      ([, { asked, heardMs }]) => asked.size > 0 && now - heardMs >= silentMs,
    );
    // All are found first: leaving one out asks the others, which cannot have answered yet.
    for (const [member, source] of silent) {
      this.#forget(source);
      this.#sources.delete(member);
      this.#offers.delete(member);
      this.#leftOut.add(member);
    }
    const why = say('source-silent');
    for (const [member] of silent) this.options.onLeftOut(member, why);
    if (silent.length > 0) this.#askAll();
    this.#pass();
    if (this.#askedOf.size === 0 && now - this.#movedMs >= tickMs)
      for (const [member, { isDonor }] of this.#sources) if (isDonor) this.#ask(member, true);
  }

  /** Offers the new blocks to the other fetchers. */
  #pass(): void {
    if (this.#fresh.length === 0) return;
    const ranges = rangesOf(this.#fresh.sort((a, b) => a - b));
    this.#fresh = [];
    for (const [member, { isDonor }] of this.#sources) if (!isDonor) this.#offer(member, ranges);
  }

  #offer(to: MemberId, ranges: readonly [number, number][]): void {
    const { request, digest } = this.options;
    for (let at = 0; at < ranges.length; at += maxRangesPerOffer)
      request(to, { kind: 'have', digest, ranges: ranges.slice(at, at + maxRangesPerOffer) });
  }

  #verified(): [number, number][] {
    return rangesOf(Array.from({ length: this.#count }, (_, block) => block).filter((b) => this.has(b)));
  }
}

/** The first and last of each run of ascending blocks. */
function rangesOf(blocks: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const block of blocks) {
    const last = ranges.at(-1);
    if (last?.[1] === block - 1) last[1] = block;
    else ranges.push([block, block]);
  }
  return ranges;
}
