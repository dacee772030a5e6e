// Replicas without a browser in a ring with a tab. They share a room, real data channels between Chromium and Node, the
// same kernels on Node's WebGPU, and one digest per step (S1, E5).
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from '../scripts/find-browser.mjs';
import { expect, test } from './fixtures';
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

test('a tab and replicas in Node, one on WebGPU and one on the CPU, hold one digest', async ({ tabs }) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons, false);
  const link = new URL(url, host.url()).href;
  const replicas = [
    ['--name', 'Node on WebGPU', '--engine', 'webgpu'],
    ['--name', 'Node on the CPU', '--engine', 'cpu'],
  ].map((own) => {
    const args = [...loaders, 'src/cli/replica/replica.ts', '--room', link, '--every', '1', ...own];
    const child = spawn(process.execPath, args, { cwd: home, env: { ...process.env, ...softwareDriver() } });
    const replica = { child, output: '', ended: new Promise((resolve) => child.once('close', resolve)) };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (replica.output += chunk.toString()));
    return replica;
  });
  const [onGpu, onCpu] = replicas;
  try {
    await untilPhase(host, 'lobby');
    await untilWorldSize([host], 3);
    await expect.poll(() => onGpu.output).toContain('WebGPU is here: ');
    await expect.poll(() => onCpu.output).toContain('computing on the CPU: --engine cpu');
    await order(host, { kind: 'start' });
    await untilMoreSteps([host], 20);
    // The replicas say goodbye after SIGTERM, so the remaining member continues at once.
    for (const [left, replica] of replicas.entries()) {
      replica.child.kill('SIGINT');
      expect(await replica.ended, replica.output).toBe(0);
      await untilWorldSize([host], 2 - left);
      await untilMoreSteps([host], 5);
    }
  } finally {
    for (const { child } of replicas) child.kill('SIGKILL');
  }
  const digests = new Map((await stepsOf(host)).map(({ step, digest }) => [step, digest]));
  for (const { output } of replicas) {
    const printed = [...output.matchAll(/step (\d+) loss \S+ digest (\w+) of 3/g)];
    const compared = printed.filter(([, step]) => digests.has(Number(step)));
    expect(compared.length, output).toBeGreaterThanOrEqual(15);
    for (const [, step, digest] of compared) expect(digest, `step ${step}`).toBe(digests.get(Number(step)));
  }
});
