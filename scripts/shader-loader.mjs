// Lets Node import shaders, and sources in Python, as text (`x.wgsl?raw`), as Vite does:
// `node --import ./scripts/shader-loader.mjs`. The command line compiles a run's model, and so loads the layers' kernels
// too.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

/** Node's hook, called in the thread of its module loader. */
export async function load(url, context, next) {
  if (!/\.(wgsl|py)\?raw$/.test(url)) return next(url, context);
  const text = await readFile(new URL(url), 'utf8');
  return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(text)};` };
}
