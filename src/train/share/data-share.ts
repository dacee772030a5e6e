// The messages of members beside the training (T5–T9, T17): the room's data, which the host offers and every member
// passes on, and the files that the run's configuration names by their hash. The room's data never travels over a relayed
// link, so the room server does not carry it.
import { inFull, logged, say, type Saying } from '../../base/sayings';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import type { Prng } from '../../base/prng';
import { fail, type Failure } from '../../base/result';
import type { NamedFile } from '../../data/named-file';
import type { MemberId } from '../../membership/view';
import type { SignedCommand } from '../../net/room/signed-command';
import { jsonOf, type Arrived, type Hub } from '../peers/hub';
import { Givers } from './givers';
import { readOffer, shareMessage, type Offer, type ShareMessage, type ShareRoom } from './share-message';
import type { FetchEnd, ShardFetch, ShardShelf } from './shard-fetch';
import { ShardServer, type Given } from './shard-server';
import { SharedFile } from './shared-file';

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
/** Files that a peer may say it holds before this replica knows that its run names them. */
const mostEarly = 4;

export class DataShare extends Emitter<DataShareEvents> {
  readonly server: ShardServer;
  #offer: Offer | undefined;
  /** The offered data. */
  #data: SharedFile | undefined;
  /** The files that the run names, by their roots. */
  readonly #named = new Map<string, SharedFile>();
  /** The shards that linked peers hold of files that this replica does not know yet, by root. */
  readonly #early = new Map<MemberId, Map<string, string>>();
  readonly #givers = new Givers();
  /** Linked, and not yet told of the offer (H14). */
  readonly #unwelcome = new Set<MemberId>();
  readonly #unasked = new Map<MemberId, number>();

