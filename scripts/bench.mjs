// `npm run bench`: installs what is missing, then compares the engine with jax-js and tfjs (src/cli/bench/bench.ts).
// stdout belongs to the bench (`--json` prints only JSON lines there): everything else talks on stderr.
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const child = spawn(
  process.execPath,
  ['--import', 'tsx', 'src/cli/bench/bench.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
// The child closes its browser; told twice (Ctrl+C reaches it too) it does so once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
