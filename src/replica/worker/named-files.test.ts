// T17: how a replica comes by a file that its run names: from its person, from this device, from members, or not at all.
import { afterEach, expect, test, vi } from 'vitest';
import { drive, driveFor, driveUntil } from '../../base/testing/drive-clock';
import { inEnglish } from '../../cli/english/in-english';
import { logged, say, type Saying } from '../../base/sayings';
import { nameOfBytes } from '../../data/name-of-file';
import { dataOf, type Sharer, ShareScene } from '../../train/share/testing/share-scene';
import { NamedFiles } from './named-files';

const bytes = dataOf(300_000);
const file = nameOfBytes(bytes);
const words = {
  fetching: (percent: number) => say('fetching-tokenizer', { percent }),
  didNotCome: (detail: Saying) => say('tokenizer-did-not-come', { detail }),
};

function filesOf({ share }: Sharer) {
  const shown: string[] = [];
  const files = new NamedFiles({
    share: () => share,
    show: (doing) => shown.push(logged(doing)),
    isAwaited: () => false,
  });
  files.use([file]);
  return { files, shown };
}

afterEach(() => vi.unstubAllGlobals());

test('a member gives it, the newcomer shows how far it is, and another run lets it go', async () => {
  const scene = new ShareScene(1);
  const [one, two] = [scene.add(), scene.add()];
  const [host, guest] = [filesOf(one), filesOf(two)];
  await host.files.add(new Blob([bytes]));
  const got = await drive(scene.clock, guest.files.get(file, words));
  expect(got.ok && new Uint8Array(await got.value.arrayBuffer())).toEqual(bytes);
  expect(guest.shown.at(-1)).toContain('"percent":100');
  expect(two.share.named(file).given?.held.isWhole).toBe(true);
  guest.files.use([]);
  guest.files.use([file]);
  expect(two.share.named(file).given?.held.isWhole).toBe(true); // it is still here
});

test('nobody has it: a sentence says that no tokenizer came, and why', async () => {
  const scene = new ShareScene(2);
  const alone = filesOf(scene.add());
  const got = await drive(scene.clock, alone.files.get(file, words));
  expect(got.ok ? '' : inEnglish(got.error.says)).toMatch(
    /^no tokenizer came from the members: no member who has the data is linked directly for 60 seconds/,
  );
});

test('its person gives it while members are asked in vain, and members get it from there', async () => {
  const scene = new ShareScene(3);
  const [one, two] = [scene.add(), scene.add()];
  const [host, guest] = [filesOf(one), filesOf(two)];
  const waiting = Promise.all([host.files.get(file, words), guest.files.get(file, words)]);
  await driveFor(scene.clock, 5_000);
  await host.files.add(new Blob([bytes]));
  await driveUntil(scene.clock, () => two.share.named(file).given?.held.isWhole === true);
  expect((await drive(scene.clock, waiting)).map(({ ok }) => ok)).toEqual([true, true]);
});

test('what this device kept needs no member, and a file that was torn is not taken', async () => {
  let kept = bytes;
  const handle = { getFile: () => Promise.resolve(new File([kept], file.root)) };
  const folder = { getFileHandle: () => Promise.resolve(handle) };
  const root = { getDirectoryHandle: () => Promise.resolve(folder) };
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
  const scene = new ShareScene(4);
  const first = filesOf(scene.add());
  const got = await first.files.get(file, words);
  expect(got.ok && got.value.size).toBe(bytes.length);
  kept = bytes.slice();
  kept[7] ^= 1;
  const alone = filesOf(new ShareScene(5).add());
  const waiting = alone.files.get(file, words);
  await alone.files.add(new Blob([bytes])); // ends the wait for members
  const given = await waiting;
  expect(given.ok && new Uint8Array(await given.value.arrayBuffer())).toEqual(bytes);
});
