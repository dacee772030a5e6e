// One file that members send each other: who holds which shards of it, what this replica fetches, and what it gives.
import type { Clock } from '../../base/clock';
import type { Prng } from '../../base/prng';
import { fail } from '../../base/result';
import { say, type Saying } from '../../base/sayings';
import type { NamedFile } from '../../data/named-file';
import { shardCount } from '../../data/shards';
import type { MemberId } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import type { Hub } from '../peers/hub';
import { HeldShards } from './held-shards';
import { ShardFetch, type FetchEnd, type ShardShelf } from './shard-fetch';
import type { Given } from './shard-server';

export interface SharedFileParts {
  readonly hub: Pick<Hub, 'peers' | 'link' | 'sendJson'>;
  readonly clock: Clock;
  readonly random: Prng;
  readonly isWelcome: (peer: MemberId) => boolean;
  readonly nameOf: (peer: MemberId) => string;
  readonly warn: (says: Saying) => void;
  readonly changed: () => void;
  /** Members who give all of it are named, linked or not. */
  readonly areSourcesKnown: () => boolean;
}

/** Others learn of new shards so often at most. */
const announceEveryMs = 500;

export class SharedFile {
  #given: Given | undefined;
  #fetch: ShardFetch | undefined;
  readonly #holders = new Map<MemberId, HeldShards>();
  readonly #liars = new Set<MemberId>();
  #announced = 0;
  #cancelAnnounce: (() => void) | undefined;

  /** `mayRelay`: nobody has to agree to its way over the room server. */
  constructor(
    readonly file: NamedFile,
    readonly parts: SharedFileParts,
    readonly mayRelay: boolean,
  ) {}

  get fetching(): ShardFetch | undefined {
    return this.#fetch;
  }

  get given(): Given | undefined {
    return this.#given;
  }

  /** Linked members who hold some of it, in full or in part. */
  get holders(): readonly MemberId[] {
    return [...this.#holders.keys()];
  }

  /** The percent in steps of ten; undefined: nothing is fetched. */
  get fetchedPercent(): number | undefined {
    return this.#fetch && 10 * Math.floor((10 * this.#fetch.receivedBytes) / this.file.bytes);
  }

  /** Whether it may travel over the link to this peer (T9). */
  mayCross(peer: MemberId): boolean {
    return this.mayRelay || this.parts.hub.link(peer)?.kind !== 'relay';
  }

  /** The file that this replica gives from now on; undefined: none. */
  give(given: Given | undefined): void {
    this.#given = given;
    this.#announce();
    this.parts.changed();
  }

  /** Settles with the file, or with why it did not come; what arrived stays on the shelf. */
  async fetch(shelf: ShardShelf, pause: () => Promise<void>): Promise<FetchEnd> {
    const { clock, random, hub, nameOf, warn, changed, areSourcesKnown } = this.parts;
    if (this.#fetch) return fail('stopped', say('nobody-offers-data'));
    const fetch = (this.#fetch = new ShardFetch({
      offer: this.file,
      shelf,
      clock,
      random,
      pause,
      say: (to, message) => hub.sendJson(to, 'data', message),
      lied: (source, what) => {
        this.#liars.add(source);
        this.#holders.delete(source);
        warn(say('sent-other-data', { name: nameOf(source), what }));
      },
      changed: () => this.#fetched(fetch),
      areSourcesKnown,
    }));
    for (const [peer, held] of this.#holders) fetch.offered(peer, held);
    changed();
    const end = await fetch.done;
    this.#fetch = undefined;
    if (end.ok && fetch.list) this.give(givenBy(end.value, this.file.root, fetch.list));
    else if (!end.ok && this.#given?.list === fetch.list) this.#given = undefined; // the shelf is closed
    changed();
    return end;
  }

  /** False: it names shards that the file does not have. */
  heard(from: MemberId, shards: string): boolean {
    const held = HeldShards.fromHex(shards, shardCount(this.file.bytes));
    if (!held) return false;
    if (this.#liars.has(from) || !this.mayCross(from)) return true;
    this.#holders.set(from, held);
    this.#fetch?.offered(from, held);
    this.parts.changed();
    return true;
  }

  /** False: nobody asked for this piece. */
  take(from: MemberId, frame: Frame): boolean {
    return this.#fetch?.take(from, frame) === true;
  }

  refused(from: MemberId): void {
    this.#fetch?.refused(from);
  }

  closed(peer: MemberId): void {
    this.#holders.delete(peer);
    this.#fetch?.lost(peer);
  }

  tellHeld(peer: MemberId): void {
    const given = this.#given;
    if (!given || given.held.count === 0 || !this.mayCross(peer)) return;
    this.parts.hub.sendJson(peer, 'data', { kind: 'held', root: given.root, shards: given.held.toHex() });
  }

  /** It is neither fetched nor given any longer. */
  stop(why: Saying): void {
    this.#cancelAnnounce?.();
    this.#cancelAnnounce = undefined;
    this.#fetch?.stop(why);
  }

  #fetched(fetch: ShardFetch): void {
    const { list, held, options } = fetch;
    const { root, bytes } = this.file;
    if (list) this.#given = { root, bytes, list, held, read: (at, length) => options.shelf.read(at, length) };
    this.#cancelAnnounce ??= this.parts.clock.after(announceEveryMs, () => this.#announce());
    this.parts.changed();
  }

  #announce(): void {
    const { hub, isWelcome } = this.parts;
    this.#cancelAnnounce?.();
    this.#cancelAnnounce = undefined;
    const count = this.#given?.held.count ?? 0;
    if (count === this.#announced) return;
    this.#announced = count;
    for (const peer of hub.peers()) if (isWelcome(peer)) this.tellHeld(peer);
  }
}

/** Everything, read from a file piece by piece. */
export function givenBy(whole: Blob, root: string, list: Uint8Array): Given {
  return {
    root,
    list,
    bytes: whole.size,
    held: HeldShards.all(shardCount(whole.size)),
    read: async (at, length) => new Uint8Array(await whole.slice(at, at + length).arrayBuffer()),
  };
}
