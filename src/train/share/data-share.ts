// The room's data, from member to member (T5–T9): the host's offer, which every member passes on; who holds which
// shards; what this replica fetches, and what it gives. It never travels over a relayed link, so the room server does
// not carry it.
import { inFull, logged, say, type Saying } from '../../base/sayings';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import type { Prng } from '../../base/prng';
import { fail, type Failure } from '../../base/result';
import type { MemberId } from '../../membership/view';
import type { SignedCommand } from '../../net/room/signed-command';
import { jsonOf, type Arrived, type Hub } from '../peers/hub';
import { Givers } from './givers';
import { HeldShards } from './held-shards';
import { readOffer, shareMessage, type Offer, type ShareMessage, type ShareRoom } from './share-message';
import { ShardFetch, type FetchEnd, type ShardShelf } from './shard-fetch';
import { ShardServer, type Given } from './shard-server';
import { shardCount } from './shards';

export interface DataShareOptions {
  readonly self: MemberId;
  readonly hub: Hub;
  readonly clock: Clock;
  readonly random: Prng;
  readonly room: ShareRoom;
  readonly isTraining: () => boolean;
  /** The ring's members, and those who say that they give all of the data (T12); undefined outside. */
  readonly ring: () =>
    | { readonly members: readonly MemberId[]; readonly givers: readonly MemberId[] }
    | undefined;
  /** The door of the room does not shut this peer out (H14), and it was not removed (J8). */
  readonly isWelcome: (peer: MemberId) => boolean;
  readonly nameOf: (peer: MemberId) => string;
  readonly warn: (says: Saying) => void;
}

export interface DataShareEvents {
  /** An offer, what is held, or what is fetched. */
  readonly change: undefined;
}

/** Pieces that come late: a source may have both of its shards and the list on their way. */
const mostUnasked = 64;
/** Others learn of new shards so often at most. */
const announceEveryMs = 500;

export class DataShare extends Emitter<DataShareEvents> {
  readonly server: ShardServer;
  #offer: Offer | undefined;
  #given: Given | undefined;
  #fetch: ShardFetch | undefined;
  readonly #holders = new Map<MemberId, HeldShards>();
  readonly #givers = new Givers();
  readonly #liars = new Set<MemberId>();
  /** Linked, and not yet told of the offer (H14). */
  readonly #unwelcome = new Set<MemberId>();
  readonly #unasked = new Map<MemberId, number>();
  #announced = 0;
  #cancelAnnounce: (() => void) | undefined;

