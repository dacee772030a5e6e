// `npm run check` installs missing packages, then reads the sources side by side: types and lint (one reading finds both),
// format, exports without a reader (knip), words, and commit titles. Each part prints its output when it has ended; the
// first failure decides the exit code.
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const parts = ['lint', 'format', 'unused', 'words', 'titles'];

/** @returns {Promise<{part: string, code: number, output: string}>} */
function run(part) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', `check:${part}`], {
      cwd: root,
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ part, code: 1, output: output + error.message }));
    child.on('close', (code) => resolve({ part, code: code ?? 1, output }));
  });
}

const ended = await Promise.all(
  parts.map(async (part) => {
    const result = await run(part);
    if (result.output) process.stdout.write(result.output);
    if (result.code !== 0) console.log(`check:${part} failed`);
    return result;
  }),
);
process.exitCode = ended.find(({ code }) => code !== 0)?.code ?? 0;
