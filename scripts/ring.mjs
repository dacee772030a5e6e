// `npm run ring` installs and builds what is missing, then trains in N real tabs (src/cli/ring/ring.ts). The ring owns
// stdout (`--json` prints only JSON lines there); everything else goes to stderr.
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';

const args = process.argv.slice(2);
const isHelp = args.includes('--help') || args.includes('-h');
const hasServer = args.some((arg) => arg === '--url' || arg.startsWith('--url='));

ensureInstalled();
if (!isHelp && !hasServer) buildIfOutdated();
const child = spawn(
  process.execPath,
  ['--import', 'tsx', '--import', './scripts/shader-loader.mjs', 'src/cli/ring/ring.ts', ...args],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
// The child closes its browsers and server. A second signal (Ctrl+C reaches it too) changes nothing.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
