// Members on the simulated network who share data: each with its links and nothing else of a replica.
import { inEnglish } from '../../../cli/english/in-english';
import { ManualClock } from '../../../base/clock';
import { prng } from '../../../base/prng';
import { macrotask } from '../../../base/testing/drive-clock';
import { WireLink } from '../../../net/link/wire-link';
import { newHostKeys } from '../../../net/room/signed-command';
import type { PathConditions } from '../../../net/testing/simulated-direction';
import { SimulatedNetwork } from '../../../net/testing/simulated-network';
import { Hub } from '../../peers/hub';
import { DataShare } from '../data-share';
import { givenBy } from '../shared-file';
import type { ShardShelf } from '../shard-fetch';
import { signOffer, type OfferBody } from '../share-message';
import { listShards, rootOf } from '../../../data/shards';

export interface Sharer {
  readonly id: string;
  readonly hub: Hub;
  readonly share: DataShare;
  readonly warnings: string[];
}

export class ShareScene {
  readonly clock = new ManualClock();
  readonly network: SimulatedNetwork;
  readonly members: Sharer[] = [];
  readonly keys;
  #sequence = 1;

  constructor(
    readonly seed: number,
    conditions: Partial<PathConditions> = {},
  ) {
    this.network = new SimulatedNetwork({ clock: this.clock, seed, conditions });
    const random = prng('keys', seed);
    this.keys = newHostKeys((length) => Uint8Array.from({ length }, () => random.below(256)));
  }

  /** The peers that the door of the room shuts out, as all know it. */
  readonly shutOut = new Set<string>();

  /** Linked to all before it. */
  add(isTraining = false): Sharer {
    const id = `member ${this.members.length}`;
    const clock = this.network.clockOf(id);
    const hub = new Hub(clock);
    const warnings: string[] = [];
    const share = new DataShare({
      ...{ self: id, hub, clock, random: prng(this.seed, id), isTraining: () => isTraining },
      ring: () => undefined,
      room: { hostPublicKey: this.keys.hostPublicKey, code: 'ROOM' },
      nameOf: (peer) => peer,
      isWelcome: (peer) => !this.shutOut.has(peer),
      warn: (says) => warnings.push(inEnglish(says)),
    });
    const member = { id, hub, share, warnings };
    for (const other of this.members) this.connect(member, other);
    this.members.push(member);
    return member;
  }

  connect(a: Sharer, b: Sharer): void {
    const [wireA, wireB] = this.network.connect(a.id, b.id);
    const link = (of: Sharer, wire: typeof wireA, peer: string): void =>
      of.hub.add(peer, new WireLink({ clock: this.network.clockOf(of.id), wire, peer }));
    link(a, wireA, b.id);
    link(b, wireB, a.id);
  }

  /** `signed`: the offer of other bytes than are given. */
  async offer(host: Sharer, data: Uint8Array<ArrayBuffer>, signed = data): Promise<void> {
    const list = await listShards(new Blob([signed]), () => Promise.resolve());
    const root = rootOf(list);
    host.share.publish(
      this.envelope({ root, lengths: [data.length] }),
      givenBy(new Blob([data]), root, list),
    );
  }

  envelope(body: Pick<OfferBody, 'root' | 'lengths'> & Partial<OfferBody>, token = this.keys.hostToken) {
    return signOffer(token, 'ROOM', this.#sequence++, {
      ...{ kind: 'offer-data', sha256: 'ab'.repeat(32), isOpen: true },
      ...body,
    });
  }
}

export const pause = (): Promise<void> => macrotask();

/** A shelf in memory; `kept`: from before. */
export function shelfOf(kept: Uint8Array<ArrayBuffer> = new Uint8Array(), total = 16 * 2 ** 20) {
  const bytes = new Uint8Array(total);
  bytes.set(kept);
  let size = kept.length;
  const writes: number[] = [];
  const shelf: ShardShelf = {
    bytes: kept.length,
    read: (at, length) => Promise.resolve(bytes.slice(at, at + length)),
    write(at, piece) {
      bytes.set(piece, at);
      size = Math.max(size, at + piece.length);
      writes.push(at);
      return Promise.resolve();
    },
    finish: () => Promise.resolve(new Blob([bytes.subarray(0, size)])),
    close: () => undefined,
  };
  return { shelf, writes, bytes };
}

export function dataOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const random = prng('data', seed);
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let i = 0; i < words.length; i++) words[i] = random.uint32();
  return new Uint8Array(words.buffer, 0, length).slice();
}
