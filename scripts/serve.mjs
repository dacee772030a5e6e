// The built page, as the commands need it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './install.mjs';
import { buildOutdated } from './setup-build.mjs';

/** Ends the process when the build fails: an old page would not fit a new server. */
export function buildIfOutdated() {
  if (!buildOutdated()) return;
  console.error('Building the page …');
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status === 0) return;
  console.error('The build failed; see above.');
  process.exit(1);
}
