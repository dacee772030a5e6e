// Headless replicas as separate processes: the bundle that they start from, what they print, and a real room server.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { bundleForNode, type Bundles } from '../../testing/bundle-for-node';
import { openRoomNetwork, type RoomNetwork } from '../../testing/room-network';

const home = path.resolve(import.meta.dirname, '../../../..');
const closers: (() => unknown)[] = [];
let bundles: Bundles;

/** Builds the bundle once a file, and closes after each test what it opened. */
export function useProcesses(): void {
  beforeAll(async () => {
    bundles = await bundleForNode('replica', {
      replica: 'src/cli/replica/replica.ts',
      'compute-thread-entry': 'src/cli/node/bundled-compute-thread.ts',
    });
  }, 60_000);
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => bundles.remove());
}

export function closeAfter(close: () => unknown): void {
  closers.push(close);
}

interface Output {
  readonly lines: readonly string[];
  readonly code: Promise<number | null>;
}

export function replica(...args: string[]): Output {
  const child = spawn(process.execPath, [bundles.fileOf('replica'), ...args], { cwd: home });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => lines.push(line));
  closeAfter(() => child.kill('SIGKILL'));
  // The last lines may come after its exit, and before its streams close.
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { lines, code };
}

export async function openNetwork(): Promise<RoomNetwork> {
  const network = await openRoomNetwork();
  closeAfter(() => network.close());
  return network;
}
