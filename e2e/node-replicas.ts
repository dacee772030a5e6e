// Replicas without a browser in a ring with a tab. They share a room, real data channels between Chromium and Node, the
// same kernels, and one digest per step (S1, E5).
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from '../scripts/find-browser.mjs';
import { expect, type Tabs } from './fixtures';
import { createRoom, order, stepsOf, untilMoreSteps, untilPhase, untilWorldSize } from './lockstep-page';
import { moons } from './run-configs';

const home = path.resolve(import.meta.dirname, '..');
const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];

/** Chromium's software Vulkan driver, beside its program: Node's WebGPU uses it where there is no other. */
function softwareDriver(): Record<string, string> {
  const browser = findBrowser('chromium');
  const folders = ['/usr/lib/chromium', ...(browser ? [path.dirname(realpathSync(browser))] : [])];
  const file = folders.map((folder) => path.join(folder, 'vk_swiftshader_icd.json')).find(existsSync);
  return file && !process.env.VK_ICD_FILENAMES ? { VK_ICD_FILENAMES: file } : {};
}

/** What each engine says of its choice. */
const saidOf = { webgpu: 'WebGPU is here: ', cpu: 'computing on the CPU: --engine cpu' } as const;

interface NodeReplica {
  readonly child: ChildProcess;
  /** All that it has printed. */
  output: string;
  readonly ended: Promise<unknown>;
}

export function nodeReplica(link: string, ...options: readonly string[]): NodeReplica {
  const args = [...loaders, 'src/cli/replica/replica.ts', '--room', link, '--every', '1', ...options];
  const child = spawn(process.execPath, args, { cwd: home, env: { ...process.env, ...softwareDriver() } });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const replica = { child, output: '', ended };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (replica.output += chunk.toString()));
  return replica;
}

/** The steps with their digests that a replica has printed in a ring of so many. */
export function printedSteps(
  { output }: NodeReplica,
  worldSize: number,
): readonly (readonly [number, string])[] {
  return [...output.matchAll(/step (\d+) loss \S+ digest (\w+) of (\d+)/g)]
    .filter(([, , , of]) => Number(of) === worldSize)
    .map(([, step, digest]) => [Number(step), digest]);
}

/** A tab on the processor trains with a replica in Node on each of these engines. One after the other leaves, and the rest
 *  go on at once. */
export async function trainWithNode(tabs: Tabs, engines: readonly (keyof typeof saidOf)[]): Promise<void> {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons, false);
  const link = new URL(url, host.url()).href;
  const all = engines.length + 1;
  const replicas = engines.map((engine) => ({
    engine,
    of: nodeReplica(link, '--name', `Node on ${engine}`, '--engine', engine),
  }));
  try {
    await untilPhase(host, 'lobby');
    await untilWorldSize([host], all);
    for (const { engine, of } of replicas) await expect.poll(() => of.output).toContain(saidOf[engine]);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host], 20);
    // The replicas say goodbye after SIGINT, so the remaining members continue at once.
    for (const [left, { of }] of replicas.entries()) {
      of.child.kill('SIGINT');
      expect(await of.ended, of.output).toBe(0);
      await untilWorldSize([host], all - 1 - left);
      await untilMoreSteps([host], 5);
    }
  } finally {
    for (const { of } of replicas) of.child.kill('SIGKILL');
  }
  const digests = new Map((await stepsOf(host)).map(({ step, digest }) => [step, digest]));
  for (const { of } of replicas) {
    const compared = printedSteps(of, all).filter(([step]) => digests.has(step));
    expect(compared.length, of.output).toBeGreaterThanOrEqual(15);
    for (const [step, digest] of compared) expect(digest, `step ${step}`).toBe(digests.get(step));
  }
}
