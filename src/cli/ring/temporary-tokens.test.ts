import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTemporaryTokens } from './temporary-tokens';

const parent = mkdtempSync(path.join(tmpdir(), 'temporary-tokens-test-'));
afterAll(() => rmSync(parent, { recursive: true }));

test('what was written is read again, and no name of it is left while it is open', async () => {
  const [one, other] = [await openTemporaryTokens(1000, parent), await openTemporaryTokens(1000, parent)];
  if (process.platform !== 'win32') expect(readdirSync(parent)).toEqual([]);
  one!.write(0, Uint8Array.of(1, 2, 3, 4));
  one!.write(2, Uint8Array.of(5));
  one!.write(5_000_000_000, Uint8Array.of(6)); // a hole: the system keeps no bytes for it
  other!.write(0, Uint8Array.of(9));
  const read = new Uint8Array(3);
  one!.read(1, read);
  expect([...read]).toEqual([2, 5, 4]);
  one!.read(4_999_999_998, read);
  expect([...read]).toEqual([0, 0, 6]);
  expect(() => one!.read(5_000_000_000, read)).toThrow('the file of tokens ends at byte 5000000001');
  other!.read(0, read.subarray(0, 1));
  expect(read[0]).toBe(9);
  await one!.remove();
  await one!.remove();
  await other!.remove();
  expect(readdirSync(parent)).toEqual([]);
  expect(() => one!.read(0, read)).toThrow();
});

test('without room, or where nothing may be written, there is none', async () => {
  expect(await openTemporaryTokens(2 ** 60, parent)).toBeUndefined();
  expect(await openTemporaryTokens(1, path.join(parent, 'missing'))).toBeUndefined();
  expect(readdirSync(parent)).toEqual([]);
});
