// A page of tools/lab in a real browser, served by Vite without a build: its rivals and checks do not belong in the
// product's build. Nothing watches files, so an edit cannot reload a page while it measures.
import path from 'node:path';
import { createServer, type Plugin } from 'vite';
import { words } from '../../scripts/words/words-plugin.mjs';

const home = path.resolve(import.meta.dirname, '../..');

/** What an isolated page asks of its scripts: those of Workers must be isolated too. */
const forIsolated = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** A folder of tools/lab whose main.ts is the page. */
export type LabPage = 'bench' | 'f16' | 'far' | 'finetune' | 'wire';

export interface LabServer {
  readonly url: string;
  close(): Promise<void>;
}

/** With `?isolated` in its address the page is cross-origin isolated: it has shared memory, so threads. */
export async function serveLabPage(name: LabPage, host = '127.0.0.1'): Promise<LabServer> {
  const script = `tools/lab/${name}/main.ts`;
  const server = await createServer({
    root: home,
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    plugins: [words(), labDocument(name, script)],
    cacheDir: path.join(home, `node_modules/.vite-${name}`),
    optimizeDeps: { entries: [script] },
    server: { host, port: 0, hmr: false, ws: false, watch: null, headers: forIsolated },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('the lab server has no port');
  return {
    url: `http://${host}:${address.port}/${name}`,
    close: () => server.close(),
  };
}

/** Not through Vite's HTML: its client would look for the socket, which is off. */
function labDocument(name: LabPage, script: string): Plugin {
  return {
    name: 'lab-document',
    configureServer(server) {
      server.middlewares.use(`/${name}`, (request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        if (new URL(request.url!, 'http://lab').searchParams.has('isolated')) {
          response.setHeader('cross-origin-opener-policy', 'same-origin');
          response.setHeader('cross-origin-embedder-policy', 'require-corp');
        }
        response.end(
          `<!doctype html><title>Lockstep ${name}</title><link rel="icon" href="data:,">` +
            `<script type="module" src="/${script}"></script>`,
        );
      });
    },
  };
}
