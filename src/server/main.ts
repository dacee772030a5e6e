// The entry: `npm start` runs this with tsx. Says where the page is, in words for someone who never saw it.
import path from 'node:path';
import { realClock } from '../base/clock';
import { readSettings } from './settings';
import { startServer } from './start-server';
import type { RunningServer } from './start-server';

const home = path.resolve(import.meta.dirname, '../..');

/** Open sockets are closed at once; what is not done by then is not going to be. */
const closeMs = 3000;

async function main(): Promise<number> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (!settings.ok) return complain(settings.error.message);
  const started = await startServer({
    settings: settings.value,
    root: path.join(home, 'dist'),
    stateFolder: path.join(home, '.lockstep'),
    clock: realClock,
  });
  if (!started.ok) return complain(started.error.message);
  const server = started.value;
  console.log(greeting(server));
  await untilTold();
  setTimeout(() => process.exit(1), closeMs).unref();
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

/** SIGINT, SIGTERM or SIGHUP; further ones, such as a parent's echo of Ctrl+C, change nothing. */
async function untilTold(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
}

/** R12. */
function complain(message: string): number {
  console.error(`Lockstep cannot start: ${message}`);
  return 1;
}

process.exitCode = await main();
