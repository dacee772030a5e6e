// Texts whose tokens do not fit into memory, as a person gives them, against the same texts in memory.
import { say } from '../../base/sayings';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { RecipeWish } from '../recipe';
import { ArrayTokenFile } from '../testing/array-token-file';
import { importFiles, type GivenFile } from './import-files';
import type { OnProgress } from './wanted';
import type { TextRoom } from './text-part';
import type { TokenFile } from '../tokens';

const given = (path: string, ...parts: BlobPart[]): GivenFile => ({ path, file: new Blob(parts) });

describe('a text too large for memory', () => {
  const line = 'the quick brown fox jumps over the lazy dog and the moon\n';
  const long = Array.from({ length: 900 }, (_, at) => `${at}: ${line}`).join('');
  const packed = new Uint8Array(gzipSync(long));
  const read = (
    bytes: string | Uint8Array<ArrayBuffer>,
    room: TextRoom,
    wish?: RecipeWish,
    onProgress: OnProgress = () => undefined,
  ) =>
    // prettier-ignore
    importFiles([given('long.txt', bytes)], wish, onProgress, undefined, { inMemoryBytes: 4096, ...room });
  const files: ArrayTokenFile[] = [];
  const openTokens = (bytes: number): Promise<TokenFile> => {
    expect(bytes).toBe(long.length);
    files.push(new ArrayTokenFile());
    return Promise.resolve(files.at(-1)!);
  };
  const learn = { kind: 'text', learn: 300 } as const;

  test.each([
    ['in characters', long, undefined],
    ['gzipped', packed, undefined],
    ['in byte pairs', long, learn],
    ['gzipped, in byte pairs', packed, learn],
  ])('is read whole where its tokens have a file: %s', async (_, bytes, wish) => {
    const seen: number[] = [];
    const large = await read(bytes, { openTokens }, wish, (now, of, total) => {
      if (of !== 'text') return;
      expect(total).toBe(long.length);
      seen.push(now);
    });
    const memory = await read(bytes, { inMemoryBytes: 2 ** 20 }, wish);
    if (!large.ok || !memory.ok || large.value.kind !== 'text') throw new Error('not read');
    expect(large.value).toEqual({ ...memory.value, file: expect.any(Blob) as Blob });
    expect(large.value.file.size).toBe(bytes.length);
    expect(large.value.bytes).toBe(long.length);
    expect(seen.at(-1)).toBe(long.length);
    expect(files.length).toBeGreaterThan(0);
    expect(files.every(({ isRemoved }) => isRemoved)).toBe(true);
  });

  test('more than 256 characters: the second file takes its byte pairs', async () => {
    const wide = Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('') + long;
    const opened: ArrayTokenFile[] = [];
    const large = await importFiles([given('wide.txt', wide)], undefined, () => undefined, undefined, {
      inMemoryBytes: 4096,
      openTokens: () => Promise.resolve((opened[opened.length] = new ArrayTokenFile())),
    });
    expect(large).toMatchObject({ ok: true, value: { kind: 'text', recipe: { kind: 'text' } } });
    expect(opened.map(({ isRemoved }) => isRemoved)).toEqual([true, true]);
  });

  test.each([
    ['nowhere', undefined, long, long.length],
    ['nowhere, gzipped', undefined, packed, 0],
    ['no room for it', () => Promise.resolve(undefined), long, long.length],
    ['no room for it, gzipped', () => Promise.resolve(undefined), packed, long.length],
  ])('is read to the last whole line that fits where there is %s', async (_, openNone, bytes, cutFrom) => {
    const cut = await read(bytes, { openTokens: openNone });
    const fits = long.slice(0, long.lastIndexOf('\n', 4095) + 1);
    const note = cutFrom
      ? say('first-part', { used: { bytes: fits.length }, of: { bytes: cutFrom } })
      : say('first-part-of-more', { used: { bytes: fits.length } });
    expect(cut).toMatchObject({ value: { bytes: fits.length, cutFrom, notes: [note] } });
    expect(cut.ok && cut.value.kind === 'text' && (await cut.value.file.text())).toBe(fits);
  });

  test('is refused with words where the disk is full half-way, and leaves nothing', async () => {
    const full = new ArrayTokenFile(20_000);
    expect(await read(long, { openTokens: () => Promise.resolve(full) })).toMatchObject({
      ok: false,
      error: {
        says: { code: 'text-not-kept-full' },
      },
    });
    expect(full.isRemoved).toBe(true);
  });
});
