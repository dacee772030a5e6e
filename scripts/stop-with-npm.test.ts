// A script that npm runs ends when npm is stopped, and gives its port back: npm, its shell and the script are real.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const module = pathToFileURL(path.resolve(import.meta.dirname, 'stop-with-npm.mjs')).href;

it('ends the script, which leaves its port, when npm gets SIGTERM', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-npm-'));
  // Two commands: no shell may replace itself by the last one before the first has ended.
  await writeFile(path.join(folder, 'package.json'), '{"scripts":{"start":"true && node serve.mjs"}}');
  await writeFile(
    path.join(folder, 'serve.mjs'),
    `import { createServer } from 'node:net';
     import { stopWithNpm } from ${JSON.stringify(module)};
     stopWithNpm();
     const server = createServer().listen(0, '127.0.0.1', () => console.log('port', server.address().port));`,
  );
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<number>((resolve, reject) => {
    npm.stdout.on('data', (text) => {
      const [, found] = /port (\d+)/.exec(String(text)) ?? [];
      if (found) resolve(Number(found));
    });
    npm.once('exit', (code) => reject(new Error(`npm ended with ${code}`)));
  });
  expect(await isOpen(port)).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(() => isOpen(port), { timeout: 30_000 }).toBe(false);
  await rm(folder, { recursive: true });
});

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
