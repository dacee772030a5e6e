// Compute threads of Node as one bundled file: a thread starts in 0.05 s of a core instead of 0.3 s, and the contract
// suite starts dozens.
import { bundleForNode } from '../../cli/testing/bundle-for-node';
import { spawnFrom } from '../../cli/node/spawn-compute-thread';
import type { SpawnThread } from '../simd/compute-threads';

export interface BuiltComputeThread {
  readonly spawn: SpawnThread;
  /** Deletes the file. */
  remove(): Promise<void>;
}

export async function buildComputeThread(): Promise<BuiltComputeThread> {
  const { fileOf, remove } = await bundleForNode(
    'compute-thread',
    { thread: 'src/cli/node/bundled-compute-thread.ts' },
    true,
  );
  return { spawn: spawnFrom(fileOf('thread')), remove };
}
