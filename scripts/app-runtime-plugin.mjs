// A step of the build: the program of apps that are taken away (app/take-away/runtime.ts) as text, in one piece that imports
// nothing. The page writes it into a file.
import path from 'node:path';
import { build } from 'vite';

const name = 'virtual:app-runtime';
const entry = path.join(import.meta.dirname, '../app/take-away/runtime.ts');

/** @returns {import('vite').Plugin} */
export function appRuntime() {
  /** @type {Promise<string> | undefined} */
  let code;
  return {
    name: 'app-runtime',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      code ??= bundled();
      return `export const runtime = ${JSON.stringify(await code)};`;
    },
  };
}

async function bundled() {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'app' },
    },
  });
  const [{ output }] = Array.isArray(built) ? built : [built];
  if (output.length !== 1) throw new Error('the program of apps is one file');
  // Within HTML it must not end its own element.
  return output[0].code.replaceAll('</script', '<\\/script');
}
