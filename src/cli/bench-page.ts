// The bench page in a real Chromium, served by Vite without a build: the rivals are development packages, and the
// product's build never sees them. Nothing watches files, so that an edit cannot reload a page that is measuring.
import path from 'node:path';
import { createServer, type Plugin } from 'vite';

const home = path.resolve(import.meta.dirname, '../..');

const documentPath = '/bench';

/** Not through Vite's HTML: its client would look for the socket that is switched off. */
const benchDocument: Plugin = {
  name: 'bench-document',
  configureServer(server) {
    server.middlewares.use(documentPath, (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        '<!doctype html><title>Lockstep bench</title><link rel="icon" href="data:,">' +
          '<script type="module" src="/app/lab/bench/main.ts"></script>',
      );
    });
  },
};

export interface BenchServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveBench(): Promise<BenchServer> {
  const server = await createServer({
    root: home,
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    plugins: [benchDocument],
    cacheDir: path.join(home, 'node_modules/.vite-bench'),
    optimizeDeps: { entries: ['app/lab/bench/main.ts'] },
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('the bench server has no port');
  return {
    url: `http://127.0.0.1:${address.port}${documentPath}`,
    close: () => server.close(),
  };
}
