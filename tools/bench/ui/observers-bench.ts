// `npm run bench -- observers`: what 40 observers beside three replicas cost. The replicas are in this process, the observers
// in one of their own, the room server in a third. Processor times of other processes are read from /proc, so on Linux.
import { inEnglish } from '../../../src/cli/english/in-english';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { realClock } from '../../../src/base/clock';
import { RoomObserver } from '../../../src/net/signalling/observe-room';
import { createRoom } from '../../../src/net/signalling/signalling-create';
import { presets } from '../../../src/replica/presets';
import type { ReplicaHandle, Snapshot } from '../../../src/replica/protocol';
import { openNodeRtc } from '../../../src/cli/node/node-rtc';
import { startRoomServer } from '../../../src/cli/node/room-server';
import { spawnComputeThread } from '../../../src/cli/node/spawn-compute-thread';
import { goodbyeMs, startHeadless } from '../../../src/cli/replica/headless-replica';

const replicas = 3;
const observers = 40;
const measureMs = 20_000;
const settleMs = 5_000;
const limitMs = 120_000;
/** The ticks of /proc/PID/stat, on every Linux of today. */
const ticksPerSecond = 100;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  const [server, node] = [await startRoomServer(), await openNodeRtc()];
  if (!server.ok) throw new Error(inEnglish(server.error.says));
  if (!node.ok) throw new Error(inEnglish(node.error.says));
  const { url, pid } = server.value;
  const made = await createRoom(url, { isOpen: false });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const { code, key, hostToken } = made.value;
  const config = { ...presets[0].config, steps: 10_000_000 };
  const handles = Array.from({ length: replicas }, (_, index) =>
    startHeadless({
      ...{ url, name: `Replica ${index}`, engine: 'cpu', node: node.value },
      ticket: { code, key, hostToken: index === 0 ? hostToken : undefined, isOpen: false },
      ...(index === 0 && { config }),
      processor: { threads: 1, spawn: spawnComputeThread },
    }),
  );
  const host = latest(handles[0]);
  await until(() => host()?.worldSize === replicas, 'the ring');
  handles[0].send({ kind: 'host', command: { kind: 'start' } });
  await until(() => (host()?.step ?? 0) > 20, 'the first steps');
  await pause(settleMs);
  const without = await measured(pid, host);
  const args = [...process.execArgv, import.meta.filename, url, code, key];
  const watching = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  watching.stdout.on('data', (text: Buffer) => (said += text.toString()));
  await until(() => host()?.observers === observers, `${observers} observers`);
  await pause(settleMs);
  const beside = await measured(pid, host);
  const ended = new Promise((resolve) => watching.once('close', resolve));
  watching.kill('SIGTERM');
  await ended;
  console.log(JSON.stringify({ replicas, observers, without, with: beside, seen: JSON.parse(said) }));
  for (const handle of handles) handle.destroy();
  await pause(goodbyeMs);
  node.value.close();
  await server.value.close();
}

/** Counts until it is told to end. */
function observe(url: string, code: string, key: string): void {
  const [beginMs, begin] = [performance.now(), process.cpuUsage()];
  let [pictures, bytes] = [0, 0];
  for (let i = 0; i < observers; i++) {
    const observer = new RoomObserver({ url, code, key, clock: realClock });
    observer.events.on('picture', ({ data }) => {
      pictures++;
      bytes += JSON.stringify(data).length;
    });
  }
  process.once('SIGTERM', () => {
    const seconds = (performance.now() - beginMs) / 1000;
    const used = process.cpuUsage(begin);
    const each = (total: number): number => Number((total / seconds / observers).toFixed(2));
    console.log(
      JSON.stringify({
        picturesPerSecondEach: each(pictures),
        bytesOfPicture: Math.round(bytes / Math.max(1, pictures)),
        bytesPerSecondEach: Math.round(bytes / seconds / observers),
        cpuPercentEach: each((used.user + used.system) / 10_000),
      }),
    );
    process.exit(0);
  });
}

async function measured(pid: number, host: () => Snapshot | undefined): Promise<Record<string, number>> {
  const [beginMs, step, server, own] = [performance.now(), host()!.step, cpuS(pid), process.cpuUsage()];
  await pause(measureMs);
  const seconds = (performance.now() - beginMs) / 1000;
  const used = process.cpuUsage(own);
  const rate = (value: number): number => Number((value / seconds).toFixed(2));
  return {
    stepsPerSecond: rate(host()!.step - step),
    serverCpuPercent: rate(100 * (cpuS(pid) - server)),
    replicasCpuPercent: rate((used.user + used.system) / 10_000),
  };
}

/** Processor time of a process and its threads, in seconds. */
function cpuS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function latest(handle: ReplicaHandle): () => Snapshot | undefined {
  let snapshot: Snapshot | undefined;
  handle.subscribe((event) => {
    if (event.kind === 'snapshot') snapshot = event.snapshot;
  });
  return () => snapshot;
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`waited ${limitMs / 1000} s for ${what}`);
    await pause(100);
  }
}

const [url, code, key] = process.argv.slice(2);
if (key) observe(url, code, key);
else await main();
