// A replica without a browser in a ring with two tabs: the same room, real data channels between Chromium and Node,
// one digest per step (S1).
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from './fixtures';
import {
  createRoom,
  joinRoom,
  order,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';

const home = path.resolve(import.meta.dirname, '..');
const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];

test('two tabs on WebGPU and a headless replica on the CPU hold one digest', async ({ tabs }) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons, false);
  const guest = await tabs.open();
  await joinRoom(guest, url, 'Guest');
  const link = new URL(url, host.url()).href;
  const args = ['src/cli/replica.ts', '--room', link, '--name', 'Node', '--cpu', '--every', '1'];
  const headless = spawn(process.execPath, [...loaders, ...args], { cwd: home });
  let told = '';
  headless.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  headless.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const ended = new Promise((resolve) => headless.once('exit', resolve));
  try {
    await untilPhase(host, 'lobby');
    await untilWorldSize([host, guest], 3);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host, guest], 20);
    // Told to stop, it says goodbye: the ring of two goes on at once.
    headless.kill('SIGINT');
    expect(await ended, told).toBe(0);
    await untilWorldSize([host, guest], 2);
    await untilMoreSteps([host, guest], 5);
  } finally {
    headless.kill('SIGKILL');
  }
  const said = [...told.matchAll(/step (\d+) loss \S+ digest (\w+) of 3/g)];
  expect(said.length, told).toBeGreaterThanOrEqual(15);
  for (const page of [host, guest]) {
    const digests = new Map((await stepsOf(page)).map(({ step, digest }) => [step, digest]));
    for (const [, step, digest] of said)
      if (digests.has(Number(step))) expect(digests.get(Number(step)), `step ${step}`).toBe(digest);
    expect(said.filter(([, step]) => digests.has(Number(step))).length).toBeGreaterThanOrEqual(15);
  }
});
