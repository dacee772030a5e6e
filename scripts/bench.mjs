// `npm run bench` installs missing packages, then compares the engine with jax-js and tfjs (src/cli/bench/bench.ts).
// The bench owns stdout (`--json` prints only JSON lines there); everything else goes to stderr.
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
// The child closes its browser. A second signal (Ctrl+C reaches it too) changes nothing.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
