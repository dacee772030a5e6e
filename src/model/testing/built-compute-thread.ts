// Compute threads of Node as one bundled file: a thread starts in 0.05 s of a core instead of 0.3 s, and the contract
// suite starts a hundred.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { spawnFrom } from '../../cli/node/spawn-compute-thread';
import type { SpawnThread } from '../simd/compute-threads';

const home = path.resolve(import.meta.dirname, '../../..');

export interface BuiltComputeThread {
  readonly spawn: SpawnThread;
  /** Deletes the file. */
  remove(): Promise<void>;
}

export async function buildComputeThread(): Promise<BuiltComputeThread> {
  const outDir = path.join(home, `node_modules/.cache/lockstep-compute-thread/${process.pid}`);
  await build({
    root: home,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'src/cli/node/bundled-compute-thread.ts',
      outDir,
      target: 'node20',
      minify: false,
    },
    ssr: { noExternal: true, target: 'node' },
  });
  const file = path.join(outDir, 'bundled-compute-thread.js');
  return {
    spawn: spawnFrom(file),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
