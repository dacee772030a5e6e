// Compute threads of Node as one bundled file: a thread starts in 0.05 s of a core instead of 0.3 s, and the contract
// suite starts a hundred.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { nodeThread } from '../../cli/node/spawn-compute-thread';
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
      ssr: 'src/model/testing/compute-thread-in-node.ts',
      outDir,
      target: 'node20',
      minify: false,
    },
    ssr: { noExternal: true, target: 'node' },
  });
  const file = path.join(outDir, 'compute-thread-in-node.js');
  return {
    spawn: (name, events) => nodeThread(new Worker(file, { name, execArgv: [] }), events),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
