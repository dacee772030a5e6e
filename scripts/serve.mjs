// The built page and the room server, as the commands start them.
import { spawn, spawnSync } from 'node:child_process';
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

/** Runs src/server/main.ts in this terminal; it ends with this process. A second signal (Ctrl+C reaches it too)
 *  changes nothing. */
export function runServer({ args = [], env = {}, isWatching = false }) {
  const watch = isWatching ? ['--watch'] : [];
  const child = spawn(process.execPath, [...watch, '--import', 'tsx', 'src/server/main.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return child;
}