  constructor(readonly options: DataShareOptions) {
    super();
    const { hub, clock, isTraining } = options;
    this.server = new ShardServer({
      clock,
      isTraining,
      given: () => (this.#offer?.isOpen ? this.#given : undefined),
      isWelcome: (peer) => this.#isWelcome(peer),
      rateTo: (peer) => hub.link(peer)?.stats().bytesPerSecond,
      say: (to, message) => hub.sendJson(to, 'data', message),
      send: (to, bytes) => hub.send(to, 'shard', bytes),
    });
    hub.handle('data', (arrived) => {
      arrived.consume();
      this.#take(arrived);
    });
    hub.handle('shard', (arrived) => {
      arrived.consume();
      this.#takePiece(arrived);
    });
    hub.on('opened', ({ peer }) => this.#greet(peer));
    hub.on('closed', ({ peer }) => {
      this.#unwelcome.delete(peer);
      this.#holders.delete(peer);
      this.#givers.closed(peer);
      this.#unasked.delete(peer);
      this.#fetch?.lost(peer);
      this.emit('change', undefined);
    });
  }

  get offer(): Offer | undefined {
    return this.#offer;
  }

  get fetching(): ShardFetch | undefined {
    return this.#fetch;
  }

  /** Linked members who hold some of it, in full or in part. */
  get holders(): readonly MemberId[] {
    return [...this.#holders.keys()];
  }

  /** The percent in steps of ten; undefined: nothing is fetched. */
  get fetchedPercent(): number | undefined {
    return this.#fetch && 10 * Math.floor((10 * this.#fetch.receivedBytes) / this.#fetch.options.offer.bytes);
  }

  /** Members to whom this replica wants links for what it fetches (L16c). */
  get sources(): readonly MemberId[] {
    return this.#fetch ? this.#givers.sourcesOf(this.options.self) : [];
  }

  /** All of what the host offers is here, and members may have it. */
  get givesAll(): boolean {
    return this.#offer?.isOpen === true && this.#given?.held.isWhole === true;
  }

  /** Links must stay. */
  get isBusy(): boolean {
    return this.#fetch !== undefined || this.server.isBusy;
  }

  /** The host: what it signed, and where the bytes are. */
  publish(envelope: SignedCommand, given: Given | undefined): void {
    const read = readOffer(envelope, this.options.room, this.#offer?.sequence ?? 0);
    if (!read.ok) return this.options.warn(say('offer-not-valid', { detail: offerProblem(read.error) }));
    this.#adopt(read.value, undefined);
    this.give(given);
  }

  /** What this replica gives from now on: of what is offered, and only with its person's consent. False: it is not
   *  what the host signed (T7). */
  give(given: Given | undefined): boolean {
    if (given && given.root !== this.#offer?.root) return false;
    this.#given = given;
    this.#announce();
    this.emit('change', undefined);
    return true;
  }

  /** Settles with the data, or with why it did not come; what arrived stays on the shelf. */
  async fetch(shelf: ShardShelf, pause: () => Promise<void>): Promise<FetchEnd> {
    const { clock, random, hub, nameOf, warn } = this.options;
    const offer = this.#offer;
    if (this.#fetch || !offer?.isOpen) return fail('stopped', say('nobody-offers-data'));
    const fetch = (this.#fetch = new ShardFetch({
      offer,
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
      changed: () => this.#fetched(),
      areSourcesKnown: () => this.sources.length > 0,
    }));
    for (const [peer, held] of this.#holders) fetch.offered(peer, held);
    this.emit('change', undefined);
    const end = await fetch.done;
    this.#fetch = undefined;
    if (end.ok && this.#offer?.root === offer.root && fetch.list)
      this.give(givenBy(end.value, offer.root, fetch.list));
    else if (!end.ok) this.#given = undefined;
    this.emit('change', undefined);
    return end;
  }

  /** A header arrived: peers outside the ring learn who gives the data (T12). */
  tellGivers(): void {
    const ring = this.options.ring();
    if (!ring || !this.#offer?.isOpen) return;
    for (const peer of this.options.hub.peers()) {
      if (ring.members.includes(peer) || !this.#isWelcome(peer)) continue;
      const members = this.#givers.news(peer, ring.givers);
      if (members) this.#say(peer, { kind: 'givers', root: this.#offer.root, members });
    }
  }

  /** The replica ends. */
  end(why: string): void {
    this.#cancelAnnounce?.();
    this.#fetch?.stop(inFull(say('replica-ended'), why));
  }

  /** The door may have opened for some. */
  look(): void {
    for (const peer of [...this.#unwelcome]) this.#greet(peer);
  }

  #isWelcome(peer: MemberId): boolean {
    const isWelcome = this.options.isWelcome(peer);
    if (isWelcome) this.#unwelcome.delete(peer);
    else this.#unwelcome.add(peer);
    return isWelcome;
  }

  #greet(peer: MemberId): void {
    if (!this.#offer || !this.#isWelcome(peer)) return;
    this.#say(peer, { kind: 'offer', envelope: this.#offer.envelope });
    this.#tellHeld(peer);
  }

  #take({ from, frame }: Arrived): void {
    const { hub } = this.options;
    const parsed = v.safeParse(shareMessage, jsonOf(frame));
    if (!parsed.success) return hub.refuse(from, 'a malformed message about data (T6)');
    const message = parsed.output;
    if (message.kind === 'offer') return this.#takeOffer(from, message.envelope);
    // The message may be of an offer that is over, or that another member will bring.
    const isCurrent = this.#offer?.root === message.root;
    const isRelayed = hub.link(from)?.kind === 'relay';
    switch (message.kind) {
      case 'held':
        return isCurrent && !isRelayed ? this.#takeHeld(from, message.shards) : undefined;
      case 'list':
      case 'shards': {
        const asked = message.kind === 'list' ? (['list'] as const) : message.shards;
        if (!this.#isWelcome(from))
          return this.#say(from, {
            kind: 'refused',
            root: message.root,
            why: 'the room’s door is shut (H14), or it was removed (J8)',
          });
        if (!isRelayed) return this.server.ask(from, message.root, asked);
        return this.#say(from, { kind: 'refused', root: message.root, why: 'the link is relayed (T9)' });
      }
      case 'givers':
        return isCurrent ? this.#givers.heard(from, message.members) : undefined;
      case 'refused':
        return isCurrent ? this.#fetch?.refused(from) : undefined;
      default:
        message satisfies never;
    }
  }

  #takeOffer(from: MemberId, envelope: SignedCommand): void {
    const read = readOffer(envelope, this.options.room, this.#offer?.sequence ?? 0);
    if (read.ok) return this.#adopt(read.value, from);
    if (read.error.code === 'false') this.options.hub.refuse(from, `${logged(read.error.says)} (T5)`);
  }

  #adopt(offer: Offer, from: MemberId | undefined): void {
    const isOther = offer.root !== this.#offer?.root;
    this.#offer = offer;
    if (isOther) {
      this.#holders.clear();
      this.#givers.clear();
      this.#given = undefined;
      this.#announced = 0;
    }
    if (isOther || !offer.isOpen) this.#fetch?.stop(say('offer-taken-back'));
    for (const peer of this.options.hub.peers())
      if (peer !== from && this.#isWelcome(peer))
        this.#say(peer, { kind: 'offer', envelope: offer.envelope });
    this.emit('change', undefined);
  }

  #takeHeld(from: MemberId, shards: string): void {
    const { hub } = this.options;
    const held = HeldShards.fromHex(shards, shardCount(this.#offer!.bytes));
    if (!held) return hub.refuse(from, 'it holds shards that the data does not have (T6)');
    if (this.#liars.has(from)) return;
    this.#holders.set(from, held);
    this.#fetch?.offered(from, held);
    this.emit('change', undefined);
  }

  #takePiece({ from, frame }: Arrived): void {
    const offer = this.#offer;
    const isOurs = offer && frame.lineage === parseInt(offer.root.slice(0, 8), 16);
    if (isOurs && this.#fetch?.take(from, frame)) return;
    const unasked = (this.#unasked.get(from) ?? 0) + 1;
    this.#unasked.set(from, unasked);
    if (unasked > mostUnasked) this.options.hub.refuse(from, 'pieces of data that nobody asked for (T8)');
  }

  #fetched(): void {
    const fetch = this.#fetch;
    if (fetch?.list && this.#offer)
      this.#given = {
        root: this.#offer.root,
        bytes: this.#offer.bytes,
        list: fetch.list,
        held: fetch.held,
        read: (at, length) => fetch.options.shelf.read(at, length),
      };
    this.#cancelAnnounce ??= this.options.clock.after(announceEveryMs, () => this.#announce());
    this.emit('change', undefined);
  }

  #announce(): void {
    this.#cancelAnnounce?.();
    this.#cancelAnnounce = undefined;
    const count = this.#given?.held.count ?? 0;
    if (count === this.#announced) return;
    this.#announced = count;
    for (const peer of this.options.hub.peers()) if (this.#isWelcome(peer)) this.#tellHeld(peer);
  }

  #tellHeld(peer: MemberId): void {
    const given = this.#given;
    if (!given || given.held.count === 0 || this.options.hub.link(peer)?.kind === 'relay') return;
    this.#say(peer, { kind: 'held', root: given.root, shards: given.held.toHex() });
  }

  #say(to: MemberId, message: ShareMessage): void {
    this.options.hub.sendJson(to, 'data', message);
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

/** The English says more. */
function offerProblem({ code, says }: Failure<'old' | 'false'>): Saying {
  return inFull(say(`offer-${code}`), logged(says));
}