  constructor(readonly options: DataShareOptions) {
    super();
    const { hub, clock, isTraining } = options;
    this.server = new ShardServer({
      clock,
      isTraining,
      given: (root) => this.#givenOf(root),
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
      this.#givers.closed(peer);
      this.#unasked.delete(peer);
      this.#early.delete(peer);
      for (const file of this.#files()) file.closed(peer);
      this.emit('change', undefined);
    });
  }

  get offer(): Offer | undefined {
    return this.#offer;
  }

  /** The room's data on its way here. */
  get fetching(): ShardFetch | undefined {
    return this.#data?.fetching;
  }

  /** Linked members who hold some of the room's data, in full or in part. */
  get holders(): readonly MemberId[] {
    return this.#data?.holders ?? [];
  }

  /** The percent in steps of ten, of the room's data or of a file of the run; undefined: nothing is fetched. */
  get fetchedPercent(): number | undefined {
    return this.#files()
      .map(({ fetchedPercent }) => fetchedPercent)
      .find((percent) => percent !== undefined);
  }

  /** Members to whom this replica wants links for what it fetches (L16c). */
  get sources(): readonly MemberId[] {
    return this.fetching ? this.#givers.sourcesOf(this.options.self) : [];
  }

  /** All of what the host offers is here, and members may have it. */
  get givesAll(): boolean {
    return this.#offer?.isOpen === true && this.#data?.given?.held.isWhole === true;
  }

  /** Links must stay. */
  get isBusy(): boolean {
    return this.#files().some(({ fetching }) => fetching !== undefined) || this.server.isBusy;
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
    this.#data?.give(given);
    return true;
  }

  /** Settles with the room's data, or with why it did not come; what arrived stays on the shelf. */
  async fetch(shelf: ShardShelf, pause: () => Promise<void>): Promise<FetchEnd> {
    if (!this.#data || !this.#offer?.isOpen) return fail('stopped', say('nobody-offers-data'));
    return this.#data.fetch(shelf, pause);
  }

  /** A file that the run names (T17): this replica gives it, or fetches it. */
  named({ root, bytes }: NamedFile): SharedFile {
    let file = this.#named.get(root);
    if (file) return file;
    file = new SharedFile({ root, bytes }, { ...this.#parts(), areSourcesKnown: () => false }, true);
    this.#named.set(root, file);
    for (const [peer, held] of this.#early) {
      const shards = held.get(root);
      if (shards !== undefined) file.heard(peer, shards);
      held.delete(root);
    }
    return file;
  }

  /** The run names these files and no others: what is left of others is let go. */
  keepNamed(files: readonly NamedFile[]): void {
    for (const [root, file] of this.#named) {
      if (files.some((kept) => kept.root === root)) continue;
      file.stop(say('offer-taken-back'));
      this.#named.delete(root);
    }
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
    for (const file of this.#files()) file.stop(inFull(say('replica-ended'), why));
  }

  /** The door may have opened for some. */
  look(): void {
    for (const peer of [...this.#unwelcome]) this.#greet(peer);
  }

  #files(): readonly SharedFile[] {
    return [...(this.#data ? [this.#data] : []), ...this.#named.values()];
  }

  #fileOf(root: string): SharedFile | undefined {
    return this.#data?.file.root === root ? this.#data : this.#named.get(root);
  }

  #givenOf(root: string): Given | undefined {
    const file = this.#fileOf(root);
    return file === this.#data && !this.#offer?.isOpen ? undefined : file?.given;
  }

  #parts() {
    const { hub, clock, random, nameOf, warn } = this.options;
    return {
      hub,
      clock,
      random,
      nameOf,
      warn,
      isWelcome: (peer: MemberId) => this.#isWelcome(peer),
      changed: () => this.emit('change', undefined),
    };
  }

  #isWelcome(peer: MemberId): boolean {
    const isWelcome = this.options.isWelcome(peer);
    if (isWelcome) this.#unwelcome.delete(peer);
    else this.#unwelcome.add(peer);
    return isWelcome;
  }

  #greet(peer: MemberId): void {
    if (this.#files().length === 0 || !this.#isWelcome(peer)) return;
    if (this.#offer) this.#say(peer, { kind: 'offer', envelope: this.#offer.envelope });
    for (const file of this.#files()) file.tellHeld(peer);
  }

  #take({ from, frame }: Arrived): void {
    const { hub } = this.options;
    const parsed = v.safeParse(shareMessage, jsonOf(frame));
    if (!parsed.success) return hub.refuse(from, 'a malformed message about data (T6)');
    const message = parsed.output;
    if (message.kind === 'offer') return this.#takeOffer(from, message.envelope);
    // The message may be of an offer that is over, or that another member will bring.
    const file = this.#fileOf(message.root);
    switch (message.kind) {
      case 'held':
        if (!file) return this.#noteEarly(from, message.root, message.shards);
        if (!file.heard(from, message.shards))
          hub.refuse(from, 'it holds shards that the data does not have (T6)');
        return;
      case 'list':
      case 'shards': {
        const asked = message.kind === 'list' ? (['list'] as const) : message.shards;
        if (!this.#isWelcome(from))
          return this.#say(from, {
            kind: 'refused',
            root: message.root,
            why: 'the room’s door is shut (H14), or it was removed (J8)',
          });
        if (file?.mayCross(from) ?? hub.link(from)?.kind !== 'relay')
          return this.server.ask(from, message.root, asked);
        return this.#say(from, { kind: 'refused', root: message.root, why: 'the link is relayed (T9)' });
      }
      case 'givers':
        return file && file === this.#data ? this.#givers.heard(from, message.members) : undefined;
      case 'refused':
        return file?.refused(from);
      default:
        message satisfies never;
    }
  }

  #noteEarly(from: MemberId, root: string, shards: string): void {
    const held = this.#early.get(from) ?? new Map<string, string>();
    this.#early.set(from, held);
    held.delete(root);
    held.set(root, shards);
    if (held.size > mostEarly) held.delete(held.keys().next().value!);
  }

  #takeOffer(from: MemberId, envelope: SignedCommand): void {
    const read = readOffer(envelope, this.options.room, this.#offer?.sequence ?? 0);
    if (read.ok) return this.#adopt(read.value, from);
    if (read.error.code === 'false') this.options.hub.refuse(from, `${logged(read.error.says)} (T5)`);
  }

  #adopt(offer: Offer, from: MemberId | undefined): void {
    const isOther = offer.root !== this.#offer?.root;
    this.#offer = offer;
    if (isOther || !offer.isOpen) this.#data?.stop(say('offer-taken-back'));
    if (isOther) {
      this.#givers.clear();
      const areSourcesKnown = (): boolean => this.sources.length > 0;
      this.#data = new SharedFile(offer, { ...this.#parts(), areSourcesKnown }, false);
    }
    for (const peer of this.options.hub.peers())
      if (peer !== from && this.#isWelcome(peer))
        this.#say(peer, { kind: 'offer', envelope: offer.envelope });
    this.emit('change', undefined);
  }

  #takePiece({ from, frame }: Arrived): void {
    const isOf = ({ file }: SharedFile): boolean => frame.lineage === parseInt(file.root.slice(0, 8), 16);
    if (this.#files().some((file) => isOf(file) && file.take(from, frame))) return;
    const unasked = (this.#unasked.get(from) ?? 0) + 1;
    this.#unasked.set(from, unasked);
    if (unasked > mostUnasked) this.options.hub.refuse(from, 'pieces of data that nobody asked for (T8)');
  }

  #say(to: MemberId, message: ShareMessage): void {
    this.options.hub.sendJson(to, 'data', message);
  }
}

/** The English says more. */
function offerProblem({ code, says }: Failure<'old' | 'false'>): Saying {
  return inFull(say(`offer-${code}`), logged(says));
}
