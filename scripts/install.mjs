// The requirements of every command: a recent enough Node, and the npm packages of package-lock.json. Plain Node
// without imports from node_modules, because this runs on a bare machine.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, without a trailing separator. */
export const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** The range of Node in package.json, as '>=20.19'. */
export const wantedNode = () =>
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).engines.node;

/** Ends the process with one clear line when this Node is older than `range`. Its text is the first of server.mjs, too: it
 *  uses nothing beside itself. */
export function refuseOldNode(range) {
  const wanted = range.replace('>=', '').split('.').map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= (wanted[1] ?? 0))) return;
  console.error(`Lockstep needs Node ${range}; this is ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}

export const ensureNode = () => refuseOldNode(wantedNode());

/** Whether node_modules is missing, or older than package-lock.json. */
export function packagesOutdated() {
  const changedMs = (file) =>
    statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  return changedMs('package-lock.json') > changedMs('node_modules/.package-lock.json');
}

/** Ends the process with one clear line in a folder that Vite cannot build in: it reads paths as addresses. */
export function ensureFolder() {
  const [bad] = /[#?]/.exec(root) ?? [];
  if (!bad) return;
  console.error(`Lockstep cannot be built in ${root}: move it to a folder without “${bad}” in its path.`);
  process.exit(1);
}

/** Checks Node and the folder, then runs `npm ci` when packages are missing or outdated. Ends the process when that fails. */
export function ensureInstalled() {
  ensureNode();
  ensureFolder();
  if (!packagesOutdated()) return;
  console.error('Installing packages (npm ci) …');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    // stdout belongs to the calling command: npm may write to stderr only.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // npm is a .cmd file there
  });
  if (status === 0) return;
  console.error(`npm ci failed${error ? `: ${error.message}` : ` with exit code ${status}`}; see above.`);
  process.exit(1);
}
