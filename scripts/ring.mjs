// `npm run ring`: installs and builds what is missing, then trains in N real tabs (src/cli/ring.ts).
// stdout belongs to the ring (`--json` prints only JSON lines there): everything else talks on stderr.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildOutdated } from './setup-build.mjs';
import { ensureInstalled, root } from './install.mjs';

const args = process.argv.slice(2);
const onlyHelp = args.includes('--help') || args.includes('-h');
ensureInstalled();
if (!onlyHelp && !args.some((arg) => arg === '--url' || arg.startsWith('--url=')) && buildOutdated()) build();

const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/ring.ts', ...args], {
  cwd: root,
  stdio: 'inherit',
});
// The child closes its browsers and server; told twice (Ctrl+C reaches it too) it does so once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

function build() {
  console.error('Building …');
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    console.error('The build failed; see above.');
    process.exit(1);
  }
}
