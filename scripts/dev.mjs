// `npm run dev`: pages by Vite with hot reload, rooms by the room server, which restarts when its code changes. Vite
// forwards the server's requests. vite.config.ts configures the rooms; this file adds what only a served page requests,
// and the labs (/lab/panels).
import { ensureInstalled, root } from './install.mjs';
import { runServer } from './serve.mjs';

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
const server = runServer({
  isWatching: true,
  env: { PORT: port, PUBLIC_URL: process.env.PUBLIC_URL ?? pageUrl },
});
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
  void vite.close();
});
