// `npm run bench -- server-load [--sockets 20000] [--rooms 500] [--processes 4] [--per-second 300] [--scatter]`: so many
// members join a server of several processes, from many addresses of loopback (Linux). Each connects to the owner of its
// room, as nginx leads it; with `--scatter` to any process, which passes it on. Printed: the time from the first byte to
// the answer of the join, the memory of all processes for each socket, and the cores that idle members cost; then the same
// of each process. Clients are in four processes of their own, so 20,000 members need `ulimit -n 8192`; with `--scatter`
// 16384. They take 3 GiB of memory with the processes, and have a core each, best of all.
import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawCode } from '../../../src/base/room-code';
import { OwnerRing } from '../../../src/server/processes/owner-ring';
import { RedisProcess } from '../../../src/server/testing/redis-process';
import { ServerProcess } from '../../../src/server/testing/server-process';
import type { CrowdOrder, CrowdResult } from './server-load-crowd';

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '20000' },
    rooms: { type: 'string', default: '500' },
    processes: { type: 'string', default: '4' },
    'per-second': { type: 'string', default: '300' },
    scatter: { type: 'boolean', default: false },
  },
});
const [socketCount, roomCount, processCount, perSecond] = [
  values.sockets,
  values.rooms,
  values.processes,
  values['per-second'],
].map(Number);
/** Members of one address: a school of some classes. */
const perAddress = 80;
const idleMs = 20_000;
/** Processes of clients: a process has at most so many connections (`ulimit -n`). */
const crowdCount = 4;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const redis = await RedisProcess.start();
const servers = await Promise.all(
  Array.from({ length: processCount }, () => ServerProcess.start({ env: { REDIS_URL: redis.url } })),
);
const ring = new OwnerRing(servers.map(({ port }) => `127.0.0.1:${port}`));
const codes = Array.from({ length: roomCount }, () => drawCode(randomBytes));
await pause(2_000); // all know each other
const memories = (): readonly number[] => servers.map(({ memoryMib }) => memoryMib);
const sumOf = (each: readonly number[]): number => each.reduce((sum, one) => sum + one, 0);
/** Seconds of processor time so far, of each process. */
const cpuTimes = (): readonly number[] => servers.map(({ child }) => cpuSeconds(child.pid!));
const before = memories();
const cpuAtFirst = cpuTimes();

const sinceMs = performance.now();
const crowds = Array.from({ length: crowdCount }, (_, first) => {
  const child = fork(path.join(import.meta.dirname, 'server-load-crowd.ts'), [], {
    execArgv: ['--import', 'tsx'],
  });
  const result = new Promise<CrowdResult>((resolve) => {
    // The loader of TypeScript says something here, too.
    child.on('message', (message: Partial<CrowdResult>) => message.joinMs && resolve(message as CrowdResult));
  });
  child.send({
    members: Array.from({ length: socketCount / crowdCount }, (_unused, at) =>
      memberOf(first + at * crowdCount),
    ),
    perSecond: perSecond / crowdCount,
  } satisfies CrowdOrder);
  return { child, result };
});

/** Members of a room come one after another, among those of all others. */
function memberOf(i: number): CrowdOrder['members'][number] {
  const code = codes[i % roomCount];
  const owner = servers.find(({ port }) => `127.0.0.1:${port}` === ring.ownerOf(code))!;
  const network = Math.floor(i / perAddress);
  return {
    url: (values.scatter ? servers[i % processCount] : owner).url,
    code,
    localAddress: `127.1.${Math.floor(network / 250)}.${1 + (network % 250)}`,
  };
}

const results = await Promise.all(crowds.map(({ result }) => result));
const joinMs = results.flatMap((result) => result.joinMs);
const [refused, ended] = (['refused', 'ended'] as const).map((kind) =>
  results.reduce((sum, result) => sum + result[kind], 0),
);
const takenMs = performance.now() - sinceMs;
const cpuOfJoins = since(cpuAtFirst);
await pause(5_000);
const after = memories();
const members = await Promise.all(
  servers.map(
    async ({ url }) => ((await (await fetch(`${url}/healthz`)).json()) as { members: number }).members,
  ),
);
const [cpuBefore, idleSinceMs] = [cpuTimes(), performance.now()];
await pause(idleMs);
const coresEach = since(cpuBefore).map((seconds) => seconds / ((performance.now() - idleSinceMs) / 1000));
const cores = sumOf(coresEach);

const sorted = joinMs.toSorted((a, b) => a - b);
const quantile = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
const way = values.scatter ? 'any process' : 'the owner';
console.log(
  `${sorted.length} members in ${roomCount} rooms over ${processCount} processes, connected to ${way}, in ${(takenMs / 1000).toFixed(1)} s; ${refused} refused, ${ended} ended`,
);
console.log(
  `join: median ${quantile(0.5)} ms, 99th percentile ${quantile(0.99)} ms, longest ${quantile(1)} ms`,
);
console.log(
  `memory: ${sumOf(before)} → ${sumOf(after)} MiB, ${kibEach(sumOf(after) - sumOf(before), socketCount)} KiB a socket`,
);
console.log(
  `idle members: ${cores.toFixed(2)} cores, ${((cores * 1e6) / socketCount).toFixed(0)} µs a second each`,
);
for (const [i, { port }] of servers.entries())
  console.log(
    `  process ${port}: ${members[i]} members, ${before[i]} → ${after[i]} MiB, ${kibEach(after[i] - before[i], members[i])} KiB a member, ` +
      `${cpuOfJoins[i].toFixed(1)} s of a core for the joins, ${coresEach[i].toFixed(2)} cores idle`,
  );
crowds.forEach(({ child }) => child.kill());
await Promise.all(servers.map((server) => server.stop()));
await redis.stop();
process.exit(0);

function kibEach(mib: number, count: number): string {
  return ((mib * 1024) / count).toFixed(1);
}

function since(first: readonly number[]): readonly number[] {
  return cpuTimes().map((seconds, i) => seconds - first[i]);
}

/** Processor time of a process so far (Linux), in hundredths. */
function cpuSeconds(pid: number): number {
  const stat = execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' });
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}
