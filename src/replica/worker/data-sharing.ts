// The host's data for members, as a page observes and commands it: the host offers the files that it trains on, a newcomer
// receives them, and the replica goes on as if a person had given them.
import { Emitter } from '../../base/emitter';
import { unexpected, say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { isGzip, readPieces } from '../../data/unpack';
import { yieldToLoop } from '../../base/yield-to-loop';
import type { RingMember } from '../../train/member/ring-member';
import { givenBy } from '../../train/share/shared-file';
import type { Given } from '../../train/share/shard-server';
import { signOffer, type Offer } from '../../train/share/share-message';
import { mostSharedBytes, shardBytes } from '../../data/shard-sizes';
import { listShards, rootOf } from '../../data/shards';
import { isSharedData } from '../../train/run/data-shape';
import type { FileStore } from '../files/file-store';
import { dataPlace, forgetSharedShelf, openSharedShelf } from '../files/shared-shelf';
import type { DataSharingNow, RunConfig } from '../protocol';

/** `change`: what is shared, or what the page shows of it. */
export class DataSharing extends Emitter<{ readonly change: undefined }> {
  #isPreparing = false;
  #problem: Saying | undefined;
  #receiving: Promise<void> | undefined;
  /** The hash of the data that this replica's person asked the members for. */
  #received: string | undefined;

  constructor(
    readonly member: RingMember,
    readonly store: FileStore,
    readonly sequence: () => number,
  ) {
    super();
    member.share.on('change', () => {
      this.#changed();
      this.#receiveMended();
    });
  }

  /** T7a: who received this room's data receives it again once the host has added to it, after what still comes. */
  #receiveMended(): void {
    const { offer, fetching } = this.member.share;
    if (fetching) return;
    const isNew = offer?.isOpen && this.#received !== undefined && this.#received !== offer.sha256;
    if (!isNew || this.store.has(offer.sha256)) return;
    this.#received = offer.sha256; // a try that fails is repeated by the person
    void this.receive();
  }

  #changed(): void {
    this.emit('change', undefined);
  }

  /** The host: its data goes to members who ask for it; or no longer. */
  async offer(
    hostToken: string,
    isOpen: boolean,
    data = fileData(this.member),
  ): Promise<Result<null, 'not-offered'>> {
    const { code } = this.member.options.room;
    const { share } = this.member;
    if (!isOpen) {
      const { offer } = share;
      if (!offer) return ok(null);
      const { kind, sha256, root, lengths } = offer;
      share.publish(
        signOffer(hostToken, code, this.sequence(), { kind, sha256, root, lengths, isOpen }),
        undefined,
      );
      return ok(null);
    }
    const files = data && this.store.given(data.sha256);
    if (!data || !files) return fail('not-offered', say('files-not-here'));
    if (data.kind === 'text' && (data.bytes ?? 0) > mostSharedBytes) return tooLarge(data.bytes!);
    const listed = await this.#listed(files);
    if (!listed?.ok) return listed ?? ok(null);
    const { given, lengths } = listed.value;
    const body = { kind: 'offer-data', sha256: data.sha256, lengths, root: given.root, isOpen } as const;
    share.publish(signOffer(hostToken, code, this.sequence(), body), given);
    return ok(null);
  }

  /** A member passes on its own copy of what the host offers; or no longer (T7). */
  async help(isOpen: boolean): Promise<Result<null, 'not-offered'>> {
    const { share } = this.member;
    const { offer } = share;
    if (!isOpen) share.give(undefined);
    if (!isOpen) return ok(null);
    const files = offer?.isOpen ? this.store.given(offer.sha256) : undefined;
    if (!offer || !files) return fail('not-offered', say('offer-not-here'));
    const listed = await this.#listed(files);
    if (!listed?.ok) return listed ?? ok(null);
    if (!share.give(listed.value.given)) return fail('not-offered', say('copy-of-other-data'));
    return ok(null);
  }

  /** Unpacked, cut and hashed; undefined: that is under way. */
  async #listed(
    files: readonly Blob[],
  ): Promise<Result<{ given: Given; lengths: number[] }, 'not-offered'> | undefined> {
    if (this.#isPreparing) return undefined;
    this.#isPreparing = true;
    this.#changed();
    try {
      const plain: Blob[] = [];
      for (const file of files) {
        const unpacked = await plainFile(file);
        if (!unpacked.ok) return unpacked;
        plain.push(unpacked.value);
      }
      const whole = new Blob(plain); // parts of a file on disk: not copied
      if (whole.size > mostSharedBytes) return tooLarge(whole.size);
      const list = await listShards(whole, yieldToLoop);
      return ok({ given: givenBy(whole, rootOf(list), list), lengths: plain.map(({ size }) => size) });
    } catch (error) {
      return fail(
        'not-offered',
        say('file-unreadable', { name: say('the-file'), detail: unexpected(String(error)) }),
      );
    } finally {
      this.#isPreparing = false;
      this.#changed();
    }
  }

  /** Receives the room's data and gives it to the store. The problem, if there is one, is shown beside the offer. */
  async receive(): Promise<void> {
    const { offer, fetching } = this.member.share;
    if (!offer || fetching) return;
    this.#received = offer.sha256;
    this.#receiving = this.#receive(offer);
    await this.#receiving;
    this.#receiveMended();
  }

  /** The host removed or refused this replica: what it received of the host's data leaves this device (J8d). */
  async forget(): Promise<void> {
    const { offer } = this.member.share;
    await this.#receiving;
    if (offer) await forgetSharedShelf(dataPlace(offer.sha256), offer.sha256);
  }

  async #receive(offer: Offer): Promise<void> {
    const { share } = this.member;
    this.#problem = undefined;
    const shelf = await openSharedShelf(dataPlace(offer.sha256), offer.sha256, offer.bytes);
    const end = await share.fetch(shelf, yieldToLoop);
    if (!end.ok) this.#problem = end.error.code === 'stopped' ? undefined : end.error.says;
    else {
      const { sha256, lengths } = offer;
      const first = end.value.slice(0, lengths[0]);
      const added =
        lengths.length === 2
          ? await this.store.add(first, end.value.slice(lengths[0]), 'data')
          : await this.store.addText(first);
      if (!added.ok) this.#problem = added.error.says;
      else if (added.value !== sha256) this.#problem = say('not-the-rooms-data');
      this.member.prepareAgain();
    }
    this.#changed();
  }

  stop(): void {
    this.member.share.fetching?.stop(say('data-cancelled'));
  }

  get now(): DataSharingNow | undefined {
    const { share } = this.member;
    const { offer, fetching, server } = share;
    const data = fileData(this.member);
    const canOffer = data !== undefined && this.store.given(data.sha256) !== undefined;
    const bytes = data?.kind === 'text' ? (data.bytes ?? 0) : 0;
    if (!offer && !canOffer) return undefined;
    return {
      canOffer,
      ...(bytes > mostSharedBytes && { tooLarge: { bytes, most: mostSharedBytes } }),
      isPreparing: this.#isPreparing,
      offer: offer?.isOpen ? { sha256: offer.sha256, bytes: offer.bytes } : undefined,
      holders: share.holders.map((peer) => this.member.nameOf(peer)),
      receiving: fetching && {
        bytes: fetching.receivedBytes,
        from: fetching.givers.length,
        isLinked: share.holders.length > 0,
      },
      givesAll: share.givesAll,
      problem: this.#problem,
      sentBytes: server.sentBytes,
      receivers: server.receivers,
    };
  }
}

function fileData({ trainer, replica }: RingMember) {
  const config: RunConfig | undefined = trainer.state?.config ?? replica.ready?.config;
  const data = config?.data;
  // Where each member brings its own, nobody sends any.
  return isSharedData(data) ? data : undefined;
}

function tooLarge(bytes: number): Result<never, 'not-offered'> {
  return fail('not-offered', say('data-too-large', { bytes: { bytes }, most: { bytes: mostSharedBytes } }));
}

/** Unpacked into a Blob, which the browser may keep on disk. */
async function plainFile(file: Blob): Promise<Result<Blob, 'not-offered'>> {
  if (!(await isGzip(file))) return ok(file);
  const parts: Blob[] = [];
  let last: Uint8Array<ArrayBuffer>[] = [];
  let lastBytes = 0;
  const read = await readPieces(file, mostSharedBytes, say('the-file'), (piece) => {
    last.push(piece);
    lastBytes += piece.length;
    if (lastBytes >= shardBytes) {
      parts.push(new Blob(last));
      last = [];
      lastBytes = 0;
    }
    return true;
  });
  return read.ok ? ok(new Blob([...parts, ...last])) : fail('not-offered', read.error.says);
}
