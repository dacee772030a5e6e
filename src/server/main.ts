// The entry: `npm start` runs this with tsx, `npm run release` makes one script of it. It prints where the page is, for a
// reader who sees it for the first time.
import { logged } from '../base/sayings';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { realClock } from '../base/clock';
import { keptRoomSecret } from './room-secret';
import { jsonLog, lineLog } from './server-log';
import { readSettings } from './settings';
import { startServer, type RunningServer } from './start-server';

/** The folder of the page: the repository, or the one of `npm run release`, where this file lies beside it. */
const home = [import.meta.dirname, path.resolve(import.meta.dirname, '../..')].find((folder) =>
  existsSync(path.join(folder, 'package.json')),
)!;

// The collector of garbage marks on this thread, a bit at a time. Its other threads would compete for the cores, and a pause
// waits for them: under a flood of relayed packets signals of others were twice as slow (docs/decisions.md).
setFlagsFromString('--no-concurrent-marking');

/** The time for a clean stop. The process then ends all the same, and well: nothing but connections is lost. */
const closeMs = 5_000;

async function main(): Promise<number> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (!settings.ok) return complain(logged(settings.error.says));
  const isJson = settings.value.log === 'json';
  const log = isJson ? jsonLog(realClock) : lineLog;
  const stateFolder = path.join(home, '.lockstep');
  const { roomSecret, processes } = settings.value;
  // Several processes must have the same, so theirs is given.
  const isKept = roomSecret === undefined && processes === undefined;
  if (processes && roomSecret === undefined)
    log.warn(
      'ROOM_SECRET is not set: when a room moves to another process, somebody who is there first can take its code. ' +
        'Set the same for all processes (openssl rand -hex 32)',
    );
  const started = await startServer({
    settings: {
      ...settings.value,
      roomSecret: isKept ? await keptRoomSecret(stateFolder, log.warn) : roomSecret,
    },
    root: path.join(home, 'dist'),
    stateFolder,
    clock: realClock,
    log,
  });
  if (!started.ok) return complain(logged(started.error.says));
  const server = started.value;
  const stopped = stopSignal();
  const { localUrl, publicUrl } = server;
  if (isJson) log.info(`Lockstep is at ${localUrl}`, { publicUrl });
  else console.log(greeting(server));
  await stopped;
  log.info('Lockstep stops');
  setTimeout(() => process.exit(0), closeMs).unref();
  await server.close();
  return 0;
}

function greeting({ localUrl, publicUrl, addresses }: RunningServer): string {
  const others = addresses.filter((address) => address !== localUrl);
  const lines = [`Lockstep is at ${localUrl}`];
  if (!others.includes(publicUrl) && publicUrl !== localUrl) lines.push(`  shown to others as ${publicUrl}`);
  for (const address of others) lines.push(`  on this network: ${address}`);
  if (others.some((address) => address.startsWith('http:')))
    lines.push('  Browsers give WebGPU to other devices only over HTTPS: npm start -- --https');
  if (localUrl.startsWith('https:'))
    lines.push('  With a self-signed certificate the browser warns once: proceed to the page.');
  return lines.join('\n');
}

/** SIGINT, SIGTERM or SIGHUP. Further signals, such as a parent's echo of Ctrl+C, change nothing. */
async function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
}

/** R12. */
function complain(message: string): number {
  console.error(`Lockstep cannot start: ${message}`);
  return 1;
}

process.exitCode = await main().catch((error: Error) => complain(error.message));
