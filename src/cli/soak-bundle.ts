// The soak's replica as one file: starting a process then takes 0.2 s of a core instead of 1.2 s.
import path from 'node:path';
import { build } from 'vite';

const home = path.resolve(import.meta.dirname, '../..');
/** Below node_modules, from where the packages that stay outside the bundle are found. */
const folder = 'node_modules/.cache/lockstep-soak';

export async function bundleSoakReplica(): Promise<string> {
  await build({
    root: home,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: 'src/cli/soak-replica.ts',
      outDir: `${folder}/${process.pid}`,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: { external: [/^node-datachannel/, 'webgpu'] },
    },
    ssr: { noExternal: true, target: 'node' },
  });
  return path.join(home, folder, String(process.pid), 'soak-replica.js');
}
