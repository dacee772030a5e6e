// The news that the page gets of data that is offered, received, received again and forgotten.
import { say } from '../../base/sayings';
import { expect, test, vi } from 'vitest';
import { Emitter } from '../../base/emitter';
import { fail, ok, type Result } from '../../base/result';
import { macrotask } from '../../base/testing/drive-clock';
import type { RingMember } from '../../train/member/ring-member';
import { mostSharedBytes } from '../../data/shard-sizes';
import type { FileStore } from '../files/file-store';
import { DataSharing } from './data-sharing';

function sharingOf(bytes: number): DataSharing {
  const data = { kind: 'text', sha256: 'ab', bytes };
  const share = { on: () => undefined, holders: [], server: { sentBytes: 0, receivers: 0 }, givesAll: false };
  const member = { trainer: { state: { config: { data } } }, share, options: { room: { code: 'ROOM' } } };
  const store = { given: () => [new Blob(['text'])] };
  return new DataSharing(member as unknown as RingMember, store as unknown as FileStore, () => 1);
}

test('a text above 512 MiB cannot be offered, and both the page and the notice say so', async () => {
  const large = sharingOf(1e9);
  expect(large.now?.tooLarge).toEqual({ bytes: 1e9, most: 2 ** 29 });
  expect(await large.offer('token', true)).toMatchObject({
    ok: false,
    error: {
      says: say('data-too-large', { bytes: { bytes: 1e9 }, most: { bytes: mostSharedBytes } }),
    },
  });
  expect(sharingOf(mostSharedBytes).now).toMatchObject({ canOffer: true });
  expect(sharingOf(mostSharedBytes).now).not.toHaveProperty('tooLarge');
});

test('J8d: a replica that the host removed forgets the data that it received, once they are no longer written', async () => {
  const removed: string[] = [];
  const folder = { removeEntry: (name: string) => Promise.resolve(void removed.push(name)) };
  const root = { getDirectoryHandle: () => Promise.resolve(folder) };
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
  let stop = (): void => undefined;
  const offer = { sha256: 'ab', bytes: 4, lengths: [4], isOpen: true };
  const share = {
    ...{ on: () => undefined, offer, fetching: undefined },
    fetch: () => new Promise((resolve) => (stop = () => resolve(fail('stopped', 'the replica ended')))),
  };
  const member = { share, prepareAgain: () => undefined };
  const sharing = new DataSharing(member as unknown as RingMember, {} as FileStore, () => 1);
  void sharing.receive();
  const forgotten = sharing.forget();
  await macrotask();
  expect(removed).toEqual([]);
  stop();
  await forgotten;
  expect(removed).toEqual(['ab']);
  vi.unstubAllGlobals();
});

test('T7a: who received the data receives it again once it was added to, also where that is said meanwhile; others do not', async () => {
  const bytesOf = (sha256: string) => new Blob([sha256]);
  const share = Object.assign(new Emitter<{ readonly change: undefined }>(), {
    offer: { sha256: 'aa', bytes: 2, lengths: [1, 1], isOpen: true },
    fetching: undefined as object | undefined,
    ends: [] as (() => void)[],
    asked: [] as string[],
    fetch() {
      const { sha256 } = share.offer;
      share.asked.push(sha256);
      share.fetching = {};
      return new Promise<Result<Blob>>((resolve) =>
        share.ends.push(() => {
          share.fetching = undefined;
          resolve(ok(bytesOf(sha256)));
          share.emit('change', undefined);
        }),
      );
    },
  });
  const held = new Set<string>();
  const add = async (one: Blob, other: Blob) => {
    const sha256 = `${await one.text()}${await other.text()}`;
    held.add(sha256);
    return ok(sha256);
  };
  const store = { has: (sha256: string) => held.has(sha256), add };
  const member = { share, prepareAgain: () => undefined };
  const sharing = new DataSharing(member as unknown as RingMember, store as unknown as FileStore, () => 1);
  const offered = (sha256: string): void => {
    share.offer = { ...share.offer, sha256 };
    share.emit('change', undefined);
  };
  offered('bb');
  expect(share.asked).toEqual([]); // nobody asked for the first one
  const first = sharing.receive();
  await vi.waitFor(() => expect(share.asked).toEqual(['bb']));
  offered('cc'); // while the one before still comes
  share.ends[0]();
  await first;
  await vi.waitFor(() => expect(share.asked).toEqual(['bb', 'cc']));
  share.ends[1]();
  await vi.waitFor(() => expect([...held]).toEqual(['bb', 'cc']));
  offered('cc');
  share.offer.isOpen = false;
  offered('dd');
  expect(share.asked).toEqual(['bb', 'cc']);
});
