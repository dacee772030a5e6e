// Texts that a replica was given, with limits so low that a short one is large.
import { say } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ArrayTokenFile } from '../../data/testing/array-token-file';
import { FileStore } from './file-store';
import type { TokenFile } from '../../data/tokens';

const text = Array.from({ length: 300 }, (_, at) => `${at} sheep and ${at * 7} goats\n`).join('');
const bytes = new Blob([text]);
const limits = { inMemoryBytes: 1000, mostListed: 1000 };

function counted(): { files: ArrayTokenFile[]; openTokens: (bytes: number) => Promise<TokenFile> } {
  const files: ArrayTokenFile[] = [];
  return {
    files,
    openTokens(size) {
      expect(size).toBe(text.length);
      files.push(new ArrayTokenFile());
      return Promise.resolve(files.at(-1)!);
    },
  };
}

test('a large text has its tokens in one file, for every context', async () => {
  const { files, openTokens } = counted();
  const store = new FileStore({ ...limits, openTokens });
  const added = await store.addText(bytes);
  if (!added.ok) throw new Error(inEnglish(added.error.says));
  expect(files).toHaveLength(1); // its own characters, until a run says otherwise
  const [one, other] = [await store.text(added.value, 16, 'sheep'), await store.text(added.value, 32, 'sheep')]; // prettier-ignore
  expect(files).toHaveLength(1);
  expect([one!.text!.large?.length, other!.text!.large?.length]).toEqual([text.length, text.length]);
  const inputs = new Float32Array(16);
  one!.read(9, inputs, 0, new Uint32Array(16), 0);
  const { vocabulary } = one!.text!;
  const characters = vocabulary.kind === 'characters' ? vocabulary.characters : [];
  expect(Array.from(inputs, (token) => characters[token]).join('')).toBe(text.slice(72, 88));
});

test('other tokens, or another text, take the place of those before', async () => {
  const { files, openTokens } = counted();
  const store = new FileStore({ ...limits, openTokens });
  const first = await store.addText(bytes);
  const second = await store.addText(new Blob([text.toUpperCase()]));
  if (!first.ok || !second.ok) throw new Error('not added');
  const named = { kind: 'characters', characters: [...new Set(text)].sort() } as const;
  await store.text(first.value, 16, 'sheep');
  await store.text(first.value, 16, 'sheep', named);
  // Files 0 and 1 came with the texts; the second is no longer in use then.
  expect(files.map(({ isRemoved }) => isRemoved)).toEqual([true, true, false]);
  await store.text(second.value, 16, 'SHEEP');
  expect(files.map(({ isRemoved }) => isRemoved)).toEqual([true, true, true, false]);
  expect(await store.addText(bytes)).toEqual(first);
  expect(files.at(-1)!.isRemoved).toBe(true); // the same text again
  expect(await store.text(first.value, 16, 'sheep')).toBeDefined();
});

test('a run that needs a text waits while it is read', async () => {
  const { openTokens } = counted();
  const store = new FileStore({ ...limits, openTokens });
  const known = await new FileStore(limits).addText(bytes);
  if (!known.ok) throw new Error('not added');
  expect(await store.text(known.value, 16, 'sheep')).toBeUndefined();
  const adding = store.addText(bytes);
  expect((await store.text(known.value, 16, 'sheep'))?.text?.large?.length).toBe(text.length);
  await adding;
});

test('a gzipped text, and one of many characters, are read as the run says', async () => {
  const files: ArrayTokenFile[] = [];
  const openTokens = () => Promise.resolve((files[files.length] = new ArrayTokenFile()));
  const store = new FileStore({ ...limits, openTokens });
  const packed = await store.addText(new Blob([new Uint8Array(gzipSync(text))]));
  const plain = await store.addText(bytes);
  expect(packed).toEqual(plain);
  const wide = Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  const many = await store.addText(new Blob([wide, text]));
  if (!packed.ok || !many.ok) throw new Error('not added');
  expect((await store.text(packed.value, 16, 'sheep'))!.text!.large?.length).toBe(text.length);
  expect(await store.text(many.value, 16, 'many')).toBeUndefined();
  const pairs = { kind: 'byte-pairs', merges: [[0x73, 0x68]] } as const; // “sh”
  const inPairs = await store.text(many.value, 16, 'many', pairs);
  expect(inPairs!.text!.large?.length).toBe(3 * 300 + text.length - 300);
});

test.each([
  ['without a private file system', () => Promise.resolve(undefined), say('large-text-no-room', { bytes: { bytes: text.length }, inMemory: { bytes: 1000 } })], // prettier-ignore
  ['with a full one', () => Promise.resolve(new ArrayTokenFile(500)), say('text-not-kept-full')],
])('%s the device says why it cannot train on a large text', async (_, openTokens, says) => {
  const store = new FileStore({ ...limits, openTokens });
  const added = await store.addText(bytes);
  if (!added.ok) throw new Error(inEnglish(added.error.says));
  expect(await store.text(added.value, 16, 'sheep')).toBeUndefined();
  expect(store.problem).toEqual(says);
  const small = await store.addText(new Blob([text.slice(0, 900)]));
  expect(small.ok && (await store.text(small.value, 16, 'lamb'))).toBeDefined();
});
