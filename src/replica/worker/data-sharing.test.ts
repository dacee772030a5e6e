// What the page hears of a text that is larger than members can be sent.
import { say } from '../../base/sayings';
import { expect, test, vi } from 'vitest';
import { fail } from '../../base/result';
import { macrotask } from '../../base/testing/drive-clock';
import type { RingMember } from '../../train/member/ring-member';
import { mostSharedBytes } from '../../data/shards';
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
