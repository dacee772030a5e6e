// R30b: the secret of a server that was given none outlasts the process.
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keptRoomSecret } from './room-secret';

const folder = async (): Promise<string> => mkdtemp(path.join(tmpdir(), 'room-secret-'));
const noWarning = (sentence: string): never => {
  throw new Error(sentence);
};

it('R30b is made once, for its owner alone, and found again', async () => {
  const state = path.join(await folder(), '.lockstep');
  const made = await keptRoomSecret(state, noWarning);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(await keptRoomSecret(state, noWarning)).toBe(made);
  expect((await stat(path.join(state, 'room-secret'))).mode & 0o077).toBe(0);
  expect(await keptRoomSecret(await folder(), noWarning)).not.toBe(made);
});

it('a file that was cut short is made again', async () => {
  const state = await folder();
  await writeFile(path.join(state, 'room-secret'), 'abc');
  const made = await keptRoomSecret(state, noWarning);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(await readFile(path.join(state, 'room-secret'), 'utf8')).toBe(made);
});

it('where it cannot be kept, there is none, and the log says so', async () => {
  const file = path.join(await folder(), 'file');
  await writeFile(file, '');
  const warnings: string[] = [];
  const secret = await keptRoomSecret(path.join(file, 'within'), (sentence) => warnings.push(sentence));
  expect(secret).toBeUndefined();
  expect(warnings).toEqual([expect.stringMatching(/^the secret of room codes cannot be kept, .*ENOTDIR/)]);
});
