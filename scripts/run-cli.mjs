// Runs a command of src/cli in this terminal: TypeScript without a build, shaders as text.
import { spawn } from 'node:child_process';
import { root } from './install.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

/** `flags`: Node's. The exit code is the command's. A signal to this process stops the command once, which ends what it started. */
export function runCli(file, args, flags = []) {
  stopWithNpm();
  const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];
  const child = spawn(process.execPath, [...flags, ...loaders, file, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
