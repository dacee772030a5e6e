// A module of the page that says sentences, for a test that expects them: the build turns Lingui's macros into calls, and
// Playwright would not. The sentences are English.
import path from 'node:path';
import { words } from '../scripts/words/words-plugin.mjs';

const root = path.join(import.meta.dirname, '..');

/** `file`: from the root of the repository. */
export async function pageModule<Module>(file: string): Promise<Module> {
  const { createServer } = await import('vite');
  const server = await createServer({
    ...{ root, configFile: false, appType: 'custom', logLevel: 'error', plugins: words() },
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return (await server.ssrLoadModule(`/${file}`)) as Module;
  } finally {
    await server.close();
  }
}
