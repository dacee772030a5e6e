// `npm run dev`: pages by Vite with hot reload, rooms by the room server, which restarts when its code changes. Vite
// forwards the server's requests. vite.config.ts configures the rooms; this file adds what only a served page requests,
// and the labs (/lab/panels).
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();
ensureInstalled();
const port = process.env.PORT ?? '8080';
const target = (process.env.ROOM_SERVER ??= `http://localhost:${port}`);

const { createServer } = await import('vite');
const { labPages } = await import('../tools/lab/lab-pages.mjs');
const vite = await createServer({
  root,
  plugins: [labPages()],
  server: { proxy: { '/config.json': { target }, '/healthz': { target } } },
});
await vite.listen();
vite.printUrls();

// Links must lead to Vite's port, which the server cannot know.
const pageUrl = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? 'http://localhost:5173';
const server = spawn(process.execPath, ['--watch', '--import', 'tsx', 'src/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: port, PUBLIC_URL: process.env.PUBLIC_URL ?? pageUrl },
});
// A second signal (Ctrl+C reaches the server too) changes nothing.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
  void vite.close();
});
