// The file of examples: its bytes, its mode, its bound, and that it is gone once the process ends, by a signal too.
import { expect, test } from 'vitest';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prng } from '../../base/prng';
import { temporaryShelf } from './temporary-shelf';

test('pieces become one Blob, and any slice of it can be read', async () => {
  const random = prng('temporary shelf');
  const bytes = Uint8Array.from({ length: 3_000_001 }, () => random.below(256));
  const shelf = temporaryShelf();
  const used = new Uint8Array(70_001);
  for (let at = 0; at < bytes.length; at += used.length) {
    const piece = used.subarray(0, Math.min(used.length, bytes.length - at));
    piece.set(bytes.subarray(at, at + piece.length)); // the caller uses its piece again
    shelf.append(piece);
  }
  const blob = await shelf.finish();
  expect(Buffer.compare(Buffer.from(await blob.arrayBuffer()), bytes)).toBe(0);
  for (const [from, to] of [
    [0, 2],
    [1_048_575, 1_048_579],
    [2_999_990, 9_000_000],
    [7, 7],
  ]) {
    // prettier-ignore
    const slice = new Uint8Array(await blob.slice(from, to).arrayBuffer());
    expect(slice).toEqual(bytes.slice(from, to));
    expect(
      new Uint8Array(
        await blob
          .slice(from)
          .slice(0, to - from)
          .arrayBuffer(),
      ),
    ).toEqual(slice);
  }
});

test('more than the bound is refused', () => {
  const shelf = temporaryShelf(100);
  shelf.append(new Uint8Array(100));
  expect(() => shelf.append(new Uint8Array(1))).toThrow('the examples take more than 100 bytes');
});

const entry = path.join(import.meta.dirname, 'testing', 'hold-shelf.ts');
const home = path.resolve(import.meta.dirname, '../../..');

test('nobody else may read the file, and it goes with the process', async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), 'lockstep-shelf-test-'));
  const child = spawn(process.execPath, ['--import', 'tsx', entry], { cwd: home, env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const folders = readdirSync(temporary).filter((name) => name.startsWith('lockstep-table-'));
  expect(folders).toHaveLength(1);
  const [folder] = folders.map((name) => path.join(temporary, name));
  const modes = [folder, path.join(folder, 'examples')].map((name) => statSync(name).mode & 0o777);
  if (process.platform !== 'win32') expect(modes).toEqual([0o700, 0o600]);
  child.kill('SIGTERM');
  await ended;
  expect(existsSync(folder)).toBe(false);
  await rm(temporary, { recursive: true });
});
