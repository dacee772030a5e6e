// A folder that Vite cannot build in: the command says so in one line, before it installs anything.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

it('npm start names the character of its folder that no build can read', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'lockstep-folder-'));
  const folder = path.join(parent, 'class #3');
  await mkdir(folder);
  await cp(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  await cp(path.join(root, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `Lockstep cannot be built in ${folder}: move it to a folder without “#” in its path.\n`,
  });
  await rm(parent, { recursive: true });
});
