// Bundles the soak's replica (soak-vite.config.ts) in a separate process, because the soak measures its own memory.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fail, ok, type Result } from '../../src/base/result';

const home = path.resolve(import.meta.dirname, '../..');
/** The folder lies below node_modules, so that the packages outside the bundle are found. */
const folder = path.join(home, 'node_modules/.cache/lockstep-soak');

export function bundleSoakReplica(): Result<{ readonly folder: string; readonly file: string }, 'not-built'> {
  const outDir = path.join(folder, String(process.pid));
  const vite = path.join(home, 'node_modules/vite/bin/vite.js');
  const config = path.join(home, 'tools/soak/soak-vite.config.ts');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', config, '--outDir', outDir, '--logLevel', 'warn'],
    { cwd: home, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  );
  if (status !== 0) return fail('not-built', `the soak's replica could not be bundled: ${stderr}`);
  return ok({ folder: outDir, file: path.join(outDir, 'soak-replica.js') });
}
